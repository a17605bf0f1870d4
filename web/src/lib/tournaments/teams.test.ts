import { expect, test } from 'vitest';
import { teamNames } from './teams.ts';

test('teams are the different names between commas', () => {
  expect(teamNames(' Owls, Red  Foxes,,Owls ')).toEqual(['Owls', 'Red Foxes']);
  expect(teamNames('')).toEqual([]);
});
