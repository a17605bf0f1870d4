/** A game in one press: as it was last set up, against the computer or with everybody at this screen. */
import { get, post } from '#lib/net/client.ts';
import type { PlayerRatingView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { firstPerson, fitSeats, type Host, matchRequest, newSeat, restoreDraft, type SetupDraft } from './draft.ts';

/** What people are called who said no name, seat by seat. */
export function defaultNames(seats: number): string[] {
  const all = [1, 2, 3, 4, 5, 6, 7, 8] as const;
  return all.slice(0, seats).map((n) => t(`setup.player.${n}`));
}

/** The draft with a person and else computers, or with persons only; levels and names stay as they were. */
export function quickDraft(draft: SetupDraft, computer: boolean, sides: number): SetupDraft {
  const seats = fitSeats(draft.seats, sides);
  const mine = Math.max(0, firstPerson(seats));
  return {
    ...draft,
    where: 'here',
    start: '',
    first: null,
    mine,
    seats: seats.map((seat, n) => {
      const who = computer && n !== mine ? 'computer' : 'person';
      // A name or level is kept where that kind of player was set up before.
      return seat.who === who ? seat : newSeat(who, { help: seat.help, colour: seat.colour });
    }),
  };
}

/** How strong this visitor is in a game, and which level of a bot fits. */
export function myLevel(game: string): Promise<PlayerRatingView> {
  return get('/api/profile/level', { query: { game } });
}

/** Sets the match up and gives its id. */
export async function quickStart(game: string, computer: boolean, kept: unknown, host: Host): Promise<string> {
  const info = await get('/api/games/{key}', { path: { key: game } });
  const recalled = restoreDraft(kept, info, host);
  const table = await post('/api/games/{key}/check', { path: { key: game }, body: { options: recalled.options } });
  const draft = quickDraft(recalled, computer, table.sides.length);
  const fitting = draft.seats.some((seat) => seat.level === 'mine') ? { level: (await myLevel(game)).level } : {};
  const match = matchRequest(draft, game, table, { ...host, ...fitting }, defaultNames(table.sides.length));
  return (await post('/api/matches', { body: match })).id;
}
