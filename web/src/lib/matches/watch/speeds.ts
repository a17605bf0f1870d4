/** How fast computers play that are watched: the least time before a move, in milliseconds. */
export const PACES = [
  { key: 'slow', pause: 2500 },
  { key: 'normal', pause: 700 },
  { key: 'fast', pause: 0 },
] as const;

/** The pace that is meant by a pause; the server's own is the normal one. */
export function paceOf(pause: number | null): number {
  const wanted = pause ?? 700;
  return PACES.reduce<number>(
    (best, { pause: one }) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best),
    PACES[0].pause,
  );
}
