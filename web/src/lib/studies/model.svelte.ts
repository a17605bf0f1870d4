/** State of an analysis board: a tree of variations, the current node, and the board. */

import type { BoardHandle } from '#lib/board/contract.ts';
import { type History, newHistory, pushState, redo, replaceState, undo } from '#lib/editor/history.ts';
import { GameReviewTask, Search, type SecondsPerTurn } from '#lib/engine/search.svelte.ts';
import { patch, post, postForFile, put } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type {
  Pick as Click,
  Effect,
  EffectsView,
  LegalMoveView,
  LineView,
  Piece,
  PositionDetailView,
  PositionRequest,
  ShownPositionView,
  Study,
  StudyView,
  VariantView,
} from '#lib/net/types.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { toggleArrow } from './arrows.ts';
import type { BoardSetting } from './boardSetting.ts';
import type { StudyFormat } from './studyFiles.ts';
import {
  type Annotations,
  addMove,
  annotate,
  endOfLine,
  fromStudy,
  lineTo,
  movesTo,
  nodeOf,
  promote,
  ROOT,
  removeSubtree,
  type Tree,
  type TreeNode,
  toStudy,
} from './tree/tree.ts';
import { nodeBeside, nodeToRemove, pathWithinTurn, turnTo, variationBeside } from './tree/turns.ts';

export class AnalysisModel {
  readonly table: VariantView;
  readonly title: string;
  readonly names: string[];
  readonly setting: BoardSetting;
  readonly search = new Search();
  readonly review: GameReviewTask | null;
  history = $state.raw() as History<Tree>;
  at = $state(ROOT);
  detail = $state.raw<PositionDetailView | null>(null);
  pieces = $state.raw<Piece[]>([]);
  last = $state.raw<Effect[]>([]);
  /** Whether a move is being animated. */
  busy = $state(false);
  /** Id of the saved study, if it is one. */
  id = $state<string | null>(null);
  name = $state('');
  saving = $state(false);
  spoken = $state('');
  /** Whether clicks draw arrows instead of playing moves, and the label of the site where one begins. */
  drawing = $state(false);
  arrowFrom = $state<string | null>(null);
  board: BoardHandle | null = null;
  readonly #study: Study;
  /** Keyed by the moves to the node: the number of an undone node is used again. */
  readonly #details = new Map<string, PositionDetailView>();
  readonly #effects = new Map<string, EffectsView>();
  /** The tree as it was loaded or last saved. */
  #savedTree = $state.raw() as Tree;
  readonly #walks = new LatestRequest();
  readonly #plays = new LatestRequest();
  /** Destination of the running step; the next step starts from it. */
  #target: number | null = null;
  #latestWalk: Promise<void> = Promise.resolve();

  constructor(view: StudyView, setting: BoardSetting) {
    this.#study = view.study;
    this.table = view.table;
    this.title = view.title;
    this.names = view.names;
    this.setting = setting;
    this.id = view.id;
    this.name = view.name;
    this.history = newHistory(fromStudy(view));
    this.#savedTree = this.history.present;
    this.review = setting.match === null ? null : new GameReviewTask(setting.match);
  }

  get tree(): Tree {
    return this.history.present;
  }
  /** Whether there are unsaved changes. */
  get dirty(): boolean {
    return this.tree !== this.#savedTree;
  }
  get here(): TreeNode {
    return nodeOf(this.tree, this.at);
  }
  /** Game, options and start position. */
  get source(): Pick<Study, 'game' | 'options' | 'start'> {
    return this.#study;
  }
  get game(): string {
    return this.#study.game;
  }
  /** The current position as a share string. */
  get share(): string {
    return this.detail?.share ?? '';
  }
  get legal(): LegalMoveView[] {
    return this.busy ? [] : (this.detail?.position.legal ?? []);
  }

  close(): void {
    this.search.close();
    this.review?.close();
  }

  // ---- Navigation ---------------------------------------------------------------------------------------------------

  /** Show the first position: after a number of moves of the main line, at its end, or after given moves. */
  open(ply: number | 'end' | readonly string[]): Promise<void> {
    if (typeof ply === 'object') {
      return ply.length ? this.follow(ply) : this.first();
    }
    const end = endOfLine(this.tree, ROOT);
    return this.go(ply === 'end' ? end : (lineTo(this.tree, end)[ply] ?? ROOT));
  }

