/** Environment map for reflections: warm dark walls, two windows and a lamp. Generated and blurred once. */
import {
  BackSide,
  BoxGeometry,
  Color,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from 'three';

/** x, y, z of the middle, width, depth, height, colour, brightness. Up is z. */
const LIGHTS = [
  [-4, 3, 8, 5, 4, 0.2, '#fff3de', 9],
  [5, -2, 8.4, 3, 3, 0.2, '#ffe9c8', 6],
  [-9.4, -3, 4, 0.2, 5, 3.5, '#dbe8ff', 5],
  [2, 9.4, 4, 6, 0.2, 3, '#e9f0ff', 4],
  [9.4, 4, 3, 0.2, 4, 3, '#ffe2bd', 2.5],
] as const;

export function environmentMap(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  const box = new BoxGeometry();
  const walls = new Mesh(box, new MeshBasicMaterial({ color: '#4b443d', side: BackSide }));
  walls.scale.set(20, 20, 20);
  const floor = new Mesh(box, new MeshBasicMaterial({ color: '#2a211a' }));
  floor.position.z = -9;
  floor.scale.set(20, 20, 1);
  room.add(walls, floor);
  for (const [x, y, z, width, depth, height, colour, bright] of LIGHTS) {
    const beamLight = new Mesh(box, new MeshBasicMaterial({ color: new Color(colour).multiplyScalar(bright) }));
    beamLight.position.set(x, y, z);
    beamLight.scale.set(width, depth, height);
    room.add(beamLight);
  }
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.02, 0.1, 100, { size: 128 });
  generator.dispose();
  box.dispose();
  for (const child of room.children) {
    ((child as Mesh).material as MeshBasicMaterial).dispose();
  }
  return texture;
}
