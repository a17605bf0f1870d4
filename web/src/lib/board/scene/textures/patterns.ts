/** The patterns of materials as functions of a point: colour, height and roughness. */
import { channels } from '#lib/theme/colour.ts';
import type { Species } from '../../view/species.ts';
import { fractalNoise, mixNumber, noise, smoothstep } from './noise.ts';

/** Red, green and blue from 0 to 255, then height and roughness from 0 to 1. */
export type Sample = [red: number, green: number, blue: number, height: number, roughness: number];

/** Write the pattern at a point to `out`. Coordinates are in units of the board. */
export type Pattern = (x: number, y: number, z: number, out: Sample) => void;

/** How a board is sawn from a trunk. */
export interface Sawn {
  /** Where it is in the trunk: aside and above, in units of the trunk. */
  aside: number;
  above: number;
  /** How much the trunk rises along the grain: the more, the shorter are the arches of its rings. */
  tilt: number;
  /** How dark and how coarse pores and fibres are. */
  pores: number;
  coarse: number;
  /** How far fibres fray the edges of rings, in rings. */
  frayed: number;
  /** Length after which the pattern is followed by its mirror image, where rings run along the grain; 0 for none. */
  mirrored: number;
}

/** Beside the heart: above it, rings would be wide blots. */
const BESIDE_HEART: Sawn = { aside: 1.9, above: 0, tilt: 0.1, pores: 0.3, coarse: 1, frayed: 0.5, mirrored: 0 };

export function patternOf(species: Species, sawn: Sawn = BESIDE_HEART): Pattern {
  switch (species.material) {
    case 'wood':
      return wood(species, sawn);
    case 'stone':
      return stone(species);
    case 'felt':
      return felt(species);
    case 'metal':
      return brushed(species);
  }
}

/** Share of the dark tone at a point of a trunk along x, and its pores. */
interface Grain {
  dark: number;
  pore: number;
}

const GRAIN: Grain = { dark: 0, pore: 0 };

/** Return the growth rings around a trunk along x, with fibres and pores; the next call overwrites the result. */
export function grainAt(
  x: number,
  y: number,
  z: number,
  { rings = 7, wobble = 0.3, contrast = 0.6 }: Pick<Species, 'rings' | 'wobble' | 'contrast'>,
  { tilt, coarse, frayed, mirrored }: Omit<Sawn, 'aside' | 'above' | 'pores'> = BESIDE_HEART,
): Grain {
  const slow = mirrored ? (mirrored / 2) * (1 - Math.cos((Math.PI * x) / mirrored)) : x;
  const bent = noise(0.45 * slow, 0.9 * y, 0.9 * z) - 0.5 + 0.22 * (noise(1.3 * slow + 5, 2.1 * y, 2.1 * z) - 0.5);
  const radius = Math.hypot(y + 0.9, z + 1.35 + slow * tilt) + bent * wobble;
  const [v, w] = [y / coarse, z / coarse];
  const fibres = (noise(1.7 * x, 58 * v, 58 * w) - 0.5) * 0.6 + (noise(2.6 * x + 7, 131 * v, 131 * w) - 0.5) * 0.5;
  // Good years and bad ones: rings differ in width and in depth.
  const years =
    radius * rings + noise(0.3 * slow + 9, 0.5 * y, 0.5 * z) * 1.4 + noise(0.36 * rings * radius, 3, 8) * 1.7;
  const turn = years + fibres * frayed;
  const year = Math.floor(turn);
  const along = turn - year;
  const late = smoothstep(0.12, 0.8, along) * (1 - smoothstep(0.84, 1, along)) * (0.35 + 0.9 * noise(2.7 * year, 6, 1));
  // Faint lines within a year.
  const lines = noise(4.3 * years, 0.35 * slow, 7) - 0.5;
  const cloud = noise(0.5 * slow + 31, 1.4 * y, 1.4 * z) - 0.5;
  GRAIN.dark = Math.min(1, Math.max(0, late * contrast + lines * 0.2 + fibres * 0.34 + cloud * 0.3 + 0.14));
  // Pores are wider in early wood.
  GRAIN.pore = smoothstep(0.72, 0.95, noise((7 / coarse) * x, 110 * v, 110 * w)) * (1.15 - late);
  return GRAIN;
}

