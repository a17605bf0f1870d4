import { afterEach, expect, test, vi } from 'vitest';
import { TestRequests } from '#lib/net/testRequests.ts';
import { type FakeSocket, stubWebSocket } from '#lib/net/testSocket.ts';
import type { ClassBoardMessage, ClassroomView, ShowRequest } from '#lib/net/types.ts';
import { english } from '#lib/strings/index.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { ClassModel } from './model.svelte.ts';

const COMMANDS = '/api/classrooms/ABC/commands';
const view = { code: 'ABC', name: '7b', teaching: true, joined: false } as ClassroomView;

let requests: TestRequests;
let socket: FakeSocket;
let model: ClassModel;
let stop: () => void;

function position(...moves: string[]): Omit<ShowRequest, 'do'> {
  return { game: 'sim', options: {}, start: '', moves, title: 'Edges' };
}

function board(version: number, ...moves: string[]): ClassBoardMessage {
  const shown = { ...position(...moves), nodes: [] } as unknown as ClassBoardMessage['shown'];
  return { type: 'board', version, name: '7b', shown, question: null };
}

async function begin(seen: ClassroomView): Promise<void> {
  const sockets = stubWebSocket();
  requests = new TestRequests();
  toasts.list = [];
  model = new ClassModel('ABC');
  stop = model.follow();
  await (await requests.next('/api/classrooms/ABC')).answer(seen);
  socket = sockets[0] as FakeSocket;
  socket.open();
}

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('a teacher sees that another page shows something else, and shows the own position again', async () => {
  await begin(view);
  model.show(position('A-B'));
  await (await requests.next(COMMANDS)).answer(view);
  socket.receive(board(1, 'A-B'));
  expect(model.elsewhere).toBe(false);
  socket.receive(board(2, 'C-D'));
  expect(model.elsewhere).toBe(true);
  model.showAgain();
  const again = await requests.next(COMMANDS);
  expect(again.body.moves).toEqual(['A-B']);
  await again.answer(view);
  socket.receive(board(3, 'A-B'));
  expect(model.elsewhere).toBe(false);
});

test('a position that was not sent can be shown again', async () => {
  await begin(view);
  model.show(position('A-B'));
  await (await requests.next(COMMANDS)).answer({ code: 'unavailable', text: 'Try again.' }, 503);
  expect(model.elsewhere).toBe(true);
  model.showAgain();
  await (await requests.next(COMMANDS)).answer(view);
  expect(model.elsewhere).toBe(false);
});

test('a pupil learns that they are no longer in the class, unless they leave it', async () => {
  const joined = { ...view, teaching: false, joined: true };
  const gone = { ...joined, joined: false };
  for (const leaves of [false, true]) {
    await begin(joined);
    if (leaves) {
      void model.leave();
    }
    socket.drop(4403);
    await (await requests.next('/api/classrooms/ABC')).answer(gone);
    expect(toasts.list.map((toast) => toast.text)).toEqual(leaves ? [] : [english['class.removed']]);
    stop();
  }
});

test('an answer that is refused can be given again', async () => {
  await begin({ ...view, teaching: false, joined: true });
  socket.receive({ ...board(1), question: { number: 1, solutions: null, text: '' } });
  const sent = model.send(['A-B']);
  await (await requests.next('/api/classrooms/ABC/answer')).answer({ code: 'unavailable', text: 'Try again.' }, 503);
  expect([await sent, model.answer]).toEqual([false, null]);
});
