/** How fast computers play that are watched: the least time before a move, in milliseconds. */
export const SPEEDS = [
  { key: 'slow', pause: 2500 },
  { key: 'normal', pause: 700 },
  { key: 'fast', pause: 0 },
] as const;

/** The pace that is meant by a pause; the server's own is the normal one. */
export function nearestSpeed(pause: number | null): number {
  const target = pause ?? 700;
  return SPEEDS.reduce<number>(
    (best, { pause: one }) => (Math.abs(one - target) < Math.abs(best - target) ? one : best),
    SPEEDS[0].pause,
  );
}
