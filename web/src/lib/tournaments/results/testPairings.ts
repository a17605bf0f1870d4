/** Pairings for tests. */
import type { PairingView } from '#lib/net/types.ts';

export const pairing = (entrants: number[], points: number[] | null = null): PairingView => ({
  entrants,
  points,
  forfeit: false,
  match: null,
  status: points ? 'over' : 'running',
  note: '',
});
