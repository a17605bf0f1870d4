import { expect, test } from 'vitest';
import { toasts } from './toasts.svelte.ts';

test('a toast about a match is closed with the match, others stay', () => {
  toasts.list = []; // other tests share them
  const action = { text: 'Go', run: () => undefined };
  toasts.show('Sim: it is your turn.', 'news', action, 'one');
  toasts.show('Pylos: it is your turn.', 'news', action, 'two');
  toasts.dismiss('one');
  expect(toasts.list.map((toast) => toast.text)).toEqual(['Pylos: it is your turn.']);
  toasts.show('Your next tournament game has begun.', 'news', action, 'two');
  expect(toasts.list.map((toast) => toast.text)).toEqual(['Your next tournament game has begun.']);
  toasts.dismiss('two');
});
