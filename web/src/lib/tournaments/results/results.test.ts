import { expect, test } from 'vitest';
import type { EntrantView, TournamentView } from '#lib/net/types.ts';
import {
  arenaGames,
  type CrossRow,
  crossTable,
  isSameGame,
  needsDecision,
  podium,
  pointsText,
  resultIndex,
  resultText,
  roundsTable,
  tieBreakText,
  waitsFor,
} from './results.ts';
import { pairing as game } from './testPairings.ts';

const entrant = (number: number, name: string): EntrantView => ({
  number,
  player: { is: 'guest', name, level: null, style: null, style_name: null, program: false },
  team: '',
  withdrawn: false,
  rating: null,
  away: false,
});

const cellTexts = (rows: CrossRow[]) =>
  rows.map((row) => row.cells.map((cell) => cell?.map((result) => result.text).join(' ') ?? null));

test('points have a sign for the half', () => {
  expect([0, 0.5, 1, 2.5].map(pointsText)).toEqual(['0', '½', '1', '2½']);
  expect(resultText([0.5, 0.5])).toBe('½–½');
  expect(resultText(null)).toBe('');
});

const standing = (place: number, number: number, points: number) => ({
  place,
  entrant: number,
  points,
  tie_breaks: [],
});

test('an arena shows the games that are played before those that have ended', () => {
  const rounds = [
    { title: 'Sim', sides: [], games: [game([1, 2], [1, 0]), game([3, 4], null)], note: '' },
    { title: 'Sim', sides: [], games: [game([1, 5], [0, 1])], note: '' },
    { title: 'Sim', sides: [], games: [game([2, 5], null)], note: '' },
  ];
  const listed = arenaGames({ rounds } as unknown as TournamentView);
  expect(listed.map((one) => [...one.game.entrants, one.number, one.place])).toEqual([
    [2, 5, 2, 0],
    [3, 4, 0, 1],
    [1, 5, 1, 0],
    [1, 2, 0, 0],
  ]);
});

test('a tie-break has at most two decimal places', () => {
  expect([1, 2.5, 7 / 3].map(tieBreakText)).toEqual(['1', '2.5', '2.33']);
});

test('a tournament of tables is shown by rounds, with table and seat', () => {
  const [ben, anna] = roundsTable({
    entrants: [entrant(1, 'Anna'), entrant(2, 'Ben')],
    rounds: [
      { title: 'Sim', sides: [], note: '', games: [game([4, 5, 6], null), game([3, 1, 2], [0, 1, 1])] },
      { title: 'Sim', sides: [], note: '', games: [game([2], [1, 0])] },
    ],
    standings: [standing(1, 2, 2), standing(2, 1, 1)],
  });
  expect(ben?.cells).toEqual([
    { points: '1', table: 2, seat: 3 },
    { points: '1', table: null, seat: null },
  ]);
  expect(anna?.cells).toEqual([{ points: '1', table: 2, seat: 2 }, null]);
});

test('a cross table has the results of each pair in the order of the standings', () => {
  const rows = crossTable({
    entrants: [entrant(1, 'Anna'), entrant(2, 'Ben'), entrant(3, 'Carl')],
    rounds: [
      { title: 'Sim', sides: [], note: '', games: [game([1, 2], [0, 1]), game([3], [1, 0])] },
      { title: 'Sim', sides: [], note: '', games: [game([2, 1], [0.5, 0.5]), game([1, 3], null)] },
    ],
    standings: [standing(1, 2, 1.5), standing(2, 3, 1), standing(3, 1, 0.5)],
  });
  expect(rows.map((row) => row.name)).toEqual(['Ben', 'Carl', 'Anna']);
  expect(rows.map((row) => row.byes)).toEqual([0, 1, 0]);
  expect(cellTexts(rows)).toEqual([
    [null, '', '1 ½'],
    ['', null, ''],
    ['0 ½', '', null],
  ]);
});

