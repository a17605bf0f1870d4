/** Texts of the library's filters. */

import { CLASSIC_BOTS } from '#lib/matches/players/classicBots.ts';
import type { GameSummaryView, GameView, Option } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { type FilterKey, type Filters, readOptions } from './filters.ts';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

export function levelChoices(): { value: string; text: string }[] {
  return [
    ...LEVELS.map((n) => ({ value: String(n), text: t('setup.level.n', { n }) })),
    { value: 'perfect', text: t('match.player.bot.perfect') },
    ...CLASSIC_BOTS.map((name) => ({ value: `classic-${name}`, text: t(`match.player.classic.${name}`) })),
    { value: 'custom', text: t('setup.level.custom') },
  ];
}

/** Return the choices of an option for filtering; a switch is on or off. */
export function optionChoices(option: Option): { value: string; text: string }[] {
  const some = option.choices.length
    ? option.choices.map((choice) => ({ value: valueText(choice.value), text: choice.label }))
    : typeof option.default === 'boolean'
      ? [true, false].map((value) => ({
          value: valueText(value),
          text: t(value ? 'library.filter.option.on' : 'library.filter.option.off'),
        }))
      : [];
  return some.length ? [{ value: '', text: t('library.filter.option.any') }, ...some] : [];
}

/** Return a value in the syntax of position texts. */
function valueText(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

function optionsText(options: string, game: GameView | undefined): string {
  return Object.entries(readOptions(options))
    .map(([key, value]) => {
      const option = game?.options.find((one) => one.key === key);
      const text = option && optionChoices(option).find((choice) => choice.value === value)?.text;
      return `${option?.label ?? key}: ${text ?? value}`;
    })
    .join(', ');
}

/** Return the label of a filter's chip. */
export function filterText(
  filters: Filters,
  key: FilterKey,
  games: readonly GameSummaryView[],
  info: GameView | undefined,
): string {
  switch (key) {
    case 'options':
      return optionsText(filters.options, info);
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
