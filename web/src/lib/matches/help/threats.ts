/** What the coach shows: the best turn of the seat to move, and the threats of the others. */
import type { LineView, ThreatsMessage } from '#lib/net/types.ts';

/** How much better for a seat its best turn must be than the play to expect, to be called a threat. */
const THREAT_GAIN = 0.08;

export interface ShownThreat {
  seat: number;
  /** Whether the seat is to move. */
  next: boolean;
  /** Whether it is a threat of the viewer; on a shared screen, of the seat to move. */
  own: boolean;
  line: LineView;
}

export function threatsOf(found: ThreatsMessage | null, ownSeats: readonly number[]): ShownThreat[] {
  if (found === null) {
    return [];
  }
  const lines: [number, LineView[]][] = [
    [found.seat, found.mine],
    ...Object.entries(found.theirs)
      .map(([seat, theirs]): [number, LineView[]] => [Number(seat), theirs])
      .filter(([seat, [best]]) => best !== undefined && gainOf(seat, best, found.mine[0]) >= THREAT_GAIN),
  ];
  return lines.flatMap(([seat, of]) =>
    of.slice(0, 1).map((line) => ({
      seat,
      next: seat === found.seat,
      own: ownSeats.length === 1 ? seat === ownSeats[0] : seat === found.seat,
      line,
    })),
  );
}

/** Return how much a seat would gain by its line, compared with the best play of the seat to move. */
function gainOf(seat: number, line: LineView, expected: LineView | undefined): number {
  return (line.results[seat] ?? 0) - (expected?.results[seat] ?? 0);
}
