import { describe, expect, it } from 'vitest';
import { botText, helpUsedText, pointsText, scoreText } from './playerText.ts';

describe('player texts', () => {
  it('name a bot’s level, and its style unless it is the default', () => {
    const bot = {
      is: 'bot',
      name: 'Bot',
      level: 4,
      style: 'balanced',
      style_name: 'Balanced',
      program: false,
    } as const;
    expect(botText(bot)).toBe('Level 4');
    expect(botText({ ...bot, level: 'perfect', style: 'bold', style_name: 'Bold' })).toBe('Perfect, Bold');
    expect(botText({ ...bot, level: 'custom' })).toBe('Custom');
    expect(botText({ ...bot, level: 'classic-hard' })).toBe('Classic hard');
    expect(botText({ ...bot, level: 'classic-unknown' })).toBe('classic unknown');
    expect(botText({ ...bot, level: 'engine-mine' })).toBe('Engine mine');
    expect(botText({ ...bot, is: 'guest' })).toBe('');
  });

  it('contain scores, with their limit if there is one', () => {
    const score = { key: 'rows', label: 'Rows', seat: 0, value: 1, of: 3, tray: null };
    expect(scoreText(score)).toBe('Rows: 1 of 3');
    expect(scoreText({ ...score, of: null })).toBe('Rows: 1');
  });

  it('mention assistance only if it was used', () => {
    const seat = { helped: { undo: 0, hints: 0, analysis: 0 } } as Parameters<typeof helpUsedText>[0];
    expect(helpUsedText(seat)).toBe('');
    expect(helpUsedText({ ...seat, helped: { undo: 2, hints: 1, analysis: 0 } })).toContain('undo: 2, hints: 1');
  });

  it('contain the points of a series', () => {
    expect(pointsText([3, 1])).toBe('3–1');
    expect(pointsText([1.5, 0.5])).toBe('1½–½');
  });
});
