/** The named materials that a game can make its board of: woods, stones, felt and steel, with their colours. */
import type { BoardMaterial } from './finish.ts';

/** A material by name. `light` and `dark` are the extremes of its pattern. */
export interface Species {
  material: BoardMaterial;
  light: string;
  dark: string;
  /** Growth rings per unit, how much they waver, and how much darker their dark part is: woods only. */
  rings?: number;
  wobble?: number;
  contrast?: number;
  /** How much less a wood mirrors light than others: on a dark one, its highlight is grey. */
  matt?: number;
  /** Density of the veins of a stone, 0 for none. */
  veins?: number;
  /** Light and dark cells, where they are not made of the slab's own tones. */
  cells?: readonly [light: string, dark: string];
}

export const SPECIES: Readonly<Record<string, Species>> = {
  walnut: {
    material: 'wood',
    light: '#80634c',
    dark: '#38251a',
    rings: 6.5,
    wobble: 0.5,
    contrast: 0.46,
    cells: ['#d8b98a', '#5d3a22'],
  },
  oak: { material: 'wood', light: '#c79a66', dark: '#7d552e', rings: 7, wobble: 0.35, contrast: 0.6 },
  teak: { material: 'wood', light: '#a37850', dark: '#5a3b25', rings: 8, wobble: 0.25, contrast: 0.5 },
  ash: { material: 'wood', light: '#d8bb8d', dark: '#946b3a', rings: 6, wobble: 0.4, contrast: 0.72 },
  'indigo ash': {
    material: 'wood',
    light: '#293c68',
    dark: '#121a33',
    rings: 5.5,
    wobble: 0.6,
    contrast: 0.52,
    matt: 0.25,
  },
  slate: { material: 'stone', light: '#6d8798', dark: '#354a5b', veins: 1 },
  basalt: { material: 'stone', light: '#3b3f46', dark: '#1d1f24', veins: 0.3, cells: ['#7e8793', '#16191e'] },
  blackboard: { material: 'stone', light: '#4f5d64', dark: '#37434a', veins: 0 },
  marble: { material: 'stone', light: '#d6d4cf', dark: '#85888d', veins: 1 },
  felt: { material: 'felt', light: '#3a7159', dark: '#204536' },
  steel: { material: 'metal', light: '#6a747c', dark: '#343b41' },
};

/** Colours of the inlays that a game can choose. */
export const INLAYS: Readonly<Record<string, string>> = { brass: '#d6ad5f', silver: '#c2cbd2', chalk: '#e6e2d6' };

/** The species used for each family if only the family was chosen. */
const FAMILY: Record<BoardMaterial, string> = { wood: 'oak', felt: 'felt', stone: 'marble', metal: 'steel' };

/** Return a species by name; an unknown name is walnut. */
export function speciesOf(name: string): Species {
  return SPECIES[name] ?? SPECIES.walnut!;
}

export function speciesOfMaterial(material: BoardMaterial): Species {
  return speciesOf(FAMILY[material]);
}
