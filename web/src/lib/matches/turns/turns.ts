/** Turns in numbered rounds, and stepping between turns. */
import type { TurnView } from '#lib/net/types.ts';

export interface Entry {
  /** Index in the move list. */
  index: number;
  turn: TurnView;
  /** Number of moves played after this turn. */
  ply: number;
}

export interface Round {
  number: number;
  /** One entry per seat; null if the seat did not move in this round. */
  entries: (Entry | null)[];
}

/** Return the turns in rounds; a round ends when the order of seats starts again. */
export function rounds(turns: readonly TurnView[], seats: number): Round[] {
  const found: Round[] = [];
  let last = seats;
  turns.forEach((turn, index) => {
    if (turn.seat <= last) {
      found.push({ number: found.length + 1, entries: Array.from({ length: seats }, () => null) });
    }
    last = turn.seat;
    const round = found.at(-1);
    if (round) {
      round.entries[turn.seat] = { index, turn, ply: lastPly(turn) };
    }
  });
  return found;
}

/** Return the number of moves played after a turn. */
export function lastPly(turn: TurnView): number {
  return turn.moves.at(-1)?.ply ?? 0;
}

/** Return the plies before the first turn and after each turn. */
export function turnEnds(turns: readonly TurnView[]): number[] {
  return [0, ...turns.map(lastPly)];
}

/**
 * Return the turn end `by` steps from a ply. Within a turn, the first step goes to the nearest end in that direction.
 */
export function turnEndFrom(turns: readonly TurnView[], ply: number, by: number): number {
  const all = turnEnds(turns);
  const past = all.filter((stop) => stop < ply);
  const ahead = all.filter((stop) => stop > ply);
  if (by < 0) {
    return past.at(by) ?? all[0] ?? 0;
  }
  return by > 0 ? (ahead[by - 1] ?? all.at(-1) ?? 0) : ply;
}

/** Return the number of the turn of a ply, from 1; 0 before the first move. */
export function turnNumber(turns: readonly TurnView[], ply: number): number {
  return ply === 0 ? 0 : turns.findIndex((turn) => lastPly(turn) >= ply) + 1;
}
