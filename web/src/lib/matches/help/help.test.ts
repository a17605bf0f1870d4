import { afterEach, expect, it, vi } from 'vitest';
import { stubWebSocket } from '#lib/net/testSocket.ts';
import { Help } from './help.svelte.ts';

afterEach(() => vi.unstubAllGlobals());

it('searches the threats again that a hint has cancelled', async () => {
  const sockets = stubWebSocket();
  vi.stubGlobal('fetch', async () => Response.json({ aids: [] }));
  const help = new Help('m', () => undefined);
  void help.openCoach(3);
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]?.open();
  const asked = help.askHint();
  sockets[0]?.receive({ type: 'hint', id: 2 });
  await asked;
  expect(sockets[0]?.sent.map(({ type }) => type)).toEqual(['threats', 'hint', 'threats']);
  sockets[0]?.receive({ type: 'threats', id: 3 });
  await vi.waitFor(() => expect(help.threats).not.toBeNull());
});

it('does not show a hint for the position before', async () => {
  const sockets = stubWebSocket();
  const help = new Help('m', () => undefined);
  const asked = help.askHint();
  sockets[0]?.open();
  help.clear();
  sockets[0]?.receive({ type: 'hint', id: 1 });
  expect([await asked, help.hint]).toEqual([null, null]);
});
