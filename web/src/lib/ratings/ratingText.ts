/** How ratings are written. */
import type { RatingView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

export const TIME_CLASSES = ['blitz', 'rapid', 'classical', 'correspondence', 'untimed'] as const;

/** Return points and uncertainty; points without a group separator, as usual for ratings. */
export function ratingText({ points, uncertainty }: Pick<RatingView, 'points' | 'uncertainty'>): string {
  return t('ratings.value', { points: String(points), uncertainty: String(uncertainty) });
}

/** Return a signed difference: +12, −7 or ±0. */
export function changeText(before: number, after: number): string {
  const change = after - before;
  return change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0';
}
