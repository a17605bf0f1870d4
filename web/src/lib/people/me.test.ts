import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestRequests } from '#lib/net/testRequests.ts';
import type { MeView } from '#lib/net/types.ts';

const anna = (preferences: Record<string, unknown>, created = 1) =>
  ({ person: { name: 'Anna', account: true, created }, owner: false, preferences }) as unknown as MeView;

let requests: TestRequests;
let me: typeof import('./me.svelte.ts')['me'];
let settings: typeof import('#lib/settings/settings.svelte.ts')['settings'];

beforeEach(async () => {
  vi.resetModules();
  requests = new TestRequests();
  ({ me } = await import('./me.svelte.ts'));
  ({ settings } = await import('#lib/settings/settings.svelte.ts'));
});
afterEach(() => vi.unstubAllGlobals());

const dark = { settings: { theme: 'dark' }, colour: 'red' };

describe('what a person sets while the page asks who uses it', () => {
  beforeEach(async () => {
    void me.load();
    await (await requests.next('/api/me')).answer(anna(dark));
    expect(settings.theme).toBe('dark');
  });

  it('stays when the answer arrives', async () => {
    void me.refresh();
    const asked = await requests.next('/api/me');
    settings.set('theme', 'light');
    void me.prefer('colour', 'blue');
    await asked.answer(anna(dark));
    expect([settings.theme, me.preference('colour')]).toEqual(['light', 'blue']);
  });

  it('is stored before the page asks again', async () => {
    settings.set('theme', 'light');
    void me.refresh();
    const stored = await requests.next('/api/me/preferences');
    expect(requests.paths).toEqual([]);
    await stored.answer({});
    await (await requests.next('/api/me')).answer(anna({ settings: { theme: 'light' } }));
    expect(settings.theme).toBe('light');
  });

  it('does not stay for another person', async () => {
    void me.logIn({ name: 'Bert', password: 'secret' });
    const asked = await requests.next('/api/log-in');
    settings.set('theme', 'light');
    await asked.answer(anna(dark, 2));
    expect(settings.theme).toBe('dark');
  });
});

it('the answer to an earlier request does not log out a person who has logged in', async () => {
  void me.refresh();
  void me.logIn({ name: 'Anna', password: 'secret' });
  await vi.waitFor(() => expect(requests.paths).toEqual(['/api/me']));
  await (await requests.next('/api/me')).answer({ person: null, owner: false, preferences: {} });
  await (await requests.next('/api/log-in')).answer(anna({}));
  expect([me.name, requests.paths]).toEqual(['Anna', []]);
});
