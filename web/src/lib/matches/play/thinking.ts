/** Progress of a bot as text. */
import type { ThinkingMessage } from '#lib/net/types.ts';
import { numberText, ONE_DECIMAL } from '#lib/strings/format.ts';
import { t } from '#lib/strings/index.ts';

/** Return a text about a bot's search, or "". `toMove`: whether the others wait for it. */
export function thinkingText(thinking: ThinkingMessage, name: string, toMove: boolean): string {
  if (thinking.state === 'solving') {
    const percent = Math.floor(100 * thinking.share);
    return toMove ? t('match.thinking.solving', { percent }) : t('match.thinking.meanwhile', { name, percent });
  }
  if (!toMove) {
    return '';
  }
  if (thinking.state === 'queued') {
    return t('match.thinking.queued', { n: thinking.ahead });
  }
  const nodes = numberText(thinking.nodes, { notation: 'compact' });
  return t('match.thinking.depth', {
    depth: thinking.depth,
    nodes,
    seconds: numberText(thinking.seconds, ONE_DECIMAL),
  });
}
