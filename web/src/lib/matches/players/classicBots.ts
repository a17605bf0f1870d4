/** Names of the players of earlier programs, whose level is a word such as `classic-hard`. */
import type { Level } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

const PREFIX = 'classic-';
export const CLASSIC_BOTS = ['easy', 'medium', 'hard', 'fixed', 'listed', 'written', 'minimax'] as const;
type ClassicBot = (typeof CLASSIC_BOTS)[number];

export const isClassic = (level: Level | null): level is `classic-${string}` =>
  typeof level === 'string' && level.startsWith(PREFIX);

/** Return the name of a classic bot; one that the page does not know by the word itself. */
export function classicName(level: string): string {
  const name = level.replace(PREFIX, '');
  return (CLASSIC_BOTS as readonly string[]).includes(name)
    ? t(`match.player.classic.${name as ClassicBot}`)
    : level.replaceAll('-', ' ');
}
