import { afterEach, expect, test, vi } from 'vitest';
import { TestRequests } from '#lib/net/testRequests.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { OwnPlan } from './ownPlan.svelte.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['not-a-player', 403, []],
  ['unavailable', 503, ['Try again.']],
])('a plan that cannot be loaded (%s)', async (error, status, shown) => {
  const requests = new TestRequests();
  toasts.list = [];
  const plan = new OwnPlan('m');
  plan.show({ ply: 0, lines: [['A-B', 'C-D']], premove: '', premove_path: [] });
  void plan.load();
  await (await requests.next('/api/matches/m/plan')).answer({ error, text: 'Try again.' }, status);
  expect(toasts.list.map((toast) => toast.text)).toEqual(shown);
  expect(plan.current === null).toBe(status === 403); // Whose session has ended has no plan.
});
