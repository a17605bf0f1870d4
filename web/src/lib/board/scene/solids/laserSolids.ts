/** Pieces that mirror, stop or send a beam. */
import { anubis, pharaoh, sphinx } from './figureSolids.ts';
import { pyramid, scarab } from './mirrorSolids.ts';
import type { Solid } from './solids.ts';

export const LASER_SOLIDS: Record<string, () => Solid> = {
  mirror: pyramid,
  'double mirror': scarab,
  shield: anubis,
  laser: sphinx,
  pharaoh,
};
