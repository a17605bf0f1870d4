/** The selection on a board: the picks made so far, the legal next picks, and the preview of a pick. */
import { SvelteMap } from 'svelte/reactivity';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { Effect, LegalMoveView, Pick, Piece } from '#lib/net/types.ts';
import type { BoardProps } from '../contract.ts';
import { applyPick, completedMove, emptySelection, firstAndLastMove, nextPicks, type Selection } from './picks.ts';

/** The board that receives the clicks. */
export interface ClickTarget {
  readonly props: BoardProps;
  readonly pieces: readonly Piece[];
  /** A move is being shown. */
  readonly playing: boolean;
  skip(): void;
  say(text: string): void;
  /** Clear the explanation. */
  clearMessage(): void;
}

export class Clicks {
  readonly #on: ClickTarget;
  /** The clicks made; discarded when the legal moves change. */
  #picked = $state.raw<{ of: readonly LegalMoveView[] | undefined; picks: readonly Pick[] }>({
    of: undefined,
    picks: [],
  });
  #previews = new SvelteMap<string, Effect[]>();
  #previewedMoves: readonly LegalMoveView[] | undefined;
  readonly #explanations = new LatestRequest();
  /** A complete move that waits for "Play". */
  #pending = $state.raw<{
    of: readonly LegalMoveView[] | undefined;
    move: LegalMoveView;
    picks: readonly Pick[];
  } | null>(null);
  #hovered = $state.raw<Pick | null>(null);
  /** Position of a dragged piece, in pixels. */
  held = $state.raw<{ site: number; x: number; y: number } | null>(null);

  constructor(on: ClickTarget) {
    this.#on = on;
  }

  /** The site or verb under the pointer. */
  get hovered(): Pick | null {
    return this.#hovered;
  }

  locked = $derived.by(() => this.#on.props.locked ?? '');
  legal = $derived.by(() => (this.locked ? [] : (this.#on.props.legal ?? [])));
  selection: Selection = $derived.by(() => ({
    ...emptySelection(this.legal),
    picks: this.#picked.of === this.#on.props.legal && !this.locked ? this.#picked.picks : [],
  }));
  next = $derived(nextPicks(this.selection));
  waiting = $derived.by(() => (this.#pending && this.#pending.of === this.#on.props.legal ? this.#pending : null));
  chosen = $derived(this.selection.picks.filter((pick) => typeof pick === 'number'));
  usable: ReadonlySet<number> = $derived.by(
    () => new Set(this.#on.playing ? [] : [...this.next.keys()].filter((pick) => typeof pick === 'number')),
  );
  /** The verbs of the moves there are, in the game's order (a move without sites is its own verb), and whether each can
   * be pressed now. */
  verbs = $derived.by(() => {
    const names = new Set(this.legal.flatMap((move) => move.paths.flat()).filter((pick) => typeof pick === 'string'));
    const known = this.#on.props.verbs.filter(({ name }) => names.delete(name));
    const others = [...names].map((name) => ({ name, label: name, key: '' }));
    return [...known, ...others].map((verb) => ({ ...verb, usable: !this.#on.playing && this.next.has(verb.name) }));
  });
  /** Known effects of a click under the pointer. */
  preview: readonly Effect[] = $derived.by(() => {
    const move =
      this.waiting?.move ?? (this.#hovered === null ? undefined : completedMove(this.selection, this.#hovered));
    return (move && this.#previews.get(move.text)) ?? [];
  });

  /** What will be at the selected place after every possible continuation, if known: a marker inside a ring. */
  leftBehind: readonly Piece[] = $derived.by(() => {
    const site = this.chosen.at(-1);
    if (site === undefined || this.#on.playing) {
      return [];
    }
    const [first = [], ...others] = firstAndLastMove(this.selection).map((move) =>
      placed(this.#previews.get(move.text) ?? [], site),
    );
    return first.filter((one) => others.every((pieces) => pieces.some(({ kind }) => kind === one.kind)));
  });

  /** Handle a click on a site or a verb. */
  press(pick: Pick): void {
    if (this.#on.playing) {
      // A click during an animation ends it and is not queued.
      this.#on.skip();
      return;
    }
    if (this.locked) {
      this.#on.say(this.locked);
      return;
    }
    if (!this.legal.length) {
      return;
    }
    this.#pending = null;
    const step = applyPick(this.selection, pick, (site) => this.own(site));
    if (step.to === 'choose') {
      this.#choose(step.selection.picks);
    } else if (step.to === 'move') {
      this.#complete(step.move, step.picks);
    } else {
      void this.#explain(step.picks);
    }
  }

  /** Return whether the site holds a piece of the seat to move. */
  own(site: number): boolean {
    return this.#on.pieces.some(
      (piece) => piece.place === site && piece.owner === (this.#on.props.seat ?? piece.owner),
    );
  }

  /** Return whether a drag from a site moves the piece there. */
  draggable(site: number): boolean {
    const { selection } = this;
    const taken = !this.#on.playing && this.#on.pieces.some((piece) => piece.place === site);
    if (this.#on.props.ondrag) {
      return taken;
    }
    return (
      taken &&
      (selection.picks.at(-1) === site || [...nextPicks(emptySelection(selection.legal)).keys()].includes(site)) &&
      !completedMove(emptySelection(selection.legal), site)
    );
  }

  /** Start dragging a piece. */
  grab(site: number): void {
    this.#pending = null;
    this.#choose(this.#on.props.ondrag ? [] : [site]);
  }

  /** Drop a dragged piece on a site, or on nothing; `off` if that is outside the board. */
  drop(site: number | null, off = false): void {
    const from = this.chosen.at(-1);
    const { held } = this;
    this.held = null;
    if (this.#on.props.ondrag) {
      if (held && held.site !== site && (site !== null || off)) {
        this.#on.props.ondrag(held.site, site);
      }
      return;
    }
    if (site === from) {
      return;
    }
    if (site !== null && this.next.has(site)) {
      this.press(site);
    } else {
      const picks = [...this.selection.picks];
      this.#choose([]);
      if (site !== null) {
        void this.#explain([...picks, site]);
      }
    }
  }

  /** Whether the Play button is shown, which plays a completed move. */
  get confirming(): boolean {
    return this.waiting !== null || (this.#on.props.confirm === true && this.legal.length > 0);
  }

  /** Play the move that waits for confirmation; if the clicks are incomplete, announce what is missing. */
  confirm(): void {
    if (this.waiting) {
      const { move, picks } = this.waiting;
      this.#play(move, picks);
    } else {
      void this.#explain(this.selection.picks);
    }
  }

  deselect(): boolean {
    const had = this.selection.picks.length > 0 || this.waiting !== null;
    this.#pending = null;
    this.#choose([]);
    this.#on.clearMessage();
    return had;
  }

  point(pick: Pick | null): void {
    this.#hovered = pick;
    const move = pick === null || this.#on.playing ? undefined : completedMove(this.selection, pick);
    if (move) {
      void this.#ask(move);
    }
  }

  #choose(picks: readonly Pick[]): void {
    this.#picked = { of: this.#on.props.legal, picks };
    this.#explanations.begin();
    this.#on.clearMessage();
    if (picks.length) {
      for (const move of firstAndLastMove(this.selection)) {
        void this.#ask(move);
      }
    }
  }

  #complete(move: LegalMoveView, picks: readonly Pick[]): void {
    if (this.#on.props.confirm) {
      this.#choose(picks.slice(0, -1));
      this.#pending = { of: this.#on.props.legal, move, picks };
      void this.#ask(move);
    } else {
      this.#play(move, picks);
    }
  }

  #play(move: LegalMoveView, picks: readonly Pick[]): void {
    this.#pending = null;
    this.#hovered = null;
    this.#choose([]);
    this.#on.props.onmove?.(move, [...picks]);
  }

  async #explain(picks: readonly Pick[]): Promise<void> {
    const isLatest = this.#explanations.begin();
    const text = await this.#on.props.onexplain?.([...picks]);
    if (text && isLatest()) {
      this.#on.say(text);
    }
  }

  async #ask(move: LegalMoveView): Promise<void> {
    if (this.#previewedMoves !== this.#on.props.legal) {
      this.#previewedMoves = this.#on.props.legal;
      this.#previews.clear();
    }
    if (!this.#on.props.onpreview || this.#previews.has(move.text)) {
      return;
    }
    const legal = this.#previewedMoves;
    this.#previews.set(move.text, []);
    const effects = await this.#on.props.onpreview(move);
    if (legal === this.#previewedMoves) {
      this.#previews.set(move.text, effects);
    }
  }
}

/** Return the piece that effects place on a site. */
function placed(effects: readonly Effect[], site: number): Piece[] {
  return effects.flatMap(({ kind, after }) => (kind === 'place' && after?.place === site ? [after] : []));
}
