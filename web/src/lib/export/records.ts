/** Save or copy a game as a record. */
import { apiUrl, get } from '#lib/net/client.ts';
import { t } from '#lib/strings/index.ts';
import type { MenuEntry } from '#lib/ui/menu/menu.ts';
import type { ClipboardCopy } from './clipboard.svelte.ts';
import { saveUrl } from './saveFile.ts';

export type RecordFormat = 'text' | 'json';

export function recordUrl(match: string, form: RecordFormat): string {
  return apiUrl('/api/matches/{match}/record', { path: { match }, query: { form } });
}

/** Return the URL of the standalone page of a game. */
export function webPageUrl(match: string): string {
  return apiUrl('/api/matches/{match}/page.html', { path: { match } });
}

async function recordText(match: string): Promise<string> {
  const answer = await fetch(recordUrl(match, 'text'));
  if (!answer.ok) {
    throw new Error(t('share.unreachable'));
  }
  return answer.text();
}

async function positionText(match: string, ply: number): Promise<string> {
  return (await get('/api/matches/{match}/plies/{ply}', { path: { match, ply } })).share;
}

/** Return menu entries to save a game, and to copy its text or the position after `ply` moves. */
export function recordMenu(match: string, ply: number, clipboard: ClipboardCopy): MenuEntry[] {
  return [
    {
      text: t('share.save.text'),
      icon: 'download',
      separator: true,
      onselect: () => saveUrl(recordUrl(match, 'text')),
    },
    { text: t('share.save.json'), icon: 'download', onselect: () => saveUrl(recordUrl(match, 'json')) },
    { text: t('share.save.page'), icon: 'board', onselect: () => saveUrl(webPageUrl(match)) },
    { text: t('share.copy.text'), icon: 'copy', onselect: () => void clipboard.copy(recordText(match)) },
    { text: t('share.copy.position'), icon: 'copy', onselect: () => void clipboard.copy(positionText(match, ply)) },
  ];
}
