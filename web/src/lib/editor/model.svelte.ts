/** State of the editor: the draft with its history, its validation by the server, and the text form. */
import { get, patch, post, remove, ServerError } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type {
  EditorView,
  ErrorView,
  GameView,
  LegalMoveView,
  MarkView,
  PaletteView,
  Pick,
  Piece,
  PositionDetailView,
  PositionTextView,
  ProblemView,
  SavedPositionView,
  Span,
  Value,
} from '#lib/net/types.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { applyTool, type Draft, draftPieces, dragPiece, type Tool, toolMoves } from './draft.ts';
import { type History, newHistory, pushState, redo, undo } from './history.ts';
import { type PaletteItem, paletteItems } from './palette.ts';
import { replaceSign, spanOf } from './textParts.ts';

const PAUSE_MS = 200;

export class EditorModel {
  readonly info: GameView;
  readonly example: string;
  palette = $state.raw() as PaletteView;
  history = $state.raw() as History<Draft>;
  /** The last legal position; its board and sides are shown. */
  position = $state.raw() as PositionDetailView;
  problems = $state.raw<ProblemView[]>([]);
  /** Content of the text field. */
  text = $state('');
  spans = $state.raw<Span[]>([]);
  /** Why the text cannot be parsed. */
  error = $state.raw<ErrorView | null>(null);
  /** Text of a draft that is not a legal position. */
  #illegalText = $state('');
  tool = $state.raw<Tool>({ is: 'move' });
  /** Direction of new pieces. */
  facing = $state(0);
  /** The hovered site and the hovered span of the text. */
  site = $state<number | null>(null);
  span = $state<number | null>(null);
  problem = $state<number | null>(null);
  savedPositions = $state.raw<SavedPositionView[]>([]);
  /** Requests about the draft or the text. Each change of either cancels those under way. */
  readonly #requests = new LatestRequest();
  readonly #lists = new LatestRequest();
  /** Signs are written one after the other, each into the text that resulted from the last one. */
  #signsWritten: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(info: GameView, view: EditorView, example: string) {
    this.info = info;
    this.example = example;
    this.#applyView(view);
    this.history = newHistory(view.draft);
    const [kind] = view.palette.kinds;
    this.tool =
      view.palette.editable && kind ? { is: 'piece', kind: kind.kind, owner: 0, facing: 0 } : { is: 'sign', sign: 0 };
  }

  /** Open the editor of a game, at a given position or at the start. */
  static async load(game: string, share: string): Promise<EditorModel> {
    const key = encodeURIComponent(game);
    const [info, games, view] = await Promise.all([
      get('/api/games/{key}', { path: { key } }),
      get('/api/games'),
      loadPosition(game, share),
    ]);
    const model = new EditorModel(info, view, games.find((one) => one.key === game)?.share ?? '');
    if (view.reading) {
      model.#applyText(view.reading, share);
    } else {
      await model.#writeText();
    }
    return model;
  }

  get draft(): Draft {
    return this.history.present;
  }
  get legal(): boolean {
    return this.problems.length === 0 && this.error === null;
  }
  /** The position, or the draft if it is not legal, as a share string for the URL and for copying. */
  get share(): string {
    return this.problems.length ? this.#illegalText : this.position.share;
  }

  items: PaletteItem[] = $derived.by(() =>
    paletteItems(this.palette, this.position.table.sides, this.info.kinds, this.facing),
  );

  /** Memoised, because a new list would make the board discard the first of two clicks. */
  clicks: LegalMoveView[] = $derived(toolMoves(this.tool, this.position.table.board, this.draft, this.palette.kinds));

  /** Pieces shown on the board; with trays if the position is legal. */
  pieces: Piece[] = $derived(this.legal ? this.position.position.pieces : draftPieces(this.draft));

  /** Sites highlighted because their span or their problem is hovered. */
  highlighted: MarkView[] = $derived.by(() => {
    const of = this.problem === null ? this.spans[this.span ?? -1] : this.problems[this.problem];
    return of?.sites.length ? [mark(of.sites)] : [];
  });

  problemMarks: MarkView[] = $derived(this.problems.filter((one) => one.sites.length).map((one) => mark(one.sites)));

  /** The hovered span, or the span of the hovered site. */
  shownSpan: number | null = $derived(this.span ?? spanOf(this.spans, this.site));

  // ---- Changes ------------------------------------------------------------------------------------------------------

  /** Apply the selected tool. */
  use(picks: readonly Pick[]): void {
    const sites = picks.filter((pick) => typeof pick === 'number');
    if (this.tool.is !== 'sign') {
      this.change(applyTool(this.draft, this.tool, sites, this.palette.kinds));
      return;
    }
    const sign = this.palette.legend[this.tool.sign]?.written ?? '';
    this.#signsWritten = this.#signsWritten.then(() => this.#writeSign(sites[0] ?? -1, sign));
  }

  async #writeSign(site: number, sign: string): Promise<void> {
    const text = replaceSign(this.position.position.text, this.spans, site, sign);
    if (text !== null) {
      this.text = text;
      await this.#read();
    }
  }

  /** Move a piece by dragging; `null` is off the board. */
  drag(from: number, to: number | null): void {
    this.change(dragPiece(this.draft, from, to));
  }

  /** Apply a tool to a site, whichever tool is selected. */
  useOn(tool: Tool, site: number): void {
    this.change(applyTool(this.draft, tool, [site], this.palette.kinds));
  }

  face(facing: number): void {
    this.facing = facing;
    if (this.tool.is === 'piece') {
      this.tool = { ...this.tool, facing };
    }
  }

  change(draft: Draft): void {
    if (draft !== this.draft) {
      void this.#check(pushState(this.history, draft));
    }
  }

  undo(): void {
    void this.#check(undo(this.history));
  }

  redo(): void {
    void this.#check(redo(this.history));
  }

  /** Parse the text when typing has paused. */
  type(text: string): void {
    this.#begin();
    this.text = text;
    this.#timer = setTimeout(() => void this.#read(), PAUSE_MS);
  }

  /** Open another position: a share string, or the start position with these options. */
  async open(wanted: { share: string } | { game: string; options: Record<string, Value> }): Promise<void> {
    const isLatest = this.#begin();
    try {
      const view = await post('/api/editor/open', { body: wanted });
      if (isLatest()) {
        this.#applyView(view);
        this.history = pushState(this.history, view.draft);
        await this.#writeText();
      }
    } catch (error) {
      toasts.error(error);
    }
  }

  // ---- Saved positions ----------------------------------------------------------------------------------------------

  async list(): Promise<void> {
    const isLatest = this.#lists.begin();
    const saved = await get('/api/me/positions', { query: { game: this.info.key } });
    if (isLatest()) {
      this.savedPositions = saved;
    }
  }

  async save(name: string): Promise<void> {
    await post('/api/me/positions', { body: { name, position: { share: this.share } } });
    await this.list();
  }

  async rename(id: string, name: string): Promise<void> {
    await patch('/api/me/positions/{position}', { path: { position: id }, body: { name } });
    await this.list();
  }

  async deleteSaved(id: string): Promise<void> {
    await remove('/api/me/positions/{position}', { path: { position: id } });
    await this.list();
  }

  /** Restore a deleted position. */
  async restore({ name, share }: SavedPositionView): Promise<void> {
    await post('/api/me/positions', { body: { name, position: { share } } });
    await this.list();
  }

  // ---- Requests -----------------------------------------------------------------------------------------------------

  #applyView(view: EditorView): void {
    this.palette = view.palette;
    this.position = view.position;
    this.problems = [];
    this.error = null;
    this.text = view.position.position.text;
  }

  /** Begin a request: cancel those under way, and the one that typing has scheduled. */
  #begin(): () => boolean {
    clearTimeout(this.#timer);
    return this.#requests.begin();
  }

  /** Take another draft and ask the rules about it. If they refuse it, the draft before it returns. */
  async #check(history: History<Draft>): Promise<void> {
    const isLatest = this.#begin();
    const before = this.history;
    const draft = history.present;
    this.history = history;
    try {
      if (!sameRules(draft, this.position) || !this.palette.editable) {
        const view = await post('/api/editor/open', { body: await this.#asPosition(draft) });
        if (isLatest()) {
          this.#applyView(view);
          this.history = { ...this.history, present: view.draft };
          await this.#writeText();
        }
        return;
      }
      const check = await post('/api/editor/check', { body: draft });
      if (!isLatest()) {
        return;
      }
      this.problems = check.problems;
      this.error = null;
      if (check.position) {
        this.position = check.position;
        this.text = check.position.position.text;
        this.spans = check.spans;
      } else {
        this.#illegalText = check.text;
        this.text = check.text;
        this.spans = [];
      }
    } catch (error) {
      // For example rules that exclude each other. Text that was typed meanwhile stays, and is read with the old rules.
      if (this.history === history) {
        this.history = before;
      }
      toasts.error(error);
    }
  }

  /**
   * Return a draft with other options, or of a text-based game, as a position; or the start position with its options.
   */
  async #asPosition(draft: Draft): Promise<{ game: string; options: Record<string, Value>; text?: string }> {
    const found = await post('/api/editor/check', { body: draft });
    const request = { game: draft.game, options: draft.options ?? {} };
    return found.position ? { ...request, text: found.position.position.text } : request;
  }

  async #read(): Promise<void> {
    const isLatest = this.#begin();
    const request = { game: this.info.key, text: this.text, options: this.draft.options ?? {} };
    try {
      const read = await post('/api/editor/text', { body: request });
      const view = read.draft && !read.position ? await this.#tableFor(read.draft) : null;
      if (isLatest()) {
        if (view) {
          this.palette = view.palette;
          this.position = view.position;
        }
        this.#applyText(read, request.text);
      }
    } catch (error) {
      toasts.error(error);
    }
  }

  /** Return the board for a draft that is not a legal position, if its options change the board. */
  async #tableFor(draft: Draft): Promise<EditorView | null> {
    return sameRules(draft, this.position)
      ? null
      : await post('/api/editor/open', { body: { game: draft.game, options: draft.options ?? {} } });
  }

  /** Take over a parsed text. */
  #applyText(read: PositionTextView, text: string): void {
    this.spans = read.spans;
    this.error = read.fault;
    if (read.draft) {
      this.history = pushState(this.history, read.draft);
      this.problems = read.problems;
      const [game, options] = this.position.share.split(';');
      this.#illegalText = text.includes(';') ? text : `${game};${options};${text}`;
      this.text = read.position?.position.text ?? text;
      this.position = read.position ?? this.position;
    }
  }

  async #writeText(): Promise<void> {
    const { text, draft } = this;
    const request = { game: this.info.key, text, options: draft?.options ?? this.position.table.options };
    const { spans } = await post('/api/editor/text', { body: request });
    if (this.text === text) {
      this.spans = spans;
    }
  }
}

