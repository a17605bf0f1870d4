/** Seeded value noise in three dimensions: the same board looks the same every time. */

const SIZE = 256;
const MASK = SIZE - 1;
const ORDER = new Uint8Array(SIZE * 2);
const VALUES = new Float32Array(SIZE);

/** Return a linear congruential generator (Numerical Recipes). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = seededRandom(20240229);
for (let n = 0; n < SIZE; n++) {
  ORDER[n] = n;
  VALUES[n] = random();
}
for (let n = SIZE - 1; n > 0; n--) {
  const other = Math.floor(random() * (n + 1));
  [ORDER[n], ORDER[other]] = [ORDER[other]!, ORDER[n]!];
}
ORDER.copyWithin(SIZE, 0, SIZE);

function lattice(x: number, y: number, z: number): number {
  return VALUES[ORDER[ORDER[ORDER[x & MASK]! + (y & MASK)]! + (z & MASK)]!]!;
}

/** Return smooth noise from 0 to 1 with features about 1 wide. */
export function noise(x: number, y: number, z: number): number {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [fx, fy, fz] = [x - ix, y - iy, z - iz];
  const [u, v, w] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy), fz * fz * (3 - 2 * fz)];
  const low = mixNumber(
    mixNumber(lattice(ix, iy, iz), lattice(ix + 1, iy, iz), u),
    mixNumber(lattice(ix, iy + 1, iz), lattice(ix + 1, iy + 1, iz), u),
    v,
  );
  const high = mixNumber(
    mixNumber(lattice(ix, iy, iz + 1), lattice(ix + 1, iy, iz + 1), u),
    mixNumber(lattice(ix, iy + 1, iz + 1), lattice(ix + 1, iy + 1, iz + 1), u),
    v,
  );
  return mixNumber(low, high, w);
}

/** Return noise summed over octaves, from 0 to 1. */
export function fractalNoise(x: number, y: number, z: number, octaves: number): number {
  let [sum, weight, scale, total] = [0, 0.5, 1, 0];
  for (let n = 0; n < octaves; n++) {
    sum += weight * noise(x * scale, y * scale, z * scale + n * 17.3);
    total += weight;
    weight *= 0.5;
    scale *= 2.03;
  }
  return sum / total;
}

export function mixNumber(a: number, b: number, part: number): number {
  return a + (b - a) * part;
}

export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
