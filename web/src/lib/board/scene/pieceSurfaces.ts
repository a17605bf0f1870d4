/** Surfaces of pieces: by the material that a game declares for a kind, or by the finish that a user chose. */
import type { PieceMaterial } from '../view/finish.ts';

export interface PieceSurface {
  name: string;
  roughness: number;
  metalness: number;
  envMapIntensity: number;
  /** Strength of the clear coat. */
  coat: number;
  coatRoughness: number;
  /** Strength of the wide highlight below the clear coat: dark pieces look brown where it meets the viewer. */
  sheen: number;
  /** How much light seems to come through, from 0 to 1. */
  translucency: number;
  opacity: number;
  emissive: string;
  /** How much of the seat's colour is reflected: saturated colours turn pale in strong light. */
  albedo: number;
  /** The painted pattern that the seat's colour tints. */
  pattern: 'ball' | 'gem' | null;
  /** Some parts are mirrors. */
  mirrors: boolean;
}

function surface(name: string, more: Partial<PieceSurface>): PieceSurface {
  return {
    name,
    roughness: 0.36,
    metalness: 0,
    envMapIntensity: 1,
    coat: 0.3,
    coatRoughness: 0.08,
    sheen: 1,
    translucency: 0,
    opacity: 1,
    emissive: '#000000',
    albedo: 1,
    pattern: null,
    mirrors: true,
    ...more,
  };
}

const KIND_SURFACES: Readonly<Record<string, PieceSurface>> = {
  wood: surface('wood', {
    mirrors: false,
    roughness: 0.44,
    coat: 0.26,
    envMapIntensity: 0.85,
    coatRoughness: 0.24,
    albedo: 0.92,
    pattern: 'ball',
  }),
  gemstone: surface('gemstone', {
    mirrors: false,
    roughness: 0.24,
    coat: 0.7,
    coatRoughness: 0.16,
    sheen: 0.6,
    translucency: 0.6,
    albedo: 1.12,
    pattern: 'gem',
  }),
  ivory: surface('ivory', {
    mirrors: false,
    roughness: 0.4,
    coat: 0.55,
    coatRoughness: 0.12,
    envMapIntensity: 1,
    sheen: 0.3,
    albedo: 0.82,
  }),
  enamel: surface('enamel', { roughness: 0.3, coat: 0.9, albedo: 0.55 }),
  cord: surface('cord', { mirrors: false, roughness: 0.78, coat: 0 }),
};
const PLAIN = surface('plain', {});

/** Return the surface of a declared material; an unknown one is plain satin. */
export function surfaceOfKind(material: string): PieceSurface {
  return KIND_SURFACES[material] ?? PLAIN;
}

/** Less than fully metallic: where nothing bright is mirrored, the metal of both players would be black. */
export const PIECE_SURFACES: Record<PieceMaterial, PieceSurface> = {
  satin: surface('satin', {}),
  matt: surface('matt', { roughness: 0.9, envMapIntensity: 0.7, coat: 0 }),
  gloss: surface('gloss', { roughness: 0.1, envMapIntensity: 1.25, coat: 1 }),
  metal: surface('metal', { roughness: 0.3, metalness: 0.6, envMapIntensity: 1.4, coat: 0 }),
  glass: surface('glass', { roughness: 0.05, envMapIntensity: 1.5, opacity: 0.72, translucency: 0.4 }),
  lacquer: surface('lacquer', { roughness: 0.04, metalness: 0.12, coat: 1 }),
  stone: surface('stone', { roughness: 1, envMapIntensity: 0.4, coat: 0 }),
  chrome: surface('chrome', { roughness: 0.08, metalness: 0.6, envMapIntensity: 1.8, coat: 1, coatRoughness: 0.03 }),
  pearl: surface('pearl', { roughness: 0.2, metalness: 0.35, envMapIntensity: 1.7, emissive: '#15121f', coat: 0.6 }),
  ember: surface('ember', { roughness: 0.55, envMapIntensity: 0.8, emissive: '#2a0b03', coat: 0.2 }),
};
