/** Textures that do not depend on a board: edges, balls, gemstones and the cloth of the table. */
import { channels, mix, shade } from '#lib/theme/colour.ts';
import type { Frame } from '../../view/geometry.ts';
import type { Species } from '../../view/species.ts';
import type { TextureMaps } from './jobs.ts';
import { fractalNoise, mixNumber, noise, seededRandom, smoothstep } from './noise.ts';
import { grainAt, patternOf, type Sample, type Sawn, TRUNK } from './patterns.ts';

/** Paint an image pixel by pixel. */
export function paintPixels(
  width: number,
  height: number,
  paint: (x: number, y: number, out: Sample) => void,
): { albedo: OffscreenCanvas; packed: OffscreenCanvas } {
  const [albedo, packed] = [new ImageData(width, height), new ImageData(width, height)];
  const sample: Sample = [0, 0, 0, 0, 0];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      paint(x, y, sample);
      albedo.data[at] = sample[0];
      albedo.data[at + 1] = sample[1];
      albedo.data[at + 2] = sample[2];
      packed.data[at] = 255 * sample[3];
      packed.data[at + 1] = 255 * sample[4];
      packed.data[at + 2] = 0;
      albedo.data[at + 3] = packed.data[at + 3] = 255;
    }
  }
  return { albedo: canvasOf(albedo), packed: canvasOf(packed) };
}

function canvasOf(image: ImageData): OffscreenCanvas {
  const canvas = new OffscreenCanvas(image.width, image.height);
  penOf(canvas).putImageData(image, 0, 0);
  return canvas;
}

export type Pen = OffscreenCanvasRenderingContext2D;

export function penOf(canvas: OffscreenCanvas): Pen {
  const pen = canvas.getContext('2d');
  if (!pen) {
    throw new Error('This browser has no canvas outside of the page.');
  }
  return pen;
}

/** What a tile covers along the grain and across it, in units of a board of `TILE_BOARD` units. */
const TILE_UNITS = [4.4, 3.2] as const;
const TILE_BOARD = 12;
/** The smallest boards have grain as fine as one of this width. */
const MIN_TILE_BOARD = 5;

/**
 * Return how many units of a board a tile covers along the grain and across it: grain is equally fine on the screen.
 */
export function tileUnits({
  bounds: [left, , right],
}: Pick<Frame, 'bounds'>): readonly [along: number, across: number] {
  const scale = Math.max(MIN_TILE_BOARD, right - left) / TILE_BOARD;
  return [TILE_UNITS[0] * scale, TILE_UNITS[1] * scale];
}

/** Length and width of a tile in units of the pattern. */
const TILE_LENGTH = 3;
/** Frames are sawn far from the heart, where rings are straight, and each tile is followed by its mirror image. */
const FRAME_SAWN: Sawn = {
  aside: 0.6,
  above: -1.2,
  tilt: 0.05,
  pores: 0.35,
  coarse: 1.3,
  frayed: 0.5,
  mirrored: TILE_LENGTH * TRUNK,
};

export function paintTile(species: Species, pixels: number): TextureMaps {
  const pattern = patternOf(
    {
      ...species,
      rings: (species.rings ?? 7) * 2.1,
      wobble: (species.wobble ?? 0.3) * 0.5,
      contrast: (species.contrast ?? 0.6) * 0.6,
    },
    FRAME_SAWN,
  );
  const step = TILE_LENGTH / pixels;
  const { albedo, packed } = paintPixels(pixels, pixels, (x, y, out) => pattern(x * step, y * step, 0.4, out));
  return { albedo: albedo.transferToImageBitmap(), packed: packed.transferToImageBitmap() };
}

/** Near the heart of the trunk, where rings are curved. */
const BALL_WOOD = { rings: 10, wobble: 0.42, contrast: 0.62 };
const BALL_SAWN = { tilt: 0.1, coarse: 1, frayed: 0.12, mirrored: 0 };

