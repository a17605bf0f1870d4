/** Plans in words. */
import type { PlanView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

/** Return a line as a sentence: "if A-B then C-D; if …"; with more than two players as a list. */
export function lineText(line: readonly string[], players: number): string {
  if (players > 2) {
    return line.join(', ');
  }
  const turns = line.flatMap((theirs, n) => (n % 2 ? [] : [{ theirs, own: line[n + 1] }]));
  return turns
    .map(({ theirs, own }) => (own ? t('plan.if-then', { theirs, own }) : t('plan.if', { theirs })))
    .join('; ');
}

/** Return what is planned next: the premove, or the first line and the number of others. "" for nothing. */
export function planSummary({ lines, premove }: Pick<PlanView, 'lines' | 'premove'>, players: number): string {
  if (premove) {
    return t('plan.premove.is', { text: premove });
  }
  const [first] = lines;
  if (!first) {
    return '';
  }
  // One turn and the reply to it; the dialog shows the rest.
  const beginning = lineText(first.slice(0, players), players);
  const sentence = beginning.charAt(0).toLocaleUpperCase() + beginning.slice(1);
  const more = lines.length - 1 + Number(first.length > players);
  return more ? t('plan.more', { text: sentence, n: more }) : sentence;
}
