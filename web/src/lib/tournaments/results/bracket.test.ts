import { expect, test } from 'vitest';
import type { PairingView } from '#lib/net/types.ts';
import { bracketOf, bracketPoints, lostByForfeit } from './bracket.ts';
import { pairing as game } from './testPairings.ts';

const round = (...games: PairingView[]) => ({ title: 'Sim', sides: [], note: '', games });
const entrants = (bracket: ReturnType<typeof bracketOf>) => bracket.map((games) => games.map((one) => one.entrants));

test('the bracket has all rounds, and winners go on to games that have not begun', () => {
  const first = round(game([1], [1]), game([5, 4], [0, 1]), game([2], [1]), game([3, 6]));
  const bracket = bracketOf({ total_rounds: 3, rounds: [first] });
  expect(entrants(bracket)).toEqual([
    [[1], [4, 5], [2], [3, 6]],
    [
      [1, 4],
      [2, null],
    ],
    [[null, null]],
  ]);
  expect(bracket[1]?.[0]?.pairing).toBeUndefined();
});

test('a game that both have lost has no winner, and its place in the next round stays free', () => {
  const lost = round(game([1, 4], [0, 0]), game([2, 3], [0, 0]), game([5, 6], [1, 0]), game([7, 8], [0, 0]));
  const next = round(game([1], [0]), game([5], [1]));
  const bracket = bracketOf({ total_rounds: 3, rounds: [lost, next] });
  expect(bracket[1]?.map((one) => [one.entrants, one.winner])).toEqual([
    [[null, null], null],
    [[5, null], 5],
  ]);
});

test('entrants keep their order in the bracket when colours are swapped', () => {
  const rounds = [round(game([1, 4], [1, 0]), game([2, 3], [0, 1])), round(game([3, 1], [0, 1]))];
  const bracket = bracketOf({ total_rounds: 2, rounds });
  expect(entrants(bracket)).toEqual([
    [
      [1, 4],
      [2, 3],
    ],
    [[1, 3]],
  ]);
  const final = bracket[1]?.[0];
  expect(final?.winner).toBe(1);
  expect(final?.entrants.map((one) => final && bracketPoints(final, one))).toEqual([1, 0]);
});

test('an open or drawn game has no winner, and a bye shows no points', () => {
  const [games = []] = bracketOf({ total_rounds: 2, rounds: [round(game([1], [1]), game([2, 3], [0.5, 0.5]))] });
  expect(games.map((one) => one.winner)).toEqual([1, null]);
  expect(games.map((one) => one.entrants.map((entrant) => bracketPoints(one, entrant)))).toEqual([[null], [0.5, 0.5]]);
});

test('the loser of a forfeited game is marked, but not the winner, a bye or a game that was played', () => {
  const forfeited = { ...game([4, 1], [0, 1]), forfeit: true };
  const rounds = [round(game([2], [1]), forfeited, game([3, 5], [1, 0]), { ...game([6, 7]), forfeit: true })];
  const [games = []] = bracketOf({ total_rounds: 3, rounds });
  expect(games.map((one) => one.entrants.filter((entrant) => lostByForfeit(one, entrant)))).toEqual([[], [4], [], []]);
});
