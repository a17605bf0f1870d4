import { expect, test } from 'vitest';
import { Submission } from './submission.svelte.ts';

test('a form is busy until it is answered', async () => {
  const sending = new Submission();
  let answer = () => {};
  const sent = sending.send(() => new Promise<void>((done) => (answer = done)));
  expect(sending.busy).toBe(true);
  answer();
  await sent;
  expect(sending.busy).toBe(false);
  expect(sending.error).toBe('');
});

test('the reason of a refusal is shown until the next attempt', async () => {
  const sending = new Submission();
  await sending.send(() => Promise.reject(new Error('Too long.')));
  expect(sending.error).toBe('Too long.');
  expect(sending.busy).toBe(false);
  await sending.send(() => Promise.reject('nothing that is an error'));
  expect(sending.error).toBe('nothing that is an error');
  const again = sending.send(() => Promise.resolve());
  expect(sending.error).toBe('');
  await again;
});
