/** A game as a record: saved or copied, with the same words wherever a game is. */
import { address, get } from '#lib/net/client.ts';
import type { PositionDetail } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import type { MenuEntry } from '#lib/ui/menu/menu.ts';
import type { Copying } from './clipboard.svelte.ts';
import { save } from './saveFile.ts';

export type Form = 'text' | 'json';

export function recordAddress(match: string, form: Form): string {
  return address(`/api/matches/${match}/record`, { form });
}

/** The page that opens anywhere. */
export function pageAddress(match: string): string {
  return `/api/matches/${match}/page.html`;
}

async function recordText(match: string): Promise<string> {
  const answer = await fetch(recordAddress(match, 'text'));
  if (!answer.ok) {
    throw new Error(t('share.unreachable'));
  }
  return answer.text();
}

async function positionText(match: string, ply: number): Promise<string> {
  return (await get<PositionDetail>(`/api/matches/${match}/plies/${ply}`)).share;
}

/** What a menu offers for a game: files to save, its text and the position after `ply` moves to copy. */
export function recordEntries(match: string, ply: number, copying: Copying): MenuEntry[] {
  return [
    { text: t('share.save.text'), icon: 'download', apart: true, onselect: () => save(recordAddress(match, 'text')) },
    { text: t('share.save.json'), icon: 'download', onselect: () => save(recordAddress(match, 'json')) },
    { text: t('share.save.page'), icon: 'board', onselect: () => save(pageAddress(match)) },
    { text: t('share.copy.text'), icon: 'copy', onselect: () => void copying.copy(recordText(match)) },
    { text: t('share.copy.position'), icon: 'copy', onselect: () => void copying.copy(positionText(match, ply)) },
  ];
}