export function paintBall(pixels: number): TextureMaps {
  const height = pixels / 2;
  const { albedo, packed } = paintPixels(pixels, height, (px, py, out) => {
    const [around, down] = [(2 * Math.PI * (px + 0.5)) / pixels, (Math.PI * (py + 0.5)) / height];
    const [x, y, z] = [Math.sin(down) * Math.cos(around), Math.sin(down) * Math.sin(around), Math.cos(down)];
    const { dark, pore } = grainAt(x * 0.56, y * 0.56 - 0.45, z * 0.56 - 0.8, BALL_WOOD, BALL_SAWN);
    const shown = Math.min(1, dark * 0.95 + pore * 0.12);
    // The dark part is warmer than the light one.
    out[0] = 255 * (1 - shown * 0.36);
    out[1] = 255 * (1 - shown * 0.46);
    out[2] = 255 * (1 - shown * 0.56);
    out[3] = 0.8 - dark * 0.2 - pore * 0.25;
    out[4] = 0.8 + dark * 0.15;
  });
  return { albedo: albedo.transferToImageBitmap(), packed: packed.transferToImageBitmap() };
}

/** What the pattern of gems covers: a stone shows several clouds. */
const GEM_UNITS = 8;

export function paintGem(pixels: number): TextureMaps {
  const { albedo } = paintPixels(pixels, pixels, (px, py, out) => {
    const [x, y] = [(px / pixels) * GEM_UNITS, (py / pixels) * GEM_UNITS];
    const warp = fractalNoise(x * 0.7, y * 0.7, 3, 2) * 2;
    const cloud = fractalNoise(x * 0.9 + warp, y * 0.9 - warp * 0.7, 1, 5);
    const bright = smoothstep(0.28, 0.7, cloud);
    // A pale vein where another cloud has its edge.
    const ridge = Math.abs(fractalNoise(x * 0.8 - warp * 0.6 + 20, y * 0.8 + warp * 0.5, 5, 4) - 0.5);
    const vein = (1 - smoothstep(0, 0.045, ridge)) * 0.8 * smoothstep(0.35, 0.6, cloud);
    // A little warmer where it is deep, as amber is.
    const deep = [0.6, 0.5, 0.4] as const;
    for (let n = 0; n < 3; n++) {
      out[n] = 255 * mixNumber(mixNumber(deep[n]!, 0.84, bright), 1, vein);
    }
    out[3] = out[4] = 0.5;
  });
  return { albedo: albedo.transferToImageBitmap(), packed: null };
}

/** Paint curved fibres on soft clouds; strokes that leave on one side continue on the other. */
export function paintCloth(base: string, fibre: string, pixels: number): TextureMaps {
  const [dark, light] = [channels(shade(base, 0.86)), channels(mix(base, fibre, 0.2))];
  const { albedo } = paintPixels(pixels, pixels, (x, y, out) => {
    const part = noise(x * 0.5, y * 0.5, 7) * 0.6 + noise(x * 0.21, y * 0.21, 2) * 0.4;
    for (let n = 0; n < 3; n++) {
      out[n] = dark[n]! + (light[n]! - dark[n]!) * part;
    }
    out[3] = out[4] = 0.9;
  });
  const pen = penOf(albedo);
  const random = seededRandom(5);
  const fibres = Math.round((15_000 * pixels * pixels) / 512 ** 2);
  pen.lineWidth = 0.8;
  for (let n = 0; n < fibres; n++) {
    const [x, y, angle] = [random() * pixels, random() * pixels, random() * 2 * Math.PI];
    const [length, bend] = [4 + random() * 8, (random() - 0.5) * 5];
    const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length];
    pen.strokeStyle = random() < 0.55 ? fibre : shade(base, 0.5);
    pen.globalAlpha = 0.05 + random() * 0.11;
    for (const [sx, sy] of wrapped(x, y, pixels)) {
      pen.beginPath();
      pen.moveTo(sx, sy);
      pen.quadraticCurveTo(sx + dx / 2 - dy * 0.1 * bend, sy + dy / 2 + dx * 0.1 * bend, sx + dx, sy + dy);
      pen.stroke();
    }
  }
  return { albedo: albedo.transferToImageBitmap(), packed: null };
}

function wrapped(x: number, y: number, size: number): [number, number][] {
  const near = 14;
  const xs = x > size - near ? [x, x - size] : x < near ? [x, x + size] : [x];
  const ys = y > size - near ? [y, y - size] : y < near ? [y, y + size] : [y];
  return xs.flatMap((one) => ys.map((other): [number, number] => [one, other]));
}
