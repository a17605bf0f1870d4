import { afterEach, expect, it, vi } from 'vitest';
import { stubWebSocket } from '#lib/net/testSocket.ts';
import { Help } from './help.svelte.ts';

afterEach(() => vi.unstubAllGlobals());

it('does not show a hint for the position before', async () => {
  const sockets = stubWebSocket();
  const help = new Help('m', () => undefined);
  const asked = help.askHint();
  sockets[0]?.open();
  help.clear();
  sockets[0]?.receive({ type: 'hint', id: 1 });
  expect([await asked, help.hint]).toEqual([null, null]);
});
