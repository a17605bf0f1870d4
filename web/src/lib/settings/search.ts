/** Search in the settings: which settings each part has, by the keys of their texts. */
import { type Key, t } from '#lib/strings/index.ts';

export const PARTS = ['look', 'finish', 'board', 'motion', 'sound', 'keys', 'data'] as const;
export type SettingsPart = (typeof PARTS)[number];

export const PART_TITLES: Record<SettingsPart, Key> = {
  look: 'settings.appearance',
  finish: 'settings.pieces-board',
  board: 'settings.board',
  motion: 'settings.motion',
  sound: 'settings.sound',
  keys: 'settings.keys',
  data: 'settings.data',
};

/** A setting: the key of its label, and of texts that describe it. */
const SETTINGS: Record<SettingsPart, (readonly [Key, ...Key[]])[]> = {
  look: [
    [
      'settings.theme',
      'settings.theme.system',
      'settings.theme.dark',
      'settings.theme.light',
      'settings.theme.contrast',
      'settings.theme.colour-blind',
    ],
    ['settings.background', 'settings.background.help'],
    ['settings.table', 'settings.table.help'],
    ['settings.language'],
  ],
  finish: [
    ['settings.finish.presets'],
    ['settings.material', 'settings.board.wood', 'settings.board.felt', 'settings.board.stone', 'settings.board.metal'],
    ['settings.primary', 'settings.primary.help'],
    ['settings.secondary', 'settings.secondary.help'],
    ['settings.piece-finish'],
  ],
  board: [
    ['settings.coordinates'],
    ['settings.confirm', 'settings.confirm.help'],
    ['settings.turn-board', 'settings.turn-board.help'],
    ['settings.zoom-down', 'settings.zoom-down.help'],
    ['settings.flat', 'settings.flat.help'],
    ['settings.chat', 'settings.chat.help'],
    ['settings.marks', 'settings.marks.about'],
    ['settings.help', 'settings.help.about'],
  ],
  motion: [
    ['settings.speed'],
    ['settings.pace', 'settings.pace.about'],
    ['settings.flashes', 'settings.flashes.help'],
    ['settings.low-power', 'settings.low-power.help'],
    ['settings.effects', 'settings.effects.help'],
    ['settings.particles'],
    ['settings.glow'],
    ['settings.rays'],
    ['settings.shake'],
    ['settings.picture', 'settings.picture.tube', 'settings.picture.greyscale', 'settings.picture.fringe'],
  ],
  sound: [
    ['settings.mute'],
    ['settings.volume', 'settings.volume.pieces', 'settings.volume.clock', 'settings.volume.news'],
    ['settings.music', 'settings.music.help'],
    ['settings.volume.music'],
    ['settings.clock-warning'],
    ['settings.vibrate', 'settings.vibrate.help'],
  ],
  keys: [
    ['settings.letters', 'settings.letters.help'],
    ['settings.notify', 'settings.notify.help'],
  ],
  data: [['settings.export'], ['settings.import', 'settings.import.about'], ['settings.reset']],
};

export interface FoundSetting {
  part: SettingsPart;
  label: string;
}

/** Return the settings whose texts contain every word of the search, those with it in the label first. */
export function findSettings(search: string): FoundSetting[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return [];
  }
  const contains = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = PARTS.flatMap((part) =>
    SETTINGS[part].map(([label, ...about]) => ({
      part,
      label: t(label),
      all: [label, ...about, PART_TITLES[part]].map((key) => t(key)).join(' '),
    })),
  ).filter((one) => contains(one.all));
  const rank = (one: FoundSetting) => Number(!contains(one.label));
  return found.sort((one, other) => rank(one) - rank(other)).map(({ part, label }) => ({ part, label }));
}
