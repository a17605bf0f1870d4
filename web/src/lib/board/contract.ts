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
  /** Under this name the view (camera, turned or not) is remembered: the game's key. */
  name: string;
  board: Board;
  kinds: Kind[];
  verbs: Verb[];
  sides: Side[];
  /** The colour of each seat, as CSS writes it. */
  colours: string[];
  pieces: Piece[];
  marks?: MarkView[];
  /** Marks of the coach, drawn over everything else while the coach is open. */
  aids?: MarkView[];
  /** The moves that may be played by clicks here and now; none while the board only shows. */
  legal?: LegalMoveView[];
  /** The seat to move; its pieces are bright, others dim, while `legal` has something. */
  seat?: number;
  /** The seat that sits in front; the board is turned accordingly. */
  front?: number;
  /** What the last move did; stays marked until the next. */
  last?: Effect[];
  /** Seats whose pieces fade: those who have lost. */
  faded?: number[];
  /** A turn to point out: arrows for slides, ghosts for placing, curved arrows for turns, crosses for removals, beams. */
  hint?: Effect[][];
  /** Arrows from site to site, such as the lines of an engine; `arrowsOf` makes them from the effects of a turn. */
  arrows?: Arrow[];
  /** What the board and the pieces are made of, and their colours; what is not given is as the settings have it. */
  finish?: Finish;
  /** What may be seen besides pieces that move; what is not given is as the settings have it. */
  effects?: Partial<VisualEffects>;
  /** The camera walks slowly round the board by itself. Not on a flat board, nor where motion is not wanted. */
  orbit?: boolean;
  /** Which of the legal moves decide the game at once, for a seat that wants to see it. */
  verdicts?: MoveVerdictView[];
  /** Clicks are answered with this sentence instead of being taken; "" takes them. */
  locked?: string;
  /** Ask before a completed row of clicks is played ("confirm moves"). */
  confirm?: boolean;
  /** A label for people who cannot see the board, such as "Surakarta board". */
  label: string;
  onmove?: (move: LegalMoveView, picks: Pick[]) => void;
  /** Where pieces may be dragged to any site, or off the board (null), whatever the legal moves are: a piece was. */
  ondrag?: (from: number, to: number | null) => void;
  /** Why this row of clicks is no move; what is to be said is said by the board. */
  onexplain?: (picks: Pick[]) => Promise<string>;
  /** What a move would do, for its preview. */
  onpreview?: (move: LegalMoveView) => Promise<Effect[]>;
  /** Something the page should say in its live region. */
  onsay?: (text: string) => void;
}

export interface PlayOptions {
  /** The effects of the move that led here are shown from their end to their beginning: one step back in a replay. */
  backwards?: boolean;
  /** False where a game is only looked at: nothing shakes, nothing sounds. */
  live?: boolean;
}

/** What a page can ask of a board it holds (`bind:this`). */
export interface BoardHandle {
  /** Shows effects in step over the pieces that stand there, `pieces` stays what it was; ends when all have been shown. */
  play(effects: Effect[], options?: PlayOptions): Promise<void>;
  /** Ends a running animation at once. */
  skip(): void;
  /** Takes back the clicks made so far; false if there were none. */
  deselect(): boolean;
  flip(): void;
  resetView(): void;
  focus(): void;
  /** Moves the camera to a place, for the end of a game. */
  lookAt(sites: number[]): Promise<void>;
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