test('a cross table has signs for forfeits', () => {
  const rows = crossTable({
    entrants: [entrant(1, 'Anna'), entrant(2, 'Ben')],
    rounds: [
      { title: 'Sim', sides: [], note: '', games: [{ ...game([1, 2], [1, 0]), forfeit: true }] },
      { title: 'Sim', sides: [], note: '', games: [game([2, 1], [1, 0])] },
    ],
    standings: [standing(1, 1, 1), standing(2, 2, 1)],
  });
  expect(cellTexts(rows)).toEqual([
    [null, '+ 0'],
    ['− 1', null],
  ]);
  expect(rows[0]?.cells[1]?.map((result) => result.forfeit)).toEqual([true, false]);
});

test('a match that ended without a result needs a decision', () => {
  expect(needsDecision({ ...game([1, 2], null), status: 'over' })).toBe(true);
  expect(needsDecision(game([1, 2], null))).toBe(false);
});

test('the dialog begins with the recorded result, and with none for an open game', () => {
  expect(resultIndex([0, 1])).toBe(2);
  expect(resultIndex([0.5, 0.5])).toBe(1);
  expect(resultIndex(null)).toBeNull();
});

test('the podium has three places, and everybody who shares one of them', () => {
  const row = (entrant: number, place: number) => ({ entrant, place, points: 1, tie_breaks: [] });
  const entrants = (places: number[]) => podium(places.map((place, n) => row(n + 1, place))).map((one) => one.entrant);
  expect(entrants([1, 2, 3, 4])).toEqual([1, 2, 3]);
  expect(entrants([1, 1, 1, 1, 5])).toEqual([1, 2, 3, 4]);
  expect(entrants([1, 2, 3, 3, 5])).toEqual([1, 2, 3, 4]);
  expect(entrants([1, 2])).toEqual([1, 2]);
});

const round = (...games: ReturnType<typeof game>[]) => ({ title: 'Sim', sides: [], note: '', games });

/** Return a tournament in which the visitor has number 1. */
const own = (more: Partial<TournamentView>) =>
  ({ you: 1, format: 'swiss', total_rounds: 3, ends: null, closed: false, rounds: [], ...more }) as TournamentView;

test('an entrant waits for the next game, has a bye, or has played all games', () => {
  const played = round(game([1, 2], [1, 0]), game([3, 4]));
  expect(waitsFor(own({}), 0)).toBe('next');
  expect(waitsFor(own({ rounds: [played] }), 0)).toBe('next');
  expect(waitsFor(own({ rounds: [played, round(game([1], [1, 0]), game([2, 3]))] }), 0)).toBe('bye');
  expect(waitsFor(own({ rounds: [played], total_rounds: 1 }), 0)).toBe('end');
});

test('an arena has no more games when its time is up or it was ended', () => {
  const arena = own({ format: 'arena', total_rounds: null, ends: 100, rounds: [round(game([1, 2], [0, 1]))] });
  expect(waitsFor(arena, 99)).toBe('next');
  expect(waitsFor(arena, 100)).toBe('end');
  expect(waitsFor({ ...arena, closed: true }, 0)).toBe('end');
});

test('an entrant who has lost is out of a knockout only', () => {
  const rounds = [round(game([2, 1], [1, 0]), game([3, 4]))];
  expect(waitsFor(own({ rounds, format: 'knockout' }), 0)).toBe('out');
  expect(waitsFor(own({ rounds, format: 'knockout', you: 2 }), 0)).toBe('next');
  expect(waitsFor(own({ rounds }), 0)).toBe('next');
});

test('a drawn game that is replayed with the sides swapped is not the same game', () => {
  expect(isSameGame(game([1, 2]), game([1, 2], [1, 0]))).toBe(true);
  expect(isSameGame(game([1, 2]), game([2, 1]))).toBe(false);
  expect(isSameGame(game([1, 2]), undefined)).toBe(false);
});
