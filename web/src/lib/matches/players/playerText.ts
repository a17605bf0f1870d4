/** Texts about players. */
import type { Level, PlayerView, ScoreView, SeatView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { classicName, isClassic, isEngine } from './classicBots.ts';

/** Return the short name of a bot, such as "Level 4, Bold", or "" for people. */
export function botText(player: PlayerView): string {
  if (player.is !== 'bot') {
    return '';
  }
  const style = player.style === 'balanced' ? '' : (player.style_name ?? player.style);
  return [levelText(player.level), style].filter(Boolean).join(', ');
}

/** Return the name of a bot's level, such as "Level 4". */
export function levelText(level: Level | null): string {
  if (level === 'perfect') {
    return t('match.player.bot.perfect');
  }
  if (isClassic(level) || isEngine(level)) {
    return classicName(level);
  }
  return level === 'custom' || level === null ? t('match.player.bot.custom') : t('match.player.bot', { level });
}

export function scoreText(score: ScoreView): string {
  const { label, value, of } = score;
  return of === null ? t('match.score', { label, value }) : t('match.score.of', { label, value, of });
}

/** Return the help that a seat has used, or "". */
export function helpUsedText(seat: SeatView): string {
  const { undo, hints, analysis } = seat.helped;
  return undo + hints + analysis === 0 ? '' : t('match.player.helped', { undo, hints, analysis });
}

/** Return the points of a series, without a fraction if they are whole. */
export function pointsText(points: readonly number[]): string {
  return points.map((point) => (Number.isInteger(point) ? String(point) : `${Math.floor(point) || ''}½`)).join('–');
}
