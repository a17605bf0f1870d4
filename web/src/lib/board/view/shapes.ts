/** Measures of the shapes of pieces, independent of how they are drawn. */

export interface Shape {
  /** Radius in units of the site distance. */
  radius: number;
  height: number;
  /** Its middle, not its foot, is at the site. */
  centred?: boolean;
  /** It has a hole in the middle. */
  hollow?: boolean;
  /** Its underside shows the colour of the other side. */
  twoSided?: boolean;
}

const TOKEN: Shape = { radius: 0.37, height: 0.16 };

const SHAPES: Record<string, Shape> = {
  disc: { radius: 0.38, height: 0.17 },
  marker: { radius: 0.3, height: 0.148, twoSided: true },
  ring: { radius: 0.46, height: 0.2, hollow: true },
  stone: { radius: 0.385, height: 0.245 },
  ball: { radius: 0.5, height: 1, centred: true },
  pawn: { radius: 0.3, height: 0.78 },
  mirror: { radius: 0.43, height: 0.72 },
  'double mirror': { radius: 0.43, height: 0.62 },
  shield: { radius: 0.43, height: 0.8 },
  laser: { radius: 0.43, height: 0.75 },
  pharaoh: { radius: 0.42, height: 0.9 },
};

/** Other names for some of them. */
const ALIASES: Record<string, string> = {
  pyramid: 'mirror',
  scarab: 'double mirror',
  anubis: 'shield',
  sphinx: 'laser',
};

/** Return the name under which a shape is drawn; `token` for an unknown one. */
export function shapeName(name: string): string {
  const known = ALIASES[name] ?? name;
  return known in SHAPES ? known : 'token';
}

export function shapeOf(name: string): Shape {
  return SHAPES[shapeName(name)] ?? TOKEN;
}

/** Return whether pieces of a shape are strokes between two sites. */
export function isStroke(name: string): boolean {
  return name === 'stroke' || name === 'cord';
}

/** Patterns of strokes and signs on pieces, so that five seats differ without colour. */
export const SEAT_DASHES: readonly (readonly number[])[] = [
  [],
  [0.22, 0.1],
  [0.05, 0.11],
  [0.26, 0.09, 0.05, 0.09],
  [0.1, 0.09],
];
