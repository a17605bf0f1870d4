/** Links for sharing. */

/** Return a link with the position in its fragment, which browsers do not send to the server. */
export function positionLink(origin: string, share: string): string {
  return `${origin}/analysis#share=${encodeURIComponent(share)}`;
}
