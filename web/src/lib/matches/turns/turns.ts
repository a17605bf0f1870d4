/** The move list: turns in numbered rounds, and the places at which one can stop when looking back. */
import type { TurnView } from '#lib/net/types.ts';

export interface Entry {
  /** The turn's place in the list. */
  index: number;
  turn: TurnView;
  /** How many moves have been played when this turn is done. */
  ply: number;
}

export interface Round {
  number: number;
  /** One entry for each seat; null where a seat did not move in this round. */
  entries: (Entry | null)[];
}

/** The turns in rounds: a new one begins where the order of seats begins again. */
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

/** How many moves have been played when a turn is done. */
export function lastPly(turn: TurnView): number {
  return turn.moves.at(-1)?.ply ?? 0;
}

/** The plies at which one can stop: before the first move, and after each turn. */
export function turnEnds(turns: readonly TurnView[]): number[] {
  return [0, ...turns.map(lastPly)];
}

/** The stop `by` steps away from a ply. From between two stops the first step goes to the nearer one in that direction. */
export function turnEndFrom(turns: readonly TurnView[], ply: number, by: number): number {
  const all = turnEnds(turns);
  const past = all.filter((stop) => stop < ply);
  const ahead = all.filter((stop) => stop > ply);
  if (by < 0) {
    return past.at(by) ?? all[0] ?? 0;
  }
  return by > 0 ? (ahead[by - 1] ?? all.at(-1) ?? 0) : ply;
}

/** The turn in which a ply was played, counted from 1; 0 before the first move. */
export function turnNumber(turns: readonly TurnView[], ply: number): number {
  return ply === 0 ? 0 : turns.findIndex((turn) => lastPly(turn) >= ply) + 1;
}
