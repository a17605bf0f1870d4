/** Speeds of watched bots: the minimum delay before a move in milliseconds. */
export const SPEEDS = [
  { key: 'slow', pause: 2500 },
  { key: 'normal', pause: 700 },
  { key: 'fast', pause: 0 },
] as const;

/** Return the speed nearest to a delay; null is the server's default, the normal speed. */
export function nearestSpeed(pause: number | null): number {
  const target = pause ?? 700;
  return SPEEDS.reduce<number>(
    (best, { pause: one }) => (Math.abs(one - target) < Math.abs(best - target) ? one : best),
    SPEEDS[0].pause,
  );
}
