/** Links for sharing. */

/** A link that carries the position itself, in the part that no server is told. */
export function positionLink(origin: string, share: string): string {
  return `${origin}/analysis#share=${encodeURIComponent(share)}`;
}
