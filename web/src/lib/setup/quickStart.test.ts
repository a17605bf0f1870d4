import { expect, test } from 'vitest';
import { newClock } from './clock.ts';
import { levelOf, newSeat, type SetupDraft, withLevel } from './draft.ts';
import { quickDraft } from './quickStart.ts';

const draft: SetupDraft = {
  where: 'network',
  options: { size: 5 },
  start: 'some position',
  first: 1,
  seats: [newSeat('computer', { level: 6 }), newSeat('person', { name: 'Anna' })],
  mine: 1,
  lot: true,
  clock: newClock(),
  listed: true,
  rated: false,
};

test('against the computer: the seat, level and options of last time, at this screen, from the usual start', () => {
  const quick = quickDraft(draft, 'computer', 2);
  expect(quick.seats.map((seat) => [seat.who, seat.level, seat.name])).toEqual([
    ['computer', 6, ''],
    ['person', 2, 'Anna'],
  ]);
  expect(quick).toMatchObject({ where: 'here', start: '', first: null, mine: 1, options: { size: 5 } });
});

test('two players: nobody is a computer', () => {
  expect(quickDraft(draft, 'here', 2).seats.map((seat) => seat.who)).toEqual(['person', 'person']);
});

test('if every seat was a computer, the first one is mine', () => {
  const bots = { ...draft, seats: [newSeat('computer'), newSeat('computer'), newSeat('computer')] };
  expect(quickDraft(bots, 'computer', 3).seats.map((seat) => seat.who)).toEqual(['person', 'computer', 'computer']);
});

test('a friend: the other seats are open over the network', () => {
  const quick = quickDraft(draft, 'friend', 2);
  expect(quick).toMatchObject({ where: 'network', mine: 1 });
  expect(quick.seats.map((seat) => seat.who)).toEqual(['person', 'person']);
});

test('the level chosen on the home page is kept with the set-up, and without one', () => {
  expect(levelOf(undefined)).toBe(2);
  expect(levelOf(withLevel(undefined, 5))).toBe(5);
  expect(levelOf(withLevel(draft, 'mine'))).toBe('mine');
  expect(withLevel(draft, 3)).toMatchObject({ options: { size: 5 }, seats: [{ level: 3 }, { name: 'Anna' }] });
  const people = { ...draft, seats: [newSeat('person'), newSeat('person')] };
  expect(quickDraft(people, 'computer', 2, levelOf(withLevel(people, 7))).seats[1]?.level).toBe(7);
});
