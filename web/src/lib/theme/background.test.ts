import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HUES, THEME_BACKGROUNDS, TOKENS, themeColours } from './background.ts';
import { contrast } from './colour.ts';

const channel = ['00', '33', '66', '80', '99', 'cc', 'ff'];
const colours = channel.flatMap((r) => channel.flatMap((g) => channel.map((b) => `#${r}${g}${b}`)));

test('the theme has its own background unless one is chosen', () => {
  expect(themeColours('colour-blind', '')).toEqual({ theme: 'colour-blind', tokens: {} });
  expect(themeColours('contrast', '#336699')).toEqual({ theme: 'contrast', tokens: {} });
});

test('text takes black or white by contrast, and the theme that goes with it', () => {
  expect(themeColours('dark', '#f5f1e9')).toMatchObject({ theme: 'light', tokens: { '--text-colour': '#000000' } });
  expect(themeColours('light', '#102030')).toMatchObject({ theme: 'dark', tokens: { '--text-colour': '#ffffff' } });
  expect(themeColours('colour-blind', '#102030').theme).toBe('colour-blind');
});

const INKS = ['--text-colour', '--muted', '--accent', '--good', '--warn', '--bad'];

test.each(INKS)('%s is readable on any background and on its surfaces', (ink) => {
  for (const colour of colours) {
    const { tokens } = themeColours('dark', colour);
    for (const ground of ['--page-background', '--surface', '--raised', '--sunken']) {
      expect(contrast(tokens[ink] ?? '', tokens[ground] ?? ''), `${colour} ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('text on the accent colour and its pale shade is readable', () => {
  for (const colour of colours) {
    const { tokens } = themeColours('light', colour);
    expect(contrast(tokens['--on-accent'] ?? '', tokens['--accent'] ?? ''), colour).toBeGreaterThanOrEqual(4.5);
    for (const soft of ['--accent-soft', '--bad-soft']) {
      expect(contrast(tokens['--text-colour'] ?? '', tokens[soft] ?? ''), colour).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('hues and backgrounds match the themes', () => {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
  const block = (theme: string) => css.split(`[data-theme="${theme}"] {`)[1]?.split('}')[0] ?? '';
  for (const [theme, hues] of Object.entries(HUES)) {
    for (const [name, hue] of Object.entries(hues)) {
      expect(block(theme)).toContain(`${name}: ${hue};`);
    }
  }
  for (const [theme, ground] of Object.entries(THEME_BACKGROUNDS)) {
    expect(block(theme)).toContain(`--page-background: ${ground};`);
  }
});

test('edges are visible on every background', () => {
  for (const colour of colours) {
    const { tokens } = themeColours('dark', colour);
    expect(contrast(tokens['--edge'] ?? '', colour), colour).toBeGreaterThanOrEqual(3);
  }
});

test('all properties are removed with the background', () => {
  expect(Object.keys(themeColours('dark', '#336699').tokens).sort()).toEqual([...TOKENS].sort());
});
