/** How results are written, and the cross table of a tournament. */
import type { EntrantView, PairingView, RoundView, StandingRow, TournamentView } from '#lib/net/types.ts';

export const POSSIBLE_RESULTS: [number, number][] = [
  [1, 0],
  [0.5, 0.5],
  [0, 1],
  [0, 0],
];

/** Return points with a sign for the half: 0, ½, 1, 2½. */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  const half = points - whole >= 0.5 ? '½' : '';
  return half && whole === 0 ? half : `${whole}${half}`;
}

/** Return the result of a game, such as 1–0; empty until it has one. */
export function resultText(points: readonly number[] | null): string {
  return points ? points.map(pointsText).join('–') : '';
}

/** Return the name of an entrant. */
export function nameOf(entrants: readonly EntrantView[], number: number | null): string {
  return entrants.find((entrant) => entrant.number === number)?.player.name ?? '';
}

export interface CrossRow {
  row: StandingRow;
  name: string;
  /** The results against each entrant, in the order of the rows; null for the entrant's own cell. */
  cells: (string | null)[];
}

/** Return the results of everybody against everybody, in the order of the standings. */
export function crossTable(tournament: Pick<TournamentView, 'entrants' | 'rounds' | 'standings'>): CrossRow[] {
  const results = resultsByPair(tournament.rounds);
  const order = tournament.standings.map((row) => row.entrant);
  return tournament.standings.map((row) => ({
    row,
    name: nameOf(tournament.entrants, row.entrant),
    cells: order.map((other) =>
      other === row.entrant ? null : (results.get(`${row.entrant}:${other}`) ?? []).join(' '),
    ),
  }));
}

function resultsByPair(rounds: readonly RoundView[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (own: number, other: number, points: number) => {
    const key = `${own}:${other}`;
    found.set(key, [...(found.get(key) ?? []), pointsText(points)]);
  };
  for (const game of rounds.flatMap((round) => round.games)) {
    if (game.points && game.second !== null) {
      add(game.first, game.second, game.points[0]);
      add(game.second, game.first, game.points[1]);
    }
  }
  return found;
}

/** Return whether a game has neither a result nor a running match: the organiser has to decide. */
export function needsDecision(game: PairingView): boolean {
  return game.points === null && game.status === 'over';
}
