/** Earlier set-ups, stored in the person's preferences. */

import { COLOUR_PREFERENCE } from '#lib/people/colours.ts';
import { me } from '#lib/people/me.svelte.ts';
import { isColour } from '#lib/theme/colour.ts';
import { type ChosenLevel, type Host, levelOf, mySeat, type SetupDraft, withLevel } from './draft.ts';

const key = (game: string) => `setup.${game}`;

/** Return the last set-up of a game. */
export function savedSetup(game: string): unknown {
  return me.preference(key(game));
}

/** Return the level of the computer that was last chosen for a game. */
export function savedLevel(game: string): ChosenLevel {
  return levelOf(savedSetup(game));
}

export async function saveLevel(game: string, level: ChosenLevel): Promise<void> {
  await me.prefer(key(game), withLevel(savedSetup(game), level));
}

/** Return the current visitor as host. */
export function currentHost(): Host {
  const colour = me.preference(COLOUR_PREFERENCE);
  const known = typeof colour === 'string' && isColour(colour) ? colour : '';
  return { name: me.name, account: me.account, colour: known };
}

/** Store a set-up and the host's colour. */
export async function saveSetup(game: string, draft: SetupDraft): Promise<void> {
  const colour = draft.seats[mySeat(draft)]?.colour;
  await me.prefer(key(game), draft);
  if (colour) {
    await me.prefer(COLOUR_PREFERENCE, colour);
  }
}
