/**
 * Custom background colours. Text on them becomes black or white, whichever has more contrast, and surfaces, lines and
 * muted text are derived. The high-contrast theme keeps its own background.
 */
import type { Theme } from '#lib/settings/schema.ts';
import { contrast, mix, textOn } from './colour.ts';

/** Minimum contrast by WCAG for text, and for other visible elements. */
const TEXT_CONTRAST = 4.5;
const UI_CONTRAST = 3;

/** Hues of the two themes that adapt, as in tokens.css; each is mixed until it is readable. */
export const HUES: Record<'dark' | 'light', Record<string, string>> = {
  dark: {
    '--accent': '#e9b44c',
    '--accent-strong': '#f4c668',
    '--good': '#7fce9a',
    '--warn': '#f0a35e',
    '--bad': '#ff8d84',
    '--focus': '#8cc8ff',
  },
  light: {
    '--accent': '#8f5200',
    '--accent-strong': '#744200',
    '--good': '#1d6b3a',
    '--warn': '#8f4a00',
    '--bad': '#b3261e',
    '--focus': '#0b62c4',
  },
};

/** Backgrounds of the themes, as in tokens.css. */
export const THEME_BACKGROUNDS: Record<Theme, string> = {
  dark: '#14161a',
  light: '#f5f1e9',
  contrast: '#000000',
  'colour-blind': '#14161a',
};

export const TOKENS = [
  ...['--page-background', '--surface', '--raised', '--sunken', '--line', '--edge', '--text-colour', '--muted'],
  ...Object.keys(HUES.dark),
  ...['--on-accent', '--accent-soft', '--bad-soft'],
];

export interface ThemeColours {
  /** The theme that provides the other colours. */
  theme: Theme;
  /** CSS properties that replace the theme's. */
  tokens: Record<string, string>;
}

/** Return the colours for a theme and a background; "" is the theme's own. */
export function themeColours(theme: Theme, background: string): ThemeColours {
  if (!background || theme === 'contrast') {
    return { theme, tokens: {} };
  }
  const dark = textOn(background) === '#ffffff';
  const ink = dark ? '#ffffff' : '#000000';
  // Surfaces are further from the text colour than the background, so that contrast increases.
  const away = dark ? '#000000' : '#ffffff';
  const surface = mix(background, away, 0.35);
  const backgrounds = [background, surface];
  const hues = Object.fromEntries(
    Object.entries(HUES[dark ? 'dark' : 'light']).map(([name, hue]) => [
      name,
      readable(hue, backgrounds, ink, TEXT_CONTRAST),
    ]),
  );
  const accent = hues['--accent'] ?? ink;
  return {
    theme: dark ? (theme === 'light' ? 'dark' : theme) : 'light',
    tokens: {
      '--page-background': background,
      '--surface': surface,
      '--raised': mix(background, away, 0.2),
      '--sunken': mix(background, away, 0.5),
      '--line': mix(background, ink, 0.22),
      '--edge': readable(mix(background, ink, 0.3), backgrounds, ink, UI_CONTRAST),
      '--text-colour': ink,
      '--muted': readable(mix(background, ink, 0.3), backgrounds, ink, TEXT_CONTRAST),
      ...hues,
      '--on-accent': textOn(accent),
      '--accent-soft': mix(surface, accent, 0.1),
      '--bad-soft': mix(surface, hues['--bad'] ?? ink, 0.1),
    },
  };
}

/** Return a colour mixed with the text colour until its contrast on all backgrounds suffices. */
function readable(colour: string, backgrounds: string[], ink: string, least: number): string {
  for (let part = 0; part < 1; part += 0.05) {
    const tried = mix(colour, ink, part);
    if (backgrounds.every((ground) => contrast(tried, ground) >= least)) {
      return tried;
    }
  }
  return ink;
}

/** Apply the colours to the page. */
export function applyThemeColours(root: HTMLElement, look: ThemeColours): void {
  root.dataset.theme = look.theme;
  for (const token of TOKENS) {
    const value = look.tokens[token];
    if (value) {
      root.style.setProperty(token, value);
    } else {
      root.style.removeProperty(token);
    }
  }
}
