import { expect, test } from 'vitest';
import { lineSections } from './chalk.ts';

test('a chalk line has round ends, a free space before the pegs, and one width between', () => {
  const sections = lineSections(3);
  const [along, halves] = [sections.map(([at]) => at), sections.map(([, half]) => half)];
  const widest = Math.max(...halves);
  expect(along).toEqual([...along].sort((a, b) => a - b));
  expect([along[0], halves[0]]).toEqual([0.18, 0]);
  expect(halves.at(-1)).toBe(0);
  expect(along.at(-1)).toBeCloseTo(2.82, 9);
  for (const [at, half] of sections) {
    const off = Math.max(0, 0.18 + widest - at, at - (2.82 - widest));
    expect(Math.hypot(off, half)).toBeCloseTo(widest, 9);
  }
});