/** Trunks are thicker than a cell of the board. */
export const TRUNK = 0.55;

function wood(species: Species, sawn: Sawn): Pattern {
  const [light, deep] = [channels(species.light), channels(species.dark)];
  const matt = species.matt ?? 0;
  return (x, y, z, out) => {
    const { dark, pore } = grainAt(x * TRUNK, y * TRUNK + sawn.aside, z * TRUNK + sawn.above, species, sawn);
    blend(out, light, deep, dark + pore * sawn.pores);
    out[3] = 0.75 - dark * 0.22 - pore * 0.22;
    out[4] = 0.42 + matt + dark * 0.12 + pore * 0.2;
  };
}

function stone(species: Species): Pattern {
  const [light, deep] = [channels(species.light), channels(species.dark)];
  const veins = species.veins ?? 0;
  return (x, y, z, out) => {
    const warp = fractalNoise(x * 0.35, y * 0.35, z + 4, 3) * 2.4;
    const cloud = fractalNoise(x * 0.5 + warp, y * 0.5 - warp, z, 5);
    const fine = noise(x * 24, y * 24, z * 24) - 0.5;
    blend(out, light, deep, Math.min(1, Math.max(0, 0.5 + (cloud - 0.5) * 1.5 + fine * 0.16)));
    if (veins) {
      const ridge = Math.abs(fractalNoise(x * 0.28 + warp * 0.6 + 40, y * 0.28 + warp * 0.4, z + 8, 4) - 0.5);
      // A thin line with a faint edge, which fades in and out.
      const line = (1 - smoothstep(0, 0.006, ridge)) * 0.42 + (1 - smoothstep(0, 0.026, ridge)) * 0.1;
      const vein = line * veins * smoothstep(0.42, 0.6, cloud);
      for (let n = 0; n < 3; n++) {
        out[n] = mixNumber(out[n]!, 225, vein);
      }
    }
    out[3] = 0.6 + fine * 0.18;
    out[4] = 0.5 + (cloud - 0.5) * 0.25 + fine * 0.12;
  };
}

function felt(species: Species): Pattern {
  const [light, deep] = [channels(species.light), channels(species.dark)];
  return (x, y, z, out) => {
    const fibres = noise(x * 55 + noise(x * 9, y * 9, z) * 6, y * 55, z) * 0.7 + noise(x * 21, y * 26, z) * 0.3;
    const cloud = fractalNoise(x * 0.7, y * 0.7, z, 3) - 0.5;
    blend(out, light, deep, Math.min(1, Math.max(0, 0.5 + (fibres - 0.5) * 0.9 + cloud * 0.5)));
    out[3] = fibres;
    out[4] = 0.95;
  };
}

function brushed(species: Species): Pattern {
  const [light, deep] = [channels(species.light), channels(species.dark)];
  return (x, y, z, out) => {
    const lines = noise(x * 1.5, y * 60, z) * 0.6 + noise(x * 4, y * 130, z) * 0.4;
    blend(out, light, deep, 0.5 + (lines - 0.5) * 0.8);
    out[3] = 0.5 + lines * 0.2;
    out[4] = 0.34 + lines * 0.16;
  };
}

function blend(out: Sample, light: readonly number[], dark: readonly number[], part: number): void {
  const by = Math.min(1, part);
  out[0] = mixNumber(light[0]!, dark[0]!, by);
  out[1] = mixNumber(light[1]!, dark[1]!, by);
  out[2] = mixNumber(light[2]!, dark[2]!, by);
}
