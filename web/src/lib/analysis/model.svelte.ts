/** An analysis board at work: a tree of variations, where one is in it, and what the board shows there. */
import { get, post, put } from '#lib/api/client.ts';
import type {
  Pick as Click,
  Effect,
  EffectsView,
  Explanation,
  Kind,
  LegalMove,
  LineView,
  Piece,
  PositionDetail,
  PositionRequest,
  Study,
  StudyFiles,
  StudyView,
  TableInfo,
  Verb,
} from '#lib/api/types.ts';
import type { BoardHandle } from '#lib/board/contract.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import { toasts } from '#lib/ui/toasts.svelte.ts';
import { Review, Search } from './search.svelte.ts';
import {
  annotate,
  type Branch,
  branch,
  cut,
  endOf,
  fromStudy,
  grow,
  movesTo,
  promote,
  ROOT,
  sibling,
  step,
  type Tree,
  toStudy,
} from './tree.ts';

/** What a board needs besides the study. */
export interface Setting {
  kinds: Kind[];
  verbs: Verb[];
  colours: string[];
  /** The finished match that this is about. */
  match: string | null;
}

export class AnalysisModel {
  readonly table: TableInfo;
  readonly title: string;
  readonly names: string[];
  readonly setting: Setting;
  readonly search = new Search();
  readonly review: Review | null;
  tree = $state.raw() as Tree;
  at = $state(ROOT);
  detail = $state.raw<PositionDetail | null>(null);
  pieces = $state.raw<Piece[]>([]);
  last = $state.raw<Effect[]>([]);
  /** Whether a move is being shown. */
  busy = $state(false);
  /** The kept study that this is, if it is one. */
  id = $state<string | null>(null);
  name = $state('');
  /** Something was changed that is not kept. */
  dirty = $state(false);
  saving = $state(false);
  spoken = $state('');
  board: BoardHandle | null = null;
  readonly #study: Study;
  #details = new Map<number, PositionDetail>();
  #effects = new Map<number, EffectsView>();
  #wanted = 0;

  constructor(view: StudyView, setting: Setting) {
    this.#study = view.study;
    this.table = view.table;
    this.title = view.title;
    this.names = view.names;
    this.setting = setting;
    this.id = view.id;
    this.name = view.name;
    this.tree = fromStudy(view);
    this.review = setting.match === null ? null : new Review(setting.match);
  }

  get here(): Branch {
    return branch(this.tree, this.at);
  }
  get game(): string {
    return this.#study.game;
  }
  /** The position that is looked at, as a share string. */
  get share(): string {
    return this.detail?.share ?? '';
  }
  get legal(): LegalMove[] {
    return this.busy ? [] : (this.detail?.position.legal ?? []);
  }

  close(): void {
    this.search.close();
    this.review?.close();
  }

  // ---- Walking ----------------------------------------------------------------------------------------------------

  step(by: 1 | -1): Promise<void> {
    return this.go(step(this.tree, this.at, by));
  }

  sibling(by: 1 | -1): Promise<void> {
    return this.go(sibling(this.tree, this.at, by));
  }

  first(): Promise<void> {
    return this.go(ROOT);
  }

  end(): Promise<void> {
    return this.go(endOf(this.tree, this.at));
  }

