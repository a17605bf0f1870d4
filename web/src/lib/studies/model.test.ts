import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestRequests } from '#lib/net/testRequests.ts';
import type { StudyView } from '#lib/net/types.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { AnalysisModel } from './model.svelte.ts';

/** A game in which a position is the moves that lead to it, and every move is a turn. */
const study = {
  id: null,
  name: '',
  title: 'Toy',
  names: [],
  table: { game: 'toy', options: {}, sides: [], board: { sites: [] } },
  study: { game: 'toy', options: {}, start: '', tags: {}, nodes: [{}], outcome: null },
  nodes: [{ seat: 0, turn_over: true }],
} as unknown as StudyView;
const effects = { effects: [], turn_over: true, say: { text: '' }, turn: '' };

let requests: TestRequests;
let model: AnalysisModel;
const line = () => model.detail?.position.text;

/** Answer the next question about a position. */
async function showNext(): Promise<void> {
  const asked = await requests.next('/api/positions');
  const text = (asked.body.moves as string[]).join(' ');
  await asked.answer({ share: text, outcome: null, position: { text, seat: 0, pieces: [], legal: [], over: true } });
}

async function play(move: string): Promise<void> {
  void model.play({ text: move });
  await (await requests.next('/api/positions/effects')).answer(effects);
  await showNext();
}

beforeEach(async () => {
  requests = new TestRequests();
  toasts.list = []; // other tests share them
  model = new AnalysisModel(study, { kinds: [], verbs: [], colours: [], match: null });
  void model.first();
  await showNext();
  await play('a');
});
afterEach(() => vi.unstubAllGlobals());

describe('a move whose answer arrives late', () => {
  it('is added, but does not change the position if another one is shown', async () => {
    void model.play({ text: 'b' });
    const late = await requests.next('/api/positions/effects');
    await model.first();
    await late.answer(effects);
    expect([line(), requests.paths]).toEqual(['', []]);
    expect(model.tree.branches.size).toBe(3);
  });

  it('is not added below a turn that was undone meanwhile', async () => {
    void model.play({ text: 'b' });
    const late = await requests.next('/api/positions/effects');
    await model.undo();
    await late.answer(effects);
    expect([line(), model.tree.branches.size]).toEqual(['', 1]);
    expect(toasts.list).toEqual([]);
  });

  it('gives way to a move that was played later', async () => {
    void model.play({ text: 'b' });
    const late = await requests.next('/api/positions/effects');
    void model.play({ text: 'c' });
    await (await requests.next('/api/positions/effects')).answer(effects);
    await showNext();
    await late.answer(effects);
    expect([line(), requests.paths]).toEqual(['a c', []]);
  });
});

it('arrives when the last of the moves and steps is shown', async () => {
  let arrived = '';
  void model.play({ text: 'b' });
  void model.arrive().then(() => {
    arrived = line() ?? '';
  });
  const played = await requests.next('/api/positions/effects');
  expect(arrived).toBe('');
  await played.answer(effects);
  expect(arrived).toBe('');
  await showNext();
  expect(arrived).toBe('a b');
});

it('a game opens at its end or after a number of moves', async () => {
  const nodes = ['a', 'b', 'c'].map((text, n) => ({ text, parent: n }));
  const node = { seat: 0, turn_over: true };
  const game = { ...study, study: { ...study.study, nodes: [{}, ...nodes] }, nodes: [node, node, node, node] };
  for (const [begin, shown] of [
    ['end', 'a b c'],
    [1, 'a'],
    [0, ''],
    [9, ''],
  ] as const) {
    model = new AnalysisModel(game as unknown as StudyView, { kinds: [], verbs: [], colours: [], match: 'x' });
    void model.open(begin);
    await showNext();
    if (shown) {
      await (await requests.next('/api/positions/effects')).answer(effects);
    }
    expect(line()).toBe(shown);
  }
});

it('an undo does not discard a comment that is written before it is carried out', async () => {
  const undone = model.undo();
  model.annotate({ comment: 'Best' });
  await undone;
  expect([...model.tree.branches.values()].map((node) => node.comment)).toContain('Best');
});

it('a move that is played in place of an undone one shows its own position', async () => {
  await model.undo();
  await play('b');
  expect(line()).toBe('b');
});
