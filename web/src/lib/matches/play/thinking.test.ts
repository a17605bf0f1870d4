import { describe, expect, it } from 'vitest';
import type { ThinkingMessage } from '#lib/net/types.ts';
import { thinkingText } from './thinking.ts';

const thinking: ThinkingMessage = {
  type: 'thinking',
  seat: 1,
  ply: 4,
  state: 'thinking',
  depth: 7,
  nodes: 12_300,
  seconds: 1.25,
  ahead: 0,
  score: null,
  line: [],
  share: 0,
};

describe('the status of a thinking bot', () => {
  it('is the search depth while others wait for it', () => {
    expect(thinkingText(thinking, 'Bot', true)).toBe('depth 7 · 12K positions · 1.3 s');
    expect(thinkingText({ ...thinking, state: 'queued', ahead: 2 }, 'Bot', true)).toBe('waiting for 2 other searches');
  });

  it('is empty during another seat’s turn', () => {
    expect(thinkingText(thinking, 'Bot', false)).toBe('');
    expect(thinkingText({ ...thinking, state: 'done' }, 'Bot', false)).toBe('');
  });

  it('is the solving progress, on every turn', () => {
    const solving = { ...thinking, state: 'solving', share: 0.428 } as const;
    expect(thinkingText(solving, 'Bot', true)).toBe('Solving the game: 42%');
    expect(thinkingText(solving, 'Bot', false)).toBe('Bot is solving the game: 42%');
  });
});
