/** Start a game with the last set-up, against bots, with people at this screen, or with a friend over the network. */
import { get, post } from '#lib/net/client.ts';
import type { PlayerRatingView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import {
  type ChosenLevel,
  DEFAULT_LEVEL,
  firstPerson,
  fitSeats,
  type Host,
  levelOf,
  matchRequest,
  newSeat,
  restoreDraft,
  type SetupDraft,
} from './draft.ts';

/** Return names for people without one, by seat. */
export function defaultNames(seats: number): string[] {
  const all = [1, 2, 3, 4, 5, 6, 7, 8] as const;
  return all.slice(0, seats).map((n) => t(`setup.player.${n}`));
}

export type Opponent = 'computer' | 'here' | 'friend';

/** Return the draft with one person and bots, or with people only; levels and names stay, new bots get `level`. */
export function quickDraft(
  draft: SetupDraft,
  opponent: Opponent,
  sides: number,
  level: ChosenLevel = DEFAULT_LEVEL,
): SetupDraft {
  const seats = fitSeats(draft.seats, sides);
  const mine = Math.max(0, firstPerson(seats));
  return {
    ...draft,
    where: opponent === 'friend' ? 'network' : 'here',
    start: '',
    first: null,
    mine,
    seats: seats.map((seat, n) => {
      const who = opponent === 'computer' && n !== mine ? 'computer' : 'person';
      // Keep name and level of a seat that already has this kind of player.
      return seat.who === who ? seat : newSeat(who, { help: seat.help, colour: seat.colour, level });
    }),
  };
}

/** Load the visitor's strength in a game, and the fitting level. */
export function myLevel(game: string): Promise<PlayerRatingView> {
  return get('/api/profile/level', { query: { game } });
}

/** Create the match and return its id. */
export async function quickStart(game: string, opponent: Opponent, kept: unknown, host: Host): Promise<string> {
  const info = await get('/api/games/{key}', { path: { key: game } });
  const recalled = restoreDraft(kept, info, host);
  const table = await post('/api/games/{key}/check', { path: { key: game }, body: { options: recalled.options } });
  const draft = quickDraft(recalled, opponent, table.sides.length, levelOf(kept));
  const fitting = draft.seats.some((seat) => seat.level === 'mine') ? { level: (await myLevel(game)).level } : {};
  const match = matchRequest(draft, game, table, { ...host, ...fitting }, defaultNames(table.sides.length));
  return (await post('/api/matches', { body: match })).id;
}
