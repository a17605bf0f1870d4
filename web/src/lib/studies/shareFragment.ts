/** Positions in the fragment of an address: they never reach a server's log, and a link to one can be given to anybody. */

/** The share string in a fragment such as `#share=surakarta%3B…`; "" if there is none. */
export function shareFromFragment(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('share') ?? '';
}

/** A page with a position in its fragment. */
export function urlWithShare(path: string, share: string): string {
  return share ? `${path}#${new URLSearchParams({ share })}` : path;
}

/** The set-up of a game, with a position to begin with. */
export function setupUrl(game: string, share: string): string {
  return `/play/${game}#${new URLSearchParams({ start: share })}`;
}

/** The game that a share string names. */
export function gameOfShare(share: string): string {
  return share.split(';')[0]?.trim() ?? '';
}
