import { expect, test } from 'vitest';
import type { Cue } from './animation/timeline.ts';
import type { BoardProps } from './contract.ts';
import { BoardModel } from './model.svelte.ts';
import { effect, KINDS, moves, piece, squares } from './testBoards.ts';
import { useTestFrames } from './testFrames.ts';
import { project } from './view/camera.ts';

const frames = useTestFrames();

const pieces = [piece(1, 0), piece(2, 3, 1)];
const props: BoardProps = {
  name: 'toy',
  board: squares(4, 4),
  kinds: KINDS,
  verbs: [],
  sides: [],
  colours: ['#2060ff', '#ff3020'],
  pieces,
  label: 'A board',
};
const beam = { owner: 0, path: [0, 1, 2, 3], pieces: [], end: 'destroyed', towards: '' } as const;
const shot = [
  effect('beam', null, null, { beam: { ...beam, path: [...beam.path], pieces: [] } }),
  effect('remove', pieces[1]!, null, { phase: 1 }),
];

function modelOf(more: Partial<BoardProps> = {}, flat = true) {
  const cues: Cue[] = [];
  const given = { ...props, ...more };
  const animationTarget = { frame: () => {}, cue: (cue: Cue) => void cues.push(cue), rest: () => {} };
  return {
    cues,
    model: new BoardModel(
      () => given,
      () => flat,
      animationTarget,
    ),
  };
}

/** Run an animation to its end. */
function run(): void {
  for (let now = 1000; frames.waiting; now += 16) {
    const step = frames.waiting;
    frames.waiting = null;
    step(now);
  }
}

test('the buttons of the view do not lie on the board in a narrow picture', () => {
  const { model } = modelOf();
  model.size = { width: 390, height: 390 };
  const seen = model.viewControls.extent.map((point) => project(model.viewControls.camera, point));
  expect(seen.filter(({ x, y }) => x > 390 - 38 && y < 42)).toEqual([]);
  expect(Math.max(...seen.map(({ y }) => y))).toBeLessThan(390);
});

test.each([true, false])('verbs that most turns offer hide no tray on a phone (flat: %s)', (flat) => {
  const tray = { name: 'taken', seat: 0, x: 0, y: -2, columns: 4, pitch: 1, rows: 1, shape: 'rail' };
  const low = { width: 360, height: 380 };
  const lowest = (usual: boolean) => {
    const verbs = [{ name: 'turn', label: 'Turn', key: '', usual }];
    const { model } = modelOf({ board: squares(4, 4, [tray]), verbs, onmove: () => undefined }, flat);
    model.size = low;
    return Math.max(...model.viewControls.extent.map((point) => project(model.viewControls.camera, point).y));
  };
  const edgeOfButtons = low.height - 44;
  expect(lowest(true)).toBeLessThanOrEqual(edgeOfButtons);
  if (!flat) {
    expect(lowest(false)).toBeGreaterThan(edgeOfButtons); // rare ones lie over it for a moment
  }
});

test('live moves may shake the picture, replayed ones may not', async () => {
  const { model, cues } = modelOf();
  const now = model.play(shot);
  expect([model.live, model.visualEffects.shake]).toEqual([true, true]);
  run();
  await now;
  expect(cues.map((cue) => cue.what)).toContain('burst');
  const later = model.play(shot, { live: false });
  expect([model.live, model.visualEffects.shake, model.visualEffects.particles]).toEqual([false, false, true]);
  run();
  await later;
  const back = model.play(shot, { backwards: true });
  expect([model.live, model.visualEffects.shake]).toEqual([false, false]);
  run();
  await back;
});

test('a page can switch off each effect of its board', () => {
  const { model } = modelOf({ effects: { particles: false, rays: false } });
  expect(model.visualEffects).toEqual({ particles: false, bloom: true, rays: false, shake: true });
});

test('animated pieces stay until the page passes new ones, and clicks during the animation are ignored', async () => {
  const { model } = modelOf({ legal: moves([[0, 1]]), seat: 0 });
  const finished = model.play(shot);
  expect(model.playing).toBe(true);
  model.clicks.press(0);
  await finished;
  expect(model.clicks.chosen).toEqual([]);
  expect(model.pieces.map((one) => one.id)).toEqual([1]);
});