  step(by: 1 | -1): Promise<void> {
    return this.go(nodeBeside(this.tree, this.#target ?? this.at, by));
  }

  sibling(by: 1 | -1): Promise<void> {
    return this.go(variationBeside(this.tree, this.#target ?? this.at, by));
  }

  first(): Promise<void> {
    return this.go(ROOT);
  }

  end(): Promise<void> {
    return this.go(endOfLine(this.tree, this.at));
  }

  /** Go to a node. Moves within one turn are animated; longer distances are not. The latest call wins. */
  go(id: number): Promise<void> {
    this.#latestWalk = this.#go(id);
    return this.#latestWalk;
  }

  /** Wait until all moves and steps so far are shown. */
  async arrive(): Promise<void> {
    for (let walk = null; walk !== this.#latestWalk; ) {
      walk = this.#latestWalk;
      await walk;
    }
  }

  async #go(id: number): Promise<void> {
    if (!this.tree.branches.has(id) || (id === this.at && this.detail !== null && this.#target === null)) {
      return;
    }
    const isLatest = this.#walks.begin();
    this.#target = id;
    this.board?.skip();
    const turn = turnTo(this.tree, id);
    try {
      const [detail, ...effects] = await Promise.all([this.#detail(id), ...turn.map((node) => this.#effectsOf(node))]);
      await this.#show(this.at, id, isLatest);
      if (!isLatest()) {
        return;
      }
      this.at = id;
      this.detail = detail;
      this.pieces = detail.position.pieces;
      this.last = effects.flatMap((one) => one.effects);
      const says = turn.map((node) => nodeOf(this.tree, node).says);
      this.spoken = [...says, detail.outcome?.text ?? ''].filter(Boolean).join(' ');
      this.search.analyse(detail.position.over ? null : this.#request(id));
    } catch (error) {
      toasts.error(error);
    } finally {
      if (isLatest()) {
        this.#target = null;
        this.busy = false;
      }
    }
  }

  /** Animate the moves between two nodes, forwards or backwards, if they belong to one turn. */
  async #show(from: number, to: number, isLatest: () => boolean): Promise<void> {
    const way = isLatest() ? pathWithinTurn(this.tree, from, to) : null;
    if (way === null || this.detail === null || settings.motion === 'off') {
      return;
    }
    const details = await Promise.all(way.nodes.map((node) => this.#effectsOf(node)));
    for (const { effects } of details) {
      if (!isLatest()) {
        return;
      }
      this.busy = true;
      this.last = [];
      await this.board?.play(effects, { backwards: way.backwards, live: false });
    }
  }

  /** Return the effects of the turn that leads to a node. */
  async effectsOfTurn(id: number): Promise<Effect[]> {
    const answer = await Promise.all(turnTo(this.tree, id).map((node) => this.#effectsOf(node)));
    return answer.flatMap((one) => one.effects);
  }

  // ---- Moves --------------------------------------------------------------------------------------------------------

  /** Play a move: add a variation, or follow an existing one. */
  play(move: Pick<LegalMoveView, 'text'>): Promise<void> {
    return this.follow([move.text]);
  }

  /** Play some turns of an engine line. */
  followTurns(line: Pick<LineView, 'moves'>, turns: number): Promise<void> {
    return this.follow(line.moves, turns);
  }

  /** Play moves, at most for some turns, and go to the last one unless another node was chosen meanwhile. */
  follow(moves: readonly string[], turns = Number.POSITIVE_INFINITY): Promise<void> {
    this.#latestWalk = this.#follow(moves, turns);
    return this.#latestWalk;
  }

  async #follow(moves: readonly string[], turns: number): Promise<void> {
    const isLatest = this.#plays.begin();
    const isStillHere = this.#walks.watch();
    let at = this.at;
    let left = turns;
    let change = pushState<Tree>;
    try {
      for (const text of moves) {
        if (left <= 0) {
          break;
        }
        const above = this.tree.branches.get(at);
        const known = above?.children.find((child) => nodeOf(this.tree, child).text === text);
        if (known !== undefined) {
          at = known;
          left -= nodeOf(this.tree, at).turnOver ? 1 : 0;
          continue;
        }
        const effects = post('/api/positions/effects', { body: this.#request(at), query: { move: text } });
        const [answer, detail] = await Promise.all([effects, this.#detail(at)]);
        if (!this.tree.branches.has(at)) {
          return; // It was undone meanwhile.
        }
        const grown = addMove(this.tree, at, {
          text,
          seat: detail.position.seat,
          turnOver: answer.turn_over,
          says: answer.say.text,
          turnText: answer.turn,
        });
        this.history = change(this.history, grown.tree);
        change = replaceState;
        this.#effects.set(this.#movesTo(grown.id), answer);
        at = grown.id;
        left -= answer.turn_over ? 1 : 0;
      }
    } catch (error) {
      toasts.error(error);
    }
    if (isLatest() && isStillHere()) {
      await this.go(at);
    }
  }

  async preview(move: LegalMoveView): Promise<Effect[]> {
    const asked = post('/api/positions/effects', { body: this.#request(this.at), query: { move: move.text } });
    return (await asked).effects;
  }

  async explain(picks: Click[]): Promise<string> {
    const answer = await post('/api/positions/explain', { body: { position: this.#request(this.at), picks } });
    return answer.text.text;
  }

  // ---- Notes --------------------------------------------------------------------------------------------------------

  /** Begin an arrow at a site, or end it there. */
  drawAt(label: string): void {
    if (this.arrowFrom === null) {
      this.arrowFrom = label;
    } else {
      this.annotate({ arrows: toggleArrow(this.here.arrows, [this.arrowFrom, label]) });
      this.arrowFrom = null;
    }
  }

  setDrawing(drawing: boolean): void {
    this.drawing = drawing;
    this.arrowFrom = null;
  }

  annotate(notes: Partial<Annotations>): void {
    this.#change(annotate(this.tree, this.at, notes));
  }

  /** Add a line that the server sent with its last position and turn; return its last node. */
  addLine(line: ShownPositionView): number {
    let [tree, at] = [this.tree, ROOT];
    for (const [n, text] of line.moves.entries()) {
      const node = line.nodes[n + 1];
      const says = node?.says?.text ?? '';
      const move = { text, seat: node?.seat ?? 0, turnOver: node?.turn_over ?? true, says, turnText: node?.turn ?? '' };
      ({ tree, id: at } = addMove(tree, at, move));
    }
    if (tree !== this.tree) {
      this.history = replaceState(this.history, tree);
    }
    const { position, share, diagram, outcome, turns, effects, moves } = line;
    this.#details.set(moves.join(' '), { table: this.table, position, share, diagram, outcome, turns });
    for (const [n, effect] of effects.entries()) {
      this.#effects.set(moves.slice(0, moves.length - effects.length + n + 1).join(' '), effect);
    }
    return at;
  }

  /** Remove the current turn and everything after it; return the removed turn in notation. */
  async removeTurn(): Promise<string> {
    const removed = nodeToRemove(this.tree, this.at);
    const { turnText } = nodeOf(this.tree, this.at);
    await this.#restore(pushState(this.history, removeSubtree(this.tree, removed)));
    return turnText;
  }

  promote(): void {
    this.#change(promote(this.tree, this.at));
  }

  undo(): Promise<void> {
    return this.#restore(undo(this.history));
  }

  redo(): Promise<void> {
    return this.#restore(redo(this.history));
  }

  /** Restore a state of the tree. If the current node does not exist there, go to its nearest ancestor. */
  async #restore(history: History<Tree>): Promise<void> {
    const before = this.history;
    const stay = lineTo(this.tree, this.at).findLast((id) => history.present.branches.has(id)) ?? ROOT;
    await this.go(stay);
    // A change or a step made meanwhile is newer.
    if (this.history === before && history.present.branches.has(this.at)) {
      this.history = history;
    }
  }

  #change(tree: Tree): void {
    if (tree !== this.tree) {
      this.history = pushState(this.history, tree);
    }
  }

  /** Review the whole game. The search of the current position pauses, because there may be only one core. */
  async analyseGame(effort: SecondsPerTurn): Promise<void> {
    this.search.pause(true);
    try {
      await this.review?.start(effort);
    } finally {
      this.search.pause(false);
    }
  }

  // ---- Saving -------------------------------------------------------------------------------------------------------

  get study(): Study {
    const { game, options, start, tags } = this.#study;
    return toStudy(this.tree, { game, options, start, tags });
  }

  /** Save the study, or update the saved one. */
  async save(name: string): Promise<void> {
    this.saving = true;
    const kept = this.tree;
    try {
      const body = { name, study: this.study };
      const view = this.id
        ? await put('/api/me/studies/{study}', { path: { study: this.id }, body })
        : await post('/api/me/studies', { body });
      this.id = view.id;
      this.name = view.name;
      this.#savedTree = kept;
    } finally {
      this.saving = false;
    }
  }

  async rename(name: string): Promise<void> {
    this.name = (await patch('/api/me/studies/{study}', { path: { study: this.id ?? '' }, body: { name } })).name;
  }

  /** Return the study as a file in a format. */
  async file(form: StudyFormat): Promise<string> {
    const files = await post('/api/studies/write', { body: this.study });
    return form === 'html' ? await postForFile('/api/studies/page.html', { body: { text: files.json } }) : files[form];
  }

  // ---- Requests -----------------------------------------------------------------------------------------------------

  #request(id: number): PositionRequest {
    const { game, options, start } = this.#study;
    return { game, options, text: start, moves: movesTo(this.tree, id) };
  }

  #movesTo(id: number): string {
    return movesTo(this.tree, id).join(' ');
  }

  /** Return the start position as a share string. */
  async startShare(): Promise<string> {
    return (await this.#detail(ROOT)).share;
  }

  async #detail(id: number): Promise<PositionDetailView> {
    const moves = this.#movesTo(id);
    const detail = this.#details.get(moves) ?? (await post('/api/positions', { body: this.#request(id) }));
    this.#details.set(moves, detail);
    return detail;
  }

  /** Return the effects of the move that leads to a node. */
  async #effectsOf(id: number): Promise<EffectsView> {
    const { parent, text } = nodeOf(this.tree, id);
    const moves = this.#movesTo(id);
    const answer =
      this.#effects.get(moves) ??
      (await post('/api/positions/effects', { body: this.#request(parent), query: { move: text } }));
    this.#effects.set(moves, answer);
    return answer;
  }
}
