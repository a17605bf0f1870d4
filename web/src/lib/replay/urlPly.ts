/** The ply in the URL of a replay. */

/** Return the ply of `?ply=12` or `?ply=end`; default 0. */
export function plyFromUrl(search: Pick<URLSearchParams, 'get'>, end: number): number {
  const value = search.get('ply') ?? '0';
  const ply = value === 'end' ? end : Number(value);
  return Number.isInteger(ply) ? Math.min(Math.max(0, ply), end) : 0;
}

/** Return the URL of a replay at a ply. */
export function replayUrl(match: string, ply: number | 'end' = 0): string {
  return ply === 0 ? `/replay/${match}` : `/replay/${match}?ply=${ply}`;
}
