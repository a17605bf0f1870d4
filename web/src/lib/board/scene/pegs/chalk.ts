/** Lines of chalk between pegs that are not joined yet, drawn in one call. */
import { BufferAttribute, BufferGeometry, CanvasTexture, Mesh, RepeatWrapping, SRGBColorSpace } from 'three';
import type { Poses } from '../../animation/poses.ts';
import type { Frame } from '../../view/geometry.ts';
import { mattMaterial, type PlainLight } from '../plainShading.ts';
import { seededRandom } from '../textures/noise.ts';
import { simplifyTexture } from '../textures/texture.ts';

/** Above this number of pegs, chalk lines would cover the board. */
const MAX_PEGS = 12;
const WIDTH = 0.066;
/** Distance of a line from the middle of a peg. */
const FROM_PEG = 0.18;
/** Length of the line that the texture covers, and its size in pixels. */
const TEXTURE_LENGTH = 2;
const PIXELS = [1024, 34] as const;
const ABOVE = 0.003;
/** Quads of the round end of a line. */
const END_QUADS = 4;

export class Chalk {
  readonly mesh: Mesh<BufferGeometry, ReturnType<typeof mattMaterial>>;
  private frame: Frame | null = null;
  private joined = '';

  constructor(
    private readonly environment: number,
    light: PlainLight,
  ) {
    const look = { transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1 };
    this.mesh = new Mesh(new BufferGeometry(), mattMaterial(environment, light, look));
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  build(frame: Frame): void {
    const { sites, lines, appearance } = frame.board;
    const drawn = appearance.sites === 'peg' && !lines.length && sites.length <= MAX_PEGS;
    this.frame = drawn ? frame : null;
    this.joined = '';
    this.mesh.visible = drawn;
    if (drawn && !this.mesh.material.map) {
      this.mesh.material.map = this.paint();
      this.mesh.material.needsUpdate = true;
    }
    this.lay(new Set());
  }

  /** Remove the lines that cords have replaced. */
  follow(poses: Poses): void {
    if (!this.frame) {
      return;
    }
    const joined = new Set<string>();
    poses.forEach(({ x, y, end, opacity }) => {
      if (end && opacity > 0.98) {
        joined.add(pairKey([x, y], end));
      }
    });
    const key = [...joined].join();
    if (key !== this.joined) {
      this.joined = key;
      this.lay(joined);
    }
  }

  private lay(joined: ReadonlySet<string>): void {
    const [places, spots, index]: [number[], number[], number[]] = [[], [], []];
    const { sites = [] } = this.frame?.board ?? {};
    const z = (this.frame?.surface ?? 0) + ABOVE;
    for (const [n, { x, y }] of sites.entries()) {
      for (const [k, to] of sites.slice(n + 1).entries()) {
        if (joined.has(pairKey([x, y], [to.x, to.y]))) {
          continue;
        }
        const length = Math.hypot(to.x - x, to.y - y);
        const [dx, dy] = [(to.x - x) / length, (to.y - y) / length];
        const first = places.length / 3;
        // Each line starts elsewhere in the texture, so that no two look the same.
        const shift = (n * 7 + k * 3) * 0.137;
        const sections = lineSections(length);
        for (const [k, [along, half]] of sections.entries()) {
          for (const side of [-half, half]) {
            places.push(x + dx * along - dy * side, y + dy * along + dx * side, z);
            spots.push(shift + along / TEXTURE_LENGTH, side / WIDTH + 0.5);
          }
          if (k) {
            const at = first + 2 * k;
            index.push(at - 2, at, at + 1, at - 2, at + 1, at - 1);
          }
        }
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
    geometry.setAttribute(
      'normal',
      new BufferAttribute(
        new Float32Array(places).map((_, n) => +(n % 3 === 2)),
        3,
      ),
    );
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(spots), 2));
    geometry.setIndex(index);
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }

  /** Paint a chalk line of grains as large as pixels of the picture, with gaps where the chalk was pressed less. */
  private paint(): CanvasTexture {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = PIXELS;
    const pen = canvas.getContext('2d')!;
    const random = seededRandom(3);
    pen.fillStyle = '#e9e6da';
    for (let x = 0; x < PIXELS[0]; x += 0.34) {
      const turn = (2 * Math.PI * x) / PIXELS[0];
      const pressed = 0.72 + 0.28 * Math.sin(3 * turn) * Math.sin(11 * turn);
      if (random() > pressed) {
        continue;
      }
      const off = (random() + random() - 1) * PIXELS[1] * 0.42;
      const [long, wide] = [1.5 + random() * 3.5, 1.2 + random() * 2.2];
      pen.globalAlpha = (0.35 + 0.6 * random()) * pressed;
      pen.fillRect(x, PIXELS[1] / 2 + off - wide / 2, long, wide);
    }
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.wrapS = RepeatWrapping;
    texture.anisotropy = 8;
    if (!this.environment) {
      simplifyTexture(texture);
    }
    return texture;
  }

  close(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
  }
}

/** Return the outline of a line between pegs that are so far apart: distances along it, with half of its width there. */
export function lineSections(length: number): [along: number, half: number][] {
  const radius = WIDTH / 2;
  const end = Array.from({ length: END_QUADS + 1 }, (_, n) => {
    const angle = (n / END_QUADS) * (Math.PI / 2);
    return [FROM_PEG + radius * (1 - Math.cos(angle)), radius * Math.sin(angle)] as [number, number];
  });
  return [...end, ...end.map(([along, half]): [number, number] => [length - along, half]).reverse()];
}

/** Return the same key for a line in both directions. */
function pairKey(one: readonly number[], other: readonly number[]): string {
  return [one, other]
    .map(([x, y]) => `${x!.toFixed(3)},${y!.toFixed(3)}`)
    .sort()
    .join(' ');
}
