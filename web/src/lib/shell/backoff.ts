/** How long to wait before the next attempt to connect: soon at first, then less and less often, never all at once. */
const FIRST_MS = 500;
const MOST_MS = 15_000;

export function waitBefore(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(attempt, 20));
  return Math.round(full * (0.5 + random() / 2));
}
