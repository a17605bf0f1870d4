import { type Mesh, PointLight, type ShaderMaterial } from 'three';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Beam } from '#lib/net/types.ts';
import { buildTimeline, type Timeline } from '../../animation/timeline.ts';
import type { VisualEffects } from '../../animation/visualEffects.ts';
import { effect, layoutOf, piece, squares } from '../../testBoards.ts';
import { MoveEffects } from './moveEffects.ts';

const ALL: VisualEffects = { particles: true, bloom: true, rays: true, shake: true };
const pieces = [piece(1, 0), piece(2, 5, 1), piece(3, 3, 1)];
const layout = layoutOf(squares(4, 4), pieces);
const beam: Beam = { owner: 0, path: [0, 1, 2, 3], pieces: [], end: 'destroyed', towards: '' };
const shot = buildTimeline(layout, pieces, [
  effect('beam', null, null, { beam }),
  effect('remove', pieces[2]!, null, { phase: 1 }),
]);

let now = 0;
beforeEach(() => {
  now = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

function stage() {
  const lights = {
    statistics: { seen: { beams: 0, glows: 0, rays: 0, bursts: 0, shakes: 0 } },
    spark: new PointLight(),
  };
  const moveEffects = new MoveEffects(lights);
  moveEffects.fit(layout.frame, ['#2060ff', '#ff3020']);
  return { lights, moveEffects, beamLight: moveEffects.parts[0] as Mesh, sparks: moveEffects.parts[2]! };
}

/** Play a timeline from start to end, with a check at every frame. */
function show(moveEffects: MoveEffects, timeline: Timeline, look = () => {}): boolean {
  const poses = timeline.poses();
  let [heard, shakes] = [0, false];
  for (let time = 0; time <= timeline.tail; time += 20) {
    now += 20;
    for (; heard < timeline.cues.length && timeline.cues[heard]!.at <= time; heard++) {
      if (timeline.cues[heard]!.what === 'burst') {
        shakes = moveEffects.burst(timeline.cues[heard]!);
      }
    }
    timeline.at(time, poses);
    moveEffects.at(time, timeline, poses, 100);
    look();
  }
  moveEffects.rest();
  return shakes;
}

describe('a beam that destroys something', () => {
  test('glows, lights the board, emits sparks, shakes the picture and cleans up afterwards', () => {
    const { lights, moveEffects, beamLight, sparks } = stage();
    moveEffects.allow(ALL);
    const seen = { light: 0, beamLight: 0, shadows: 0, sparks: 0 };
    const shakes = show(moveEffects, shot, () => {
      const { strength, pieceCount } = (beamLight.material as ShaderMaterial).uniforms;
      seen.light = Math.max(seen.light, lights.spark.intensity);
      seen.beamLight = Math.max(seen.beamLight, beamLight.visible ? strength!.value : 0);
      seen.shadows = Math.max(seen.shadows, pieceCount!.value);
      seen.sparks += Number(sparks.visible);
    });
    expect(shakes).toBe(true);
    expect(lights.statistics.seen).toEqual({ beams: 1, glows: 1, rays: 1, bursts: 1, shakes: 1 });
    expect(seen.light).toBeGreaterThan(0);
    expect(seen.beamLight).toBeGreaterThan(0);
    expect(seen.shadows).toBe(3);
    expect(seen.sparks).toBeGreaterThan(10);
    expect([lights.spark.intensity, beamLight.visible, sparks.visible]).toEqual([0, false, false]);
  });

  test('is a plain beam when no effects are allowed', () => {
    const { lights, moveEffects, beamLight, sparks } = stage();
    moveEffects.allow({ particles: false, bloom: false, rays: false, shake: false });
    let more = 0;
    const shakes = show(moveEffects, shot, () => {
      more += lights.spark.intensity + Number(beamLight.visible) + Number(sparks.visible);
    });
    expect([shakes, more]).toEqual([false, 0]);
    expect(lights.statistics.seen).toEqual({ beams: 1, glows: 0, rays: 0, bursts: 0, shakes: 0 });
  });
});

describe('the effects of a beam', () => {
  test('can be enabled separately', () => {
    for (const [key, counted] of [
      ['particles', 'bursts'],
      ['bloom', 'glows'],
      ['rays', 'rays'],
      ['shake', 'shakes'],
    ] as const) {
      const { lights, moveEffects } = stage();
      moveEffects.allow({ particles: false, bloom: false, rays: false, shake: false, [key]: true });
      show(moveEffects, shot);
      expect(lights.statistics.seen[counted], key).toBe(1);
      expect(
        Object.values(lights.statistics.seen).reduce((sum, count) => sum + count),
        key,
      ).toBe(2);
    }
  });

  test('light the board and cast shadows of pieces only when light rays are enabled', () => {
    const { lights, moveEffects, beamLight } = stage();
    const { uniforms } = beamLight.material as ShaderMaterial;
    moveEffects.allow({ particles: false, bloom: false, rays: true, shake: false });
    const [run] = shot.beams;
    const half = (run!.start + run!.arrive) / 2;
    moveEffects.at(half, shot, shot.poses(), 100);
    // The light follows the beam from its source to its head, in its colour.
    const [lit] = uniforms.parts!.value as { x: number; z: number }[];
    expect([uniforms.partCount!.value, lit!.x]).toEqual([1, 0]);
    expect(lit!.z).toBeCloseTo(1.5);
    expect(lights.spark.position.x).toBeCloseTo(1.5);
    expect(lights.spark.intensity).toBeGreaterThan(0);
    expect(uniforms.tint!.value.b).toBeGreaterThan(uniforms.tint!.value.r);
    // Each piece casts a shadow at its position.
    const places = (uniforms.pieces!.value as { x: number; y: number }[]).slice(0, uniforms.pieceCount!.value);
    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [1, 1],
      [3, 0],
    ]);
    moveEffects.rest();
    expect([beamLight.visible, lights.spark.intensity]).toEqual([false, 0]);
    moveEffects.allow({ particles: true, bloom: false, rays: false, shake: true });
    moveEffects.at(half, shot, shot.poses(), 100);
    expect([beamLight.visible, lights.spark.intensity]).toEqual([false, 0]);
  });
});

describe('effects during many moves', () => {
  test('do not flash more than three times a second, however quickly moves follow one another', () => {
    const { lights, moveEffects } = stage();
    moveEffects.allow(ALL);
    const poses = shot.poses();
    for (let n = 0; n < 20; n++) {
      now += 50;
      moveEffects.at(10, shot, poses, 100);
      moveEffects.burst(shot.cues.find((cue) => cue.what === 'burst')!);
      moveEffects.rest();
    }
    const { beams, glows, bursts } = lights.statistics.seen;
    expect(beams).toBe(20);
    expect(glows + bursts).toBe(3);
  });

  test('allocate nothing from frame to frame', () => {
    const { moveEffects } = stage();
    moveEffects.allow(ALL);
    const poses = shot.poses();
    const [run] = shot.beams;
    const held = () => moveEffects.parts.map((part) => (part as Mesh).geometry.uuid);
    moveEffects.at(run!.start, shot, poses, 100);
    const first = held();
    const kept = [...poses.values()];
    for (let time = run!.start; time < run!.gone; time += 5) {
      shot.at(time, poses);
      moveEffects.at(time, shot, poses, 100);
    }
    expect(held()).toEqual(first);
    expect([...poses.values()].every((pose, n) => pose === kept[n])).toBe(true);
  });
});
