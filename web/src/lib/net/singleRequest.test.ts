import { expect, test } from 'vitest';
import { SingleRequest } from './singleRequest.ts';

test('requests made while one runs are sent once afterwards', async () => {
  const answers: (() => void)[] = [];
  const request = new SingleRequest(() => new Promise((resolve) => answers.push(resolve)));
  const done = request.run();
  await request.run();
  await request.run();
  expect(answers.length).toBe(1);
  answers[0]?.();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await done;
  expect(answers.length).toBe(2);
});

test('a request can be sent again after a failure', async () => {
  let sent = 0;
  const request = new SingleRequest(async () => {
    sent += 1;
    throw new Error('lost');
  });
  await expect(request.run()).rejects.toThrow('lost');
  await expect(request.run()).rejects.toThrow('lost');
  expect(sent).toBe(2);
});
