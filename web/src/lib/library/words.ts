/** How filters are spoken of. */
import type { GameSummary } from '#lib/api/types.ts';
import { t } from '#lib/strings/index.ts';
import type { Filters, Narrowing } from './filters.ts';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

export function levelChoices(): { value: string; text: string }[] {
  return [
    ...LEVELS.map((n) => ({ value: String(n), text: t('setup.level.n', { n }) })),
    { value: 'perfect', text: t('match.player.bot.perfect') },
    { value: 'custom', text: t('setup.level.custom') },
  ];
}

/** One filter in a few words, for its chip. */
export function filterText(filters: Filters, key: Narrowing, games: readonly GameSummary[]): string {
  switch (key) {
    case 'text':
      return t('library.filter.text', { value: filters.text });
    case 'game':
      return games.find((game) => game.key === filters.game)?.title ?? filters.game;
    case 'result':
      return filters.result ? t(`library.result.${filters.result}`) : '';
    case 'finished':
      return filters.finished ? t(`library.filter.finished.${filters.finished}`) : '';
    case 'against':
      return filters.against ? t(`library.filter.against.${filters.against}`) : '';
    case 'level':
      return levelChoices().find((choice) => choice.value === filters.level)?.text ?? filters.level;
    case 'star':
    case 'commented':
      return t(`library.filter.${key}`);
    default:
      return `${t(`library.filter.${key}`)}: ${filters[key]}`;
  }
}
