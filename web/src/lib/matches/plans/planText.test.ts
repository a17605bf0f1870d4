import { expect, test } from 'vitest';
import { premoveArrow } from './ownPlan.svelte.ts';
import { lineText, planSummary } from './planText.ts';

test('a plan is summed up by its next turn and the number of others', () => {
  expect(planSummary({ lines: [], premove: '' }, 2)).toBe('');
  expect(planSummary({ lines: [], premove: 'A-D' }, 2)).toBe('Next: A-D');
  expect(planSummary({ lines: [['C-D', 'A-C']], premove: '' }, 2)).toBe('If C-D then A-C');
  const lines = [
    ['C-D', 'A-C', 'E-F', 'B-D'],
    ['B-C', 'E-F'],
  ];
  expect(planSummary({ lines, premove: '' }, 2)).toBe('If C-D then A-C (and 2 more)');
});

test('a line is a sequence of conditions with a reply to each', () => {
  expect(lineText(['C-D'], 2)).toBe('if C-D');
  expect(lineText(['C-D', 'A-C'], 2)).toBe('if C-D then A-C');
  expect(lineText(['C-D', 'A-C', 'E-F', 'B-D'], 2)).toBe('if C-D then A-C; if E-F then B-D');
});

test('with more than two players the turns are listed', () => {
  expect(lineText(['A-B', 'C-D', 'E-F'], 3)).toBe('A-B, C-D, E-F');
});

test('a premove is drawn from its first to its last site, or as a ring', () => {
  expect(premoveArrow([0, 3])).toMatchObject([{ from: 0, to: 3 }]);
  expect(premoveArrow([2, 'left', 5, 'turn'])).toMatchObject([{ from: 2, to: 5 }]);
  expect(premoveArrow([4])).toMatchObject([{ from: null, to: 4 }]);
  expect(premoveArrow(['pass'])).toEqual([]);
});
