/** The threats that the coach shows: the best line of each seat. */
import type { LineView, ThreatsMessage } from '#lib/net/types.ts';

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
    ...Object.entries(found.theirs).map(([seat, theirs]): [number, LineView[]] => [Number(seat), theirs]),
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
