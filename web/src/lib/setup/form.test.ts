import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestRequests } from '#lib/net/testRequests.ts';
import type { GameView, PlayerRatingView } from '#lib/net/types.ts';
import { SetupForm } from './form.svelte.ts';

const table = { game: 'toy', options: {}, sides: [{ name: 'White' }, { name: 'Black' }] };
const info = { key: 'toy', options: [], presets: [], table } as unknown as GameView;
const position = (text: string) => ({ share: `toy;;${text}`, outcome: null, table, position: { text } });

let requests: TestRequests;
let form: SetupForm;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  requests = new TestRequests();
  form = new SetupForm(info, {} as PlayerRatingView);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('keeps the position that is being typed when the answer about an earlier one arrives', async () => {
  form.setStart('toy;;WB');
  await vi.advanceTimersByTimeAsync(250);
  await (await requests.next('/api/games/toy/check')).answer(table);
  const earlier = await requests.next('/api/positions');
  form.setStart('WBW');
  await earlier.answer(position('WB'));
  expect(form.draft.start).toBe('WBW');
  await vi.advanceTimersByTimeAsync(250);
  await (await requests.next('/api/games/toy/check')).answer(table);
  await (await requests.next('/api/positions')).answer(position('WBW'));
  expect([form.draft.start, form.share, form.startError]).toEqual(['WBW', 'toy;;WBW', '']);
});
