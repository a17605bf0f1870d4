/**
 * The props and events of a board. The board implements no rules: it draws the pieces it receives and offers the pick
 * paths that the server sent.
 */
import type {
  Beam,
  Board,
  Effect,
  Kind,
  LegalMoveView,
  MarkView,
  MoveVerdictView,
  Pick,
  Piece,
  Side,
  Verb,
} from '#lib/net/types.ts';
import type { VisualEffects } from './animation/visualEffects.ts';
import type { Finish } from './view/finish.ts';
import type { Arrow } from './view/overlays/arrows.ts';

export interface BoardProps {
  /** The game's key, under which the view is remembered. */
  name: string;
  board: Board;
  kinds: Kind[];
  verbs: Verb[];
  sides: Side[];
  /** The CSS colour of each seat. */
  colours: string[];
  pieces: Piece[];
  marks?: MarkView[];
  /** Marks of the coach, drawn over everything else while the coach is open. */
  aids?: MarkView[];
  /** The legal moves that can be played by clicks; empty for a read-only board. */
  legal?: LegalMoveView[];
  /** The seat to move; its pieces are bright, others dim, while `legal` has something. */
  seat?: number;
  /** The seat in front; the board is turned accordingly. */
  front?: number;
  /** Effects of the last move, marked until the next. */
  last?: Effect[];
  /** Seats that have lost; their pieces are faded. */
  faded?: number[];
  /** A turn to highlight: arrows for slides, ghosts for placing, curved arrows for turns, crosses for removal, beams. */
  hint?: Effect[][];
  /** Arrows from site to site, such as the lines of an engine; `arrowsOf` makes them from the effects of a turn. */
  arrows?: Arrow[];
  /** Materials and colours of board and pieces; missing values come from the settings. */
  finish?: Finish;
  /** Enabled visual effects; missing values come from the settings. */
  effects?: Partial<VisualEffects>;
  /** The camera slowly orbits the board. Ignored on flat boards and with reduced motion. */
  orbit?: boolean;
  /** Which of the legal moves decide the game immediately, for a seat with that help. */
  verdicts?: MoveVerdictView[];
  /** Why clicks are refused, as a sentence; "" accepts them. */
  locked?: string;
  /** Ask for confirmation before a completed move is played. */
  confirm?: boolean;
  /** Accessible name of the board, such as "Surakarta board". */
  label: string;
  onmove?: (move: LegalMoveView, picks: Pick[]) => void;
  /**
   * Called when a piece was dragged to a site or off the board (null), whether or not that is a legal move. Without it,
   * only legal moves can be dragged.
   */
  ondrag?: (from: number, to: number | null) => void;
  /** Return why a sequence of clicks is not a move; the board shows the reason. */
  onexplain?: (picks: Pick[]) => Promise<string>;
  /** Return what a move would do, for its preview. */
  onpreview?: (move: LegalMoveView) => Promise<Effect[]>;
  /** A message for the page's live region. */
  onsay?: (text: string) => void;
}

export interface PlayOptions {
  /** Play the effects in reverse: one step back in a replay. */
  backwards?: boolean;
  /** False in replays: no shaking, no sound. */
  live?: boolean;
}

/** Methods of a board, for the page that binds it (`bind:this`). */
export interface BoardHandle {
  /** Animate effects one after the other, starting from `pieces`; resolve when all have been shown. */
  play(effects: Effect[], options?: PlayOptions): Promise<void>;
  /** End a running animation immediately. */
  skip(): void;
  /** Clear the selection; return false if it was empty. */
  deselect(): boolean;
  flip(): void;
  resetView(): void;
  focus(): void;
  /** Move the camera to the decisive sites at the end of a game. */
  lookAt(sites: number[]): Promise<void>;
  /** Return whether the board is drawn as a flat picture: by choice, or since the browser has no WebGL. */
  isFlat(): boolean;
  /** Return the seat at the lower edge of the picture. */
  nearSeat(): number;
}

export type {
  Arrow,
  Beam,
  Board,
  Effect,
  Finish,
  Kind,
  LegalMoveView,
  MarkView,
  Pick,
  Piece,
  Side,
  Verb,
  VisualEffects,
};
