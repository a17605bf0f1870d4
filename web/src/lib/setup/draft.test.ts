import { expect, test } from 'vitest';
import type { GameView, Option } from '#lib/net/types.ts';
import {
  fitSeats,
  type Host,
  matchRequest,
  mySeat,
  newDraft,
  newSeat,
  optionApplies,
  restoreDraft,
  swapSeats,
  withOptions,
  withPlace,
} from './draft.ts';

const option = (key: string, rest: Partial<Option>): Option => ({
  key,
  label: key,
  help: '',
  default: false,
  choices: [],
  low: null,
  high: null,
  when: {},
  handicap: false,
  ...rest,
});
const side = { name: 'A', colour: '#ffffff', colour_name: 'white', symbol: 'a' };
const info = {
  options: [
    option('size', { default: 4, low: 3, high: 7 }),
    option('lines', { when: { size: [5, 6] } }),
    option('deep', { when: { lines: [true] } }),
  ],
  styles: [{ key: 'balanced', label: '', help: '' }],
  table: { sides: [side, side] },
} as unknown as GameView;
const anna: Host = { name: 'Anna', account: false, colour: '' };

test('a new set-up is a person against the computer', () => {
  const draft = newDraft(info, anna);
  expect(draft.seats.map((seat) => seat.who)).toEqual(['person', 'computer']);
  expect(draft.seats[0]?.name).toBe('Anna');
});

test('an option applies when the options it depends on have the right values', () => {
  const [, lines] = info.options;
  expect(optionApplies(lines!, {}, info.options)).toBe(false);
  expect(optionApplies(lines!, { size: 5 }, info.options)).toBe(true);
});

test('options that no longer apply are reset, with those that depend on them', () => {
  const chosen = withOptions({ size: 5, lines: true }, { deep: true }, info.options);
  expect(chosen).toEqual({ size: 5, lines: true, deep: true });
  expect(withOptions(chosen, { size: 4 }, info.options)).toEqual({});
  expect(withOptions({}, { unknown: 1 }, info.options)).toEqual({});
});

test('the number of seats follows the number of sides', () => {
  const seats = [newSeat('person'), newSeat('computer', { level: 5 })];
  expect(fitSeats(seats, 3).map((seat) => [seat.who, seat.level])).toEqual([
    ['person', 2],
    ['computer', 5],
    ['computer', 5],
  ]);
  expect(fitSeats(seats, 1)).toHaveLength(1);
});

test('swapping moves everybody one seat on, including me', () => {
  const draft = swapSeats(newDraft(info, anna));
  expect(draft.seats.map((seat) => seat.who)).toEqual(['computer', 'person']);
  expect(mySeat(draft)).toBe(1);
});

test('on this screen guests are seated with me; a guest without a name gets one', () => {
  const draft = { ...newDraft(info, anna), seats: [newSeat('person', { name: ' Anna ' }), newSeat('person')] };
  const match = matchRequest(draft, 'g', info.table, anna, ['First', 'Second']);
  expect(match.kind).toBe('local');
  expect(match.seats).toMatchObject([
    { is: 'me', name: 'Anna' },
    { is: 'guest', name: 'Second' },
  ]);
});

test('an account plays under its own name', () => {
  const match = matchRequest(newDraft(info, anna), 'g', info.table, { ...anna, account: true }, []);
  expect(match.seats[0]).not.toHaveProperty('name');
});

test('over the network other people join by themselves', () => {
  const seats = [newSeat('person'), newSeat('person', { name: 'Ben', colour: '#112233' })];
  const match = matchRequest({ ...newDraft(info, anna), seats, where: 'network' }, 'g', info.table, anna, []);
  expect([match.kind, match.public, match.seats[1]]).toEqual(['network', false, { is: 'open', help: seats[1]!.help }]);
});

test('over the network a seat is open for a person who joins', () => {
  const seats = [newSeat('person'), newSeat('computer'), newSeat('computer')];
  const draft = withPlace({ ...newDraft(info, anna), seats }, 'network');
  expect(draft.seats.map((seat) => seat.who)).toEqual(['person', 'person', 'computer']);
  expect(matchRequest(draft, 'g', info.table, anna, []).seats[1]).toMatchObject({ is: 'open' });
  // A draft that already has people keeps its bots.
  expect(withPlace({ ...draft, where: 'here' }, 'network').seats).toEqual(draft.seats);
  expect(withPlace(draft, 'here')).toMatchObject({ where: 'here', seats: draft.seats });
});

test('a match of computers only is a bot match', () => {
  const seats = [newSeat('computer'), newSeat('computer')];
  const match = matchRequest({ ...newDraft(info, anna), seats, where: 'network' }, 'g', info.table, anna, []);
  expect(match.kind).toBe('bots');
});

test('a bot of my level gets the level that fits me', () => {
  const draft = { ...newDraft(info, anna), seats: [newSeat('person'), newSeat('computer', { level: 'mine' })] };
  expect(matchRequest(draft, 'g', info.table, { ...anna, level: 4.3 }, []).seats[1]).toMatchObject({ level: 4.3 });
  expect(matchRequest(draft, 'g', info.table, anna, []).seats[1]).toMatchObject({ level: 2 });
  expect(restoreDraft(draft, info, anna).seats[1]?.level).toBe('mine');
});

test("a bot of one's own has the settings that were filled in", () => {
  const custom = { ...newSeat('computer').custom, method: 'mcts', nodes: ' 500 ', blunderRate: '25', seed: '7' };
  const seats = [newSeat('person'), newSeat('computer', { level: 'custom', custom })];
  const draft = { ...newDraft(info, anna), seats };
  expect(matchRequest(draft, 'g', info.table, anna, []).seats[1]).toEqual({
    is: 'bot',
    level: 'custom',
    style: 'balanced',
    seed: 7,
    custom: { method: 'mcts', nodes: '500', blunder_rate: '0.25' },
  });
  seats[1]!.custom.method = 'baseline:classic-easy';
  expect(matchRequest(draft, 'g', info.table, anna, []).seats[1]).toMatchObject({
    custom: { method: 'baseline', baseline: 'classic-easy' },
  });
});

test('a stored set-up is restored, except for its start position', () => {
  const draft = { ...newDraft(info, anna), where: 'network' as const, options: { size: 5 }, start: 'x', lot: true };
  expect(restoreDraft(JSON.parse(JSON.stringify(draft)), info, anna)).toEqual({ ...draft, start: '' });
});

test('invalid stored values are discarded', () => {
  for (const stored of [null, 'x', 3, [], { seats: 'x', options: [], clock: 1 }]) {
    expect(restoreDraft(stored, info, anna)).toEqual(newDraft(info, anna));
  }
  const stored = { options: { size: 'big', gone: 1 }, seats: [{ style: 'gone', level: -1, colour: 'red' }, null] };
  const draft = restoreDraft(stored, info, { ...anna, name: '' });
  expect(draft.options).toEqual({});
  expect(draft.seats).toEqual([newSeat('person'), newSeat('person')]);
});
