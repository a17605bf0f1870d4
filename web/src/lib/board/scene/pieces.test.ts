import { Color, type InstancedMesh, Matrix4, type MeshStandardMaterial, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { layoutOf, piece, squares } from '../testBoards.ts';
import { PIECE_MATERIALS } from '../view/finish.ts';
import { PIECE_SURFACES } from './pieceSurfaces.ts';
import { Pieces } from './pieces.ts';
import { solidOf } from './solids/solids.ts';

const COLOURS = ['#e8d5a8', '#4a2c17'];
const balls = [piece(1, 0, 0, 'ball'), piece(2, 3, 1, 'ball')];
const layout = layoutOf(squares(2, 2), balls);

function drawn(pieces: Pieces): InstancedMesh[] {
  return pieces.group.children.filter((child) => child.visible) as InstancedMesh[];
}

test('a ball is a true sphere of one unit', () => {
  for (const detail of ['fine', 'medium', 'coarse'] as const) {
    const [part] = solidOf('ball', detail).parts;
    const places = part!.geometry.getAttribute('position');
    const corner = new Vector3();
    for (let n = 0; n < places.count; n++) {
      expect(corner.fromBufferAttribute(places, n).length()).toBeCloseTo(0.5, 5);
    }
    expect(places.count).toBeGreaterThan(200);
  }
});

test('pieces are drawn at their positions, in the colours of their seats, with light and shadow', () => {
  const pieces = new Pieces();
  pieces.paint(COLOURS, 'satin');
  pieces.draw(layout.restPoses(balls), 2, new Set());
  const body = drawn(pieces).find((mesh) => mesh.count === 2 && mesh.castShadow)!;
  expect([body.castShadow, body.receiveShadow]).toEqual([true, true]);
  const [place, colour] = [new Matrix4(), new Color()];
  for (const [n, { place: site, owner }] of balls.entries()) {
    body.getMatrixAt(n, place);
    body.getColorAt(n, colour);
    const { x, y } = layout.board.sites[site as number]!;
    expect(new Vector3().setFromMatrixPosition(place).toArray().slice(0, 2)).toEqual([x, y]);
    expect(colour.getHexString()).toBe(COLOURS[owner!]!.slice(1));
  }
});

test('unusable pieces are darker', () => {
  const pieces = new Pieces();
  pieces.paint(COLOURS, 'satin');
  pieces.draw(layout.restPoses(balls), 2, new Set([2]));
  const body = drawn(pieces).find((mesh) => mesh.count === 2 && mesh.castShadow)!;
  const colour = new Color();
  body.getColorAt(1, colour);
  expect(colour.r).toBeLessThan(new Color(COLOURS[1]).r);
});

test('stacked pieces are lighter the higher they are', () => {
  const pieces = new Pieces();
  pieces.paint(COLOURS, 'satin', false, true);
  const [low, high] = [...layout.restPoses([piece(1, 0, 0, 'ball'), piece(2, 3, 0, 'ball')]).values()];
  high!.z = low!.z + Math.SQRT1_2;
  pieces.draw([low!, high!], 2, new Set());
  const body = drawn(pieces).find((mesh) => mesh.count === 2 && mesh.castShadow)!;
  const [below, above] = [new Color(), new Color()];
  body.getColorAt(0, below);
  body.getColorAt(1, above);
  expect(above.r / below.r).toBeGreaterThan(1.1);
});

test('moving pieces allocate nothing between frames', () => {
  const pieces = new Pieces();
  pieces.paint(COLOURS, 'satin');
  const poses = [...layout.restPoses(balls).values()];
  pieces.draw(poses, 2, new Set());
  const before = pieces.group.children.map((child) => child.uuid);
  for (let n = 0; n < 100; n++) {
    poses[0]!.x += 0.01;
    pieces.draw(poses, 2, new Set());
  }
  expect(pieces.group.children.map((child) => child.uuid)).toEqual(before);
});

test('each material has its own lighting and can be changed', () => {
  const pieces = new Pieces();
  const looks = PIECE_MATERIALS.map((material) => {
    pieces.paint(COLOURS, material);
    pieces.draw(layout.restPoses(balls), 2, new Set());
    const { roughness, metalness, opacity } = drawn(pieces)[0]!.material as MeshStandardMaterial;
    return `${roughness} ${metalness} ${opacity}`;
  });
  expect(new Set(looks).size).toBe(PIECE_MATERIALS.length);
});

test('no finish is so metallic that pieces have the colour of what they mirror instead of that of their seat', () => {
  for (const { name, metalness } of Object.values(PIECE_SURFACES)) {
    expect(metalness, name).toBeLessThanOrEqual(0.7);
  }
});