  /** Looks at a node; one step along the line is shown, anything further is jumped to. Of several wishes the last holds. */
  async go(id: number): Promise<void> {
    if (!this.tree.branches.has(id) || (id === this.at && this.detail !== null)) {
      return;
    }
    const order = ++this.#wanted;
    this.board?.skip();
    const from = this.at;
    const here = branch(this.tree, id);
    try {
      const [detail, effects] = await Promise.all([this.#detail(id), id === ROOT ? null : this.#effectsOf(id)]);
      if (order !== this.#wanted) {
        return;
      }
      await this.#show(from, id, order);
      if (order !== this.#wanted) {
        return;
      }
      this.at = id;
      this.detail = detail;
      this.pieces = detail.position.pieces;
      this.last = effects?.effects ?? [];
      this.spoken = [here.says, detail.outcome?.text ?? ''].filter(Boolean).join(' ');
      this.search.look(detail.position.over ? null : this.#request(id));
    } catch (error) {
      toasts.fault(error);
    } finally {
      if (order === this.#wanted) {
        this.busy = false;
      }
    }
  }

  /** Shows one step, forwards or backwards. */
  async #show(from: number, to: number, order: number): Promise<void> {
    const forwards = branch(this.tree, to).parent === from;
    const backwards = this.tree.branches.get(from)?.parent === to;
    const effects = this.#effects.get(forwards ? to : from);
    if (!(forwards || backwards) || !effects || this.detail === null || settings.motion === 'off') {
      return;
    }
    this.busy = true;
    this.last = [];
    await this.board?.play(effects.effects, { backwards, live: false });
    if (order !== this.#wanted) {
      this.board?.skip();
    }
  }

  // ---- Playing ----------------------------------------------------------------------------------------------------

  /** Plays a move: a new variation, or one that is there. */
  play(move: Pick<LegalMove, 'text'>): Promise<void> {
    return this.follow([move.text]);
  }

  /** Plays a line of the engine for some turns. */
  followTurns(line: Pick<LineView, 'moves'>, turns: number): Promise<void> {
    return this.follow(line.moves, turns);
  }

  /** Plays some moves, or as many as make some turns, and looks at where they lead. */
  async follow(moves: readonly string[], turns = Number.POSITIVE_INFINITY): Promise<void> {
    let at = this.at;
    let left = turns;
    try {
      for (const text of moves) {
        if (left <= 0) {
          break;
        }
        const above = this.tree.branches.get(at);
        const known = above?.children.find((child) => branch(this.tree, child).text === text);
        if (known !== undefined) {
          at = known;
          left -= branch(this.tree, at).turnOver ? 1 : 0;
          continue;
        }
        const told = await post<EffectsView>('/api/positions/effects', this.#request(at), { move: text });
        const { seat } = (await this.#detail(at)).position;
        const grown = grow(this.tree, at, { text, seat, turnOver: told.turn_over, says: told.say.text });
        this.#change(grown.tree);
        this.#effects.set(grown.id, told);
        at = grown.id;
        left -= told.turn_over ? 1 : 0;
      }
    } catch (error) {
      toasts.fault(error);
    }
    await this.go(at);
  }

  async preview(move: LegalMove): Promise<Effect[]> {
    const asked = post<EffectsView>('/api/positions/effects', this.#request(this.at), { move: move.text });
    return (await asked).effects;
  }

  async explain(picks: Click[]): Promise<string> {
    const told = await post<Explanation>('/api/positions/explain', { position: this.#request(this.at), picks });
    return told.text.text;
  }

  // ---- Notes ------------------------------------------------------------------------------------------------------

  annotate(notes: Partial<Pick<Branch, 'name' | 'comment' | 'mark'>>): void {
    this.#change(annotate(this.tree, this.at, notes));
  }

  /** Cuts the node one looks at, and all below it. */
  async cut(): Promise<void> {
    const gone = this.at;
    await this.go(branch(this.tree, gone).parent);
    this.#change(cut(this.tree, gone));
  }

  promote(): void {
    this.#change(promote(this.tree, this.at));
  }

  #change(tree: Tree): void {
    if (tree !== this.tree) {
      this.tree = tree;
      this.dirty = true;
    }
  }

  // ---- Keeping ----------------------------------------------------------------------------------------------------

  get study(): Study {
    const { game, options, start, tags } = this.#study;
    return toStudy(this.tree, { game, options, start, tags });
  }

  /** Keeps the study; one that is kept already is put in its place. */
  async save(name: string): Promise<void> {
    this.saving = true;
    const kept = this.tree;
    try {
      const body = { name, study: this.study };
      const view = this.id
        ? await put<StudyView>(`/api/me/studies/${this.id}`, body)
        : await post<StudyView>('/api/me/studies', body);
      this.id = view.id;
      this.name = view.name;
      this.dirty = this.tree !== kept;
    } finally {
      this.saving = false;
    }
  }

  files(): Promise<StudyFiles> {
    return post<StudyFiles>('/api/studies/write', this.study);
  }

  // ---- Asking -----------------------------------------------------------------------------------------------------

  #request(id: number): PositionRequest {
    const { game, options, start } = this.#study;
    return { game, options, text: start, moves: movesTo(this.tree, id) };
  }

  async #detail(id: number): Promise<PositionDetail> {
    const known = this.#details.get(id);
    const detail = known ?? (await post<PositionDetail>('/api/positions', this.#request(id)));
    this.#details.set(id, detail);
    return detail;
  }

  /** What the move that leads to a node did. */
  async #effectsOf(id: number): Promise<EffectsView> {
    const { parent, text } = branch(this.tree, id);
    const known = this.#effects.get(id);
    const told = known ?? (await post<EffectsView>('/api/positions/effects', this.#request(parent), { move: text }));
    this.#effects.set(id, told);
    return told;
  }
}

/** What a board needs of a game. */
export async function settingOf(game: string, table: TableInfo): Promise<Setting> {
  const { kinds, verbs } = await get<Pick<Setting, 'kinds' | 'verbs'>>(`/api/games/${encodeURIComponent(game)}`);
  return { kinds, verbs, colours: table.sides.map((side) => side.colour), match: null };
}