const sameRules = (draft: Draft, position: PositionDetailView) =>
  JSON.stringify(draft.options) === JSON.stringify(position.table.options);

interface LoadedPosition extends EditorView {
  /** The parsed text of a draft that is not a legal position. */
  reading?: PositionTextView;
}

const DRAFT = /^[^;]*;[^;]*;\s*draft\s/;

/** Load the start position, a position, or a draft with its board. */
async function loadPosition(game: string, share: string): Promise<LoadedPosition> {
  if (DRAFT.test(share)) {
    return await loadDraft(game, share);
  }
  try {
    return await post('/api/editor/open', { body: share.includes(';') ? { share } : { game } });
  } catch (error) {
    // The text may be that of a draft that is not a legal position.
    return error instanceof ServerError && error.status === 400 ? await loadDraft(game, share) : Promise.reject(error);
  }
}

async function loadDraft(game: string, share: string): Promise<LoadedPosition> {
  const reading = await post('/api/editor/text', { body: { game, text: share, options: {} } });
  if (!reading.draft) {
    throw new Error(reading.fault?.text ?? '');
  }
  const view = await post('/api/editor/open', { body: { game, options: reading.draft.options ?? {} } });
  return { ...view, reading };
}

function mark(sites: number[]): MarkView {
  return { kind: 'lit', label: '', sites, seat: null, n: null, of: null, beam: null };
}
