/** Parts of a game that a board needs. */
import { get } from '#lib/net/client.ts';
import type { Kind, VariantView, Verb } from '#lib/net/types.ts';

export interface BoardSetting {
  kinds: Kind[];
  verbs: Verb[];
  colours: string[];
  /** The finished match under analysis. */
  match: string | null;
}

/** Load what a board needs of a game. */
export async function boardSetting(game: string, table: VariantView): Promise<BoardSetting> {
  const { kinds, verbs } = await get('/api/games/{key}', { path: { key: game } });
  return { kinds, verbs, colours: table.sides.map((side) => side.colour), match: null };
}
