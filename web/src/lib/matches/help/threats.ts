/** The threats that the coach shows: the best line of each seat. */
import type { LineView, ThreatsMessage } from '#lib/net/types.ts';

export interface SeenThreat {
  seat: number;
  /** The seat is to move; the others would have to wait for their turn. */
  next: boolean;
  /** It is a threat of the one who looks; where several sit at one screen, of the one to move. */
  own: boolean;
  line: LineView;
}

export function threatsOf(found: ThreatsMessage | null, ownSeats: readonly number[]): SeenThreat[] {
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
