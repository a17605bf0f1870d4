/** The preset phrases, in the order in which they are offered. */
import type { ChatPhrase } from '#lib/net/types.ts';

export const PHRASES: readonly ChatPhrase[] = [
  'hello',
  'good-luck',
  'good-move',
  'oops',
  'thinking',
  'back-soon',
  'thanks',
  'good-game',
  'rematch',
  'bye',
];
