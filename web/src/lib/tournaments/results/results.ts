/** How results are written, and the cross table of a tournament. */
import type { EntrantView, PairingView, RoundView, StandingRow, TournamentView } from '#lib/net/types.ts';
import { numberText } from '#lib/strings/format.ts';

export const POSSIBLE_RESULTS: number[][] = [
  [1, 0],
  [0.5, 0.5],
  [0, 1],
  [0, 0],
];

/** Return the place of a result among the possible ones; null if there is none. */
export function resultIndex(points: readonly number[] | null): number | null {
  const found = POSSIBLE_RESULTS.findIndex((one) => points?.every((value, seat) => value === one[seat]));
  return found < 0 ? null : found;
}

/** Return points with a sign for the half: 0, ½, 1, 2½. */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  const half = points - whole >= 0.5 ? '½' : '';
  return half && whole === 0 ? half : `${whole}${half}`;
}

/** Return a tie-break with at most two decimal places. */
export function tieBreakText(value: number): string {
  return numberText(value, { maximumFractionDigits: 2 });
}

/** Return the result of a game, such as 1–0; empty until it has one. */
export function resultText(points: readonly number[] | null): string {
  return points ? points.map(pointsText).join('–') : '';
}

/** Return the name of an entrant. */
export function nameOf(entrants: readonly EntrantView[], number: number | null | undefined): string {
  return entrants.find((entrant) => entrant.number === number)?.player.name ?? '';
}

/** Return whether a game has only one entrant. */
export function isBye(game: PairingView): boolean {
  return game.entrants.length === 1;
}

/** Return whether a game has more than two entrants. */
export function isTable(game: PairingView): boolean {
  return game.entrants.length > 2;
}

/** Return the rows of the first three places, of which several entrants may share one. */
export function podium(standings: readonly StandingRow[]): StandingRow[] {
  return standings.filter((row) => row.place <= 3);
}

/** Return whether no more rounds or games begin; `now` is the time of the server. */
export function isComplete(view: TournamentView, now: number): boolean {
  return view.closed || (view.ends !== null && view.ends <= now) || view.rounds.length === (view.total_rounds ?? -1);
}

/** What an entrant without a running game waits for: the next game, or nothing because of a bye or at the end. */
export type Waiting = 'next' | 'bye' | 'out' | 'end';

/** Return what the visitor waits for. */
export function waitsFor(view: TournamentView, now: number): Waiting {
  const { you, rounds, format } = view;
  const own = you === null ? [] : rounds.map(({ games }) => games.find((game) => game.entrants.includes(you)));
  if (format === 'knockout' && own.some((game) => game && hasLost(game, you))) {
    return 'out';
  }
  if (rounds.length && isComplete(view, now)) {
    return 'end';
  }
  const last = own.at(-1);
  return format !== 'arena' && last && isBye(last) ? 'bye' : 'next';
}

function hasLost({ entrants, points }: PairingView, entrant: number | null): boolean {
  return points !== null && points[entrants.indexOf(entrant ?? -1)] === 0;
}

export interface ListedGame {
  game: PairingView;
  /** Its round, and its place there. */
  number: number;
  place: number;
}

/** Return the games of a round. */
export function gamesOfRound(view: TournamentView, number: number): ListedGame[] {
  return (view.rounds[number]?.games ?? []).map((game, place) => ({ game, number, place }));
}

/** Return the games of an arena, which has no rounds: those that are played, then those that have ended, the latest first. */
export function arenaGames(view: TournamentView): ListedGame[] {
  const games = view.rounds.flatMap((_, number) => gamesOfRound(view, number)).reverse();
  return [...games.filter(({ game }) => !game.points), ...games.filter(({ game }) => game.points)];
}

export interface CrossResult {
  /** Points; a sign for a result without play. */
  text: string;
  forfeit: boolean;
}

export interface CrossRow {
  row: StandingRow;
  name: string;
  /** The results against each entrant, in the order of the rows; null for the entrant's own cell. */
  cells: (CrossResult[] | null)[];
  /** Points of rounds without an opponent. */
  byes: number;
}

/** Return the results of everybody against everybody, in the order of the standings. */
export function crossTable(tournament: Pick<TournamentView, 'entrants' | 'rounds' | 'standings'>): CrossRow[] {
  const results = resultsByPair(tournament.rounds);
  const order = tournament.standings.map((row) => row.entrant);
  return tournament.standings.map((row) => ({
    row,
    name: nameOf(tournament.entrants, row.entrant),
    cells: order.map((other) => (other === row.entrant ? null : (results.get(`${row.entrant}:${other}`) ?? []))),
    byes: byePoints(tournament.rounds, row.entrant),
  }));
}

function byePoints(rounds: readonly RoundView[], entrant: number): number {
  const byes = rounds.flatMap((round) => round.games).filter((game) => isBye(game) && game.entrants[0] === entrant);
  return byes.reduce((sum, game) => sum + (game.points?.[0] ?? 0), 0);
}

function resultsByPair(rounds: readonly RoundView[]): Map<string, CrossResult[]> {
  const found = new Map<string, CrossResult[]>();
  for (const { entrants, points, forfeit } of rounds.flatMap((round) => round.games)) {
    const [first, second] = entrants;
    if (points && first !== undefined && second !== undefined) {
      for (const [own, other, gained] of [
        [first, second, points[0]],
        [second, first, points[1]],
      ]) {
        const key = `${own}:${other}`;
        found.set(key, [...(found.get(key) ?? []), { text: crossText(gained ?? 0, forfeit), forfeit }]);
      }
    }
  }
  return found;
}

/** Return the points; + or − for a win or a loss by forfeit, as in the cross tables of FIDE. */
function crossText(points: number, forfeit: boolean): string {
  return forfeit ? (points > 0 ? '+' : '−') : pointsText(points);
}

/** What an entrant did in a round; `table` and `seat` count from 1 and are null in a bye. */
export interface RoundCell {
  points: string;
  table: number | null;
  seat: number | null;
}

export interface RoundsRow {
  row: StandingRow;
  name: string;
  /** One for each round; null for a round without the entrant. */
  cells: (RoundCell | null)[];
}

/** Return the results of everybody in each round, in the order of the standings: the cross table of tables. */
export function roundsTable(tournament: Pick<TournamentView, 'entrants' | 'rounds' | 'standings'>): RoundsRow[] {
  return tournament.standings.map((row) => ({
    row,
    name: nameOf(tournament.entrants, row.entrant),
    cells: tournament.rounds.map((round) => roundCell(round, row.entrant)),
  }));
}

function roundCell(round: RoundView, entrant: number): RoundCell | null {
  const place = round.games.findIndex((game) => game.entrants.includes(entrant));
  const game = round.games[place];
  if (!game) {
    return null;
  }
  const seat = game.entrants.indexOf(entrant);
  const points = game.points ? pointsText(game.points[seat] ?? 0) : '';
  return isBye(game) ? { points, table: null, seat: null } : { points, table: place + 1, seat: seat + 1 };
}

/** Return whether two states of a game have the same entrants in the same seats. */
export function isSameGame(one: PairingView, other: PairingView | undefined): boolean {
  return one.entrants.join() === other?.entrants.join();
}

/** Return whether a game has neither a result nor a running match: the organiser has to decide. */
export function needsDecision(game: PairingView): boolean {
  return game.points === null && game.status === 'over';
}
