/** A game in numbers, from its moves and what they visibly did. */
import type { Effect, ReplayView, TurnView } from '#lib/api/types.ts';
import { stops } from './turns.ts';

/** What is counted besides turns and times. `taken`: pieces of others that left the board. */
export const COUNTED = ['taken', 'place', 'slide', 'turn', 'flip', 'draw', 'swap'] as const;
export type Counted = (typeof COUNTED)[number];

export interface SeatStats {
  turns: number;
  /** Milliseconds in all, and on the longest turn. */
  time: number;
  longest: number;
  /** The longest turn's number in the game, from 1; 0 if there was none. */
  longestTurn: number;
  counts: Record<Counted, number>;
}

export const spentOn = (turn: TurnView): number => turn.moves.reduce((sum, move) => sum + move.spent, 0);

/** The numbers of every seat. */
export function statistics(turns: readonly TurnView[], effects: readonly Effect[][], seats: number): SeatStats[] {
  const found = Array.from(
    { length: seats },
    (): SeatStats => ({
      turns: 0,
      time: 0,
      longest: 0,
      longestTurn: 0,
      counts: Object.fromEntries(COUNTED.map((kind) => [kind, 0])) as Record<Counted, number>,
    }),
  );
  turns.forEach((turn, n) => {
    const stats = found[turn.seat];
    if (!stats) {
      return;
    }
    const spent = spentOn(turn);
    stats.turns += 1;
    stats.time += spent;
    if (spent > stats.longest) {
      stats.longest = spent;
      stats.longestTurn = n + 1;
    }
    for (const move of turn.moves) {
      for (const effect of effects[move.ply - 1] ?? []) {
        const kind = counted(effect, turn.seat);
        if (kind !== null) {
          stats.counts[kind] += 1;
        }
      }
    }
  });
  return found;
}

function counted(effect: Effect, seat: number): Counted | null {
  if (effect.kind === 'remove') {
    const { before } = effect;
    return before !== null && typeof before.place !== 'string' && before.owner !== null && before.owner !== seat
      ? 'taken'
      : null;
  }
  return effect.kind === 'beam' ? null : effect.kind;
}

/** The kinds of which there was at least one. */
export function countedKinds(stats: readonly SeatStats[]): Counted[] {
  return COUNTED.filter((kind) => stats.some((one) => one.counts[kind] > 0));
}

/** What each seat could expect, at the start and after every turn: a row of numbers for each seat. */
export function leads(replay: ReplayView, turns: readonly TurnView[]): number[][] {
  const rows = stops(turns).flatMap((ply) => (replay.chances[ply] ? [replay.chances[ply]] : []));
  return (rows[0] ?? []).map((_, seat) => rows.map((row) => row[seat] ?? 0));
}

/** A curve through points as an SVG path, in a box of the given size; values go from 0 (bottom) to 1 (top). */
export function curve(values: readonly number[], width: number, height: number): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map((value, n) => `${n === 0 ? 'M' : 'L'}${(n * step).toFixed(1)} ${((1 - value) * height).toFixed(1)}`)
    .join('');
}
