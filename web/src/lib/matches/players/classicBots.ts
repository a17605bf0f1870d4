/** Names of other programs' players: earlier ones, such as `classic-hard`, and registered engines, such as `engine-mine`. */
import type { Level } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

const PREFIX = 'classic-';
export const CLASSIC_BOTS = ['easy', 'medium', 'hard', 'fixed', 'listed', 'written', 'minimax'] as const;
type ClassicBot = (typeof CLASSIC_BOTS)[number];

export const isClassic = (level: Level | null): level is `classic-${string}` =>
  typeof level === 'string' && level.startsWith(PREFIX);

const ENGINE_PREFIX = 'engine-';

export const isEngine = (level: Level | null): level is `engine-${string}` =>
  typeof level === 'string' && level.startsWith(ENGINE_PREFIX);

/** Return the name of a classic bot or an engine; one that the page does not know by the word itself. */
export function classicName(level: string): string {
  if (isEngine(level)) {
    return t('match.player.engine', { name: level.slice(ENGINE_PREFIX.length) });
  }
  const name = level.replace(PREFIX, '');
  return (CLASSIC_BOTS as readonly string[]).includes(name)
    ? t(`match.player.classic.${name as ClassicBot}`)
    : level.replaceAll('-', ' ');
}
