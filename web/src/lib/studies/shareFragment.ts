/** Positions in the fragment of a URL, which never reaches server logs. */

/** Return the share string of a fragment such as `#share=surakarta%3B…`; "" if there is none. */
export function shareFromFragment(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('share') ?? '';
}

/** Return the URL of a page with a position in its fragment. */
export function urlWithShare(path: string, share: string): string {
  return share ? `${path}#${new URLSearchParams({ share })}` : path;
}

/** Return the URL of the set-up form with a start position. */
export function setupUrl(game: string, share: string): string {
  return `/play/${game}#${new URLSearchParams({ start: share })}`;
}
