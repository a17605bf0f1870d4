/** Codes of matches and of classes, which are typed into the same field. */
import { get } from '#lib/net/client.ts';

/** Return the page of the match or the class with a code; fail with a `ServerError` of status 404 if there is none. */
export async function codePath(typed: string): Promise<string> {
  const { kind, code } = await get('/api/codes/{code}/target', { path: { code: typed } });
  return `/${kind === 'class' ? 'class' : 'join'}/${encodeURIComponent(code)}`;
}
