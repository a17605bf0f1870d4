/** URLs of pictures that the server draws, with the marks of seats where the viewer needs them. */
import { needsMarks } from '#lib/board/view/colours.ts';
import { apiUrl } from '#lib/net/client.ts';
import { settings } from '#lib/settings/settings.svelte.ts';

/** Return whether pieces have marks; undefined for pictures of matches with close colours only, which the server knows. */
export function pictureSigns(): boolean | undefined {
  const { marks, theme } = settings;
  return needsMarks(marks, theme, []) || (marks === 'auto' ? undefined : false);
}

/** Return the URL of the current position of a match, without trays. A version of it is cached forever. */
export function matchPictureUrl(match: string, version: number, size: number): string {
  return apiUrl('/api/matches/{match}/picture.svg', {
    path: { match },
    query: { size, coordinates: false, trays: false, signs: pictureSigns(), v: version },
  });
}
