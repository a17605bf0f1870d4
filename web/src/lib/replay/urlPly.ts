/** The ply in the URL of a replay. */

/** `?ply=12` or `?ply=end`; without it, the start. */
export function plyFromUrl(search: Pick<URLSearchParams, 'get'>, end: number): number {
  const value = search.get('ply') ?? '0';
  const ply = value === 'end' ? end : Number(value);
  return Number.isInteger(ply) ? Math.min(Math.max(0, ply), end) : 0;
}

/** The address of a game at a move. */
export function replayUrl(match: string, ply: number | 'end' = 0): string {
  return ply === 0 ? `/replay/${match}` : `/replay/${match}?ply=${ply}`;
}
