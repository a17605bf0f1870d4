/** Procedural textures of wood, cloth, stone and metal. Nothing is loaded. */
import { CanvasTexture, SRGBColorSpace } from 'three';
import { mix, shade } from '#lib/theme/colour.ts';
import type { BoardMaterial } from '../view/finish.ts';

/** Seeded, so that a board always looks the same. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export type Pen = CanvasRenderingContext2D;

/** A part of the picture that is covered with stuff. `scale` is how large its pattern is. */
interface Patch {
  x: number;
  y: number;
  width: number;
  height: number;
  colour: string;
  scale: number;
  seed: number;
}

/** Covers a part of a picture. */
export function paintMaterial(pen: Pen, material: BoardMaterial, patch: Patch): void {
  pen.save();
  pen.beginPath();
  pen.rect(patch.x, patch.y, patch.width, patch.height);
  pen.clip();
  pen.fillStyle = patch.colour;
  pen.fillRect(patch.x, patch.y, patch.width, patch.height);
  PAINTERS[material](pen, patch, seededRandom(patch.seed));
  pen.restore();
}

type Random = () => number;

const PAINTERS: Record<BoardMaterial, (pen: Pen, patch: Patch, random: Random) => void> = {
  wood: grain,
  felt: cloth,
  stone: marble,
  metal: brushed,
};

/** Wood: long wavy fibres with darker growth rings. */
function grain(pen: Pen, { x, y, width, height, colour, scale }: Patch, random: Random): void {
  const bands = Math.max(3, Math.round(height / (scale * 0.32)));
  for (let k = 0; k < bands; k++) {
    const dark = random() < 0.55;
    pen.strokeStyle = dark ? shade(colour, 0.72) : mix(colour, '#fff3dc', 0.3);
    pen.globalAlpha = 0.05 + random() * 0.11;
    pen.lineWidth = scale * (0.02 + random() * 0.12);
    wave(pen, x, y + random() * height, width, scale * (0.02 + random() * 0.06), random() * 7, scale);
  }
  const fibres = Math.round((height / scale) * 26);
  for (let k = 0; k < fibres; k++) {
    pen.strokeStyle = random() < 0.6 ? shade(colour, 0.6) : mix(colour, '#ffffff', 0.4);
    pen.globalAlpha = 0.04 + random() * 0.08;
    pen.lineWidth = Math.max(0.6, scale * 0.006);
    const start = x + (random() - 0.2) * width;
    wave(pen, start, y + random() * height, width * (0.15 + random() * 0.5), scale * 0.02, random() * 7, scale);
  }
}

function wave(pen: Pen, x: number, y: number, length: number, height: number, phase: number, scale: number): void {
  pen.beginPath();
  for (let k = 0; k <= 24; k++) {
    const along = (length * k) / 24;
    const up =
      Math.sin(phase + along / (scale * 1.9)) * height + Math.sin(phase * 3 + along / (scale * 0.7)) * height * 0.3;
    pen[k ? 'lineTo' : 'moveTo'](x + along, y + up);
  }
  pen.stroke();
}

/** Cloth: fine noise. */
function cloth(pen: Pen, { x, y, width, height, colour }: Patch, random: Random): void {
  const specks = Math.min(20_000, (width * height) / 60);
  for (let k = 0; k < specks; k++) {
    pen.globalAlpha = 0.05 + random() * 0.06;
    pen.fillStyle = random() < 0.5 ? shade(colour, 0.6) : mix(colour, '#ffffff', 0.35);
    pen.fillRect(x + random() * width, y + random() * height, 1 + random() * 2.5, 1 + random() * 1.5);
  }
}

/** Stone: cloudy noise, grains of quartz and a few veins. */
function marble(pen: Pen, { x, y, width, height, colour, scale }: Patch, random: Random): void {
  const clouds = Math.max(4, Math.round((width * height) / (scale * scale * 0.5)));
  for (let k = 0; k < clouds; k++) {
    const [cx, cy, radius] = [x + random() * width, y + random() * height, scale * (0.2 + random() * 0.7)];
    const cloud = pen.createRadialGradient(cx, cy, 0, cx, cy, radius);
    const tone = random() < 0.5 ? shade(colour, 0.8) : mix(colour, '#ffffff', 0.35);
    cloud.addColorStop(0, tone);
    cloud.addColorStop(1, `${tone}00`);
    pen.globalAlpha = 0.1 + random() * 0.14;
    pen.fillStyle = cloud;
    pen.fillRect(cx - radius, cy - radius, 2 * radius, 2 * radius);
  }
  const grains = Math.min(9000, (width * height) / 130);
  for (let k = 0; k < grains; k++) {
    pen.globalAlpha = 0.06 + random() * 0.12;
    pen.fillStyle = random() < 0.6 ? shade(colour, 0.55) : '#ffffff';
    pen.fillRect(x + random() * width, y + random() * height, 1 + random() * 2, 1 + random() * 2);
  }
  const veins = Math.max(1, Math.round((width + height) / (scale * 3)));
  for (let k = 0; k < veins; k++) {
    pen.globalAlpha = 0.12 + random() * 0.14;
    pen.strokeStyle = random() < 0.7 ? mix(colour, '#ffffff', 0.55) : shade(colour, 0.6);
    pen.lineWidth = scale * (0.006 + random() * 0.018);
    vein(pen, x + random() * width, y + random() * height, scale * (0.8 + random() * 2.4), random);
  }
}

function vein(pen: Pen, x: number, y: number, length: number, random: Random): void {
  const steps = 18;
  let [px, py, angle] = [x, y, random() * 7];
  pen.beginPath();
  pen.moveTo(px, py);
  for (let k = 0; k < steps; k++) {
    angle += (random() - 0.5) * 0.9;
    px += (Math.cos(angle) * length) / steps;
    py += (Math.sin(angle) * length) / steps;
    pen.lineTo(px, py);
  }
  pen.stroke();
}

/** Brushed metal: fine straight scratches. */
function brushed(pen: Pen, { x, y, width, height, colour, scale }: Patch, random: Random): void {
  const strokes = Math.round(height * 1.6);
  for (let k = 0; k < strokes; k++) {
    pen.globalAlpha = 0.03 + random() * 0.07;
    pen.strokeStyle = random() < 0.5 ? shade(colour, 0.65) : mix(colour, '#ffffff', 0.45);
    pen.lineWidth = Math.max(0.6, scale * 0.005);
    const [start, level] = [x + (random() - 0.3) * width, y + random() * height];
    pen.beginPath();
    pen.moveTo(start, level);
    pen.lineTo(start + width * (0.2 + random() * 0.8), level);
    pen.stroke();
  }
}

/** A square picture of stuff alone, for edges. */
export function materialTexture(material: BoardMaterial, colour: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 256;
  const patch = { x: 0, y: 0, width: 256, height: 256, colour, scale: 80, seed: 11 };
  paintMaterial(canvas.getContext('2d')!, material, patch);
  return canvasTexture(canvas);
}

export function canvasTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}
