/** The bracket of a knockout: all its rounds, also those that have not begun. */
import type { PairingView, TournamentView } from '#lib/net/types.ts';

/** An entrant of a game in the bracket; null until it is known who goes on. */
export type BracketEntrant = number | null;

export interface BracketGame {
  /** From top to bottom; one for a bye. */
  entrants: BracketEntrant[];
  /** The entrant who goes on. */
  winner: BracketEntrant;
  /** The game as it was paired; undefined until it is. */
  pairing: PairingView | undefined;
}

export type Bracket = BracketGame[][];

/** Return the games of all rounds, from top to bottom: the winners of two neighbours meet in the next round. */
export function bracketOf({ rounds, total_rounds }: Pick<TournamentView, 'rounds' | 'total_rounds'>): Bracket {
  const found: Bracket = [
    (rounds[0]?.games ?? []).map((pairing) => bracketGame([...pairing.entrants].sort(bySeed), pairing)),
  ];
  for (let number = 1; number < (total_rounds ?? 0); number++) {
    const before = found[number - 1] ?? [];
    found.push(
      before
        .filter((_, place) => place % 2 === 0)
        .map((upper, place) =>
          bracketGame([upper.winner, before[2 * place + 1]?.winner ?? null], rounds[number]?.games[place]),
        ),
    );
  }
  return found;
}

/** Return the points of an entrant in a game of the bracket; null if there are none to show. */
export function bracketPoints({ pairing, entrants }: BracketGame, entrant: BracketEntrant): number | null {
  if (entrant === null || entrants.length < 2) {
    return null;
  }
  return pairing?.points?.[pairing.entrants.indexOf(entrant)] ?? null;
}

/** Return whether an entrant lost a game of the bracket without play. */
export function lostByForfeit(game: BracketGame, entrant: BracketEntrant): boolean {
  return game.pairing?.forfeit === true && bracketPoints(game, entrant) === 0;
}

function bracketGame(entrants: BracketEntrant[], pairing: PairingView | undefined): BracketGame {
  return { entrants, pairing, winner: winnerOf(pairing) };
}

function winnerOf(pairing: PairingView | undefined): BracketEntrant {
  const [first = null, second = null] = pairing?.entrants ?? [];
  if (second === null) {
    return pairing?.points?.[0] ? first : null;
  }
  const [own = 0, other = 0] = pairing?.points ?? [];
  return own === other ? null : own > other ? first : second;
}

/** Order entrants by their seeding, which is their number: in the first round the one seeded higher is on top. */
const bySeed = (first: number, second: number): number => first - second;
