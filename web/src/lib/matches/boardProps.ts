import type { BoardProps } from '#lib/board/contract.ts';
import { coloursOf } from './players/colours.ts';
import type { View } from './view.ts';

/** Return the props that every board of a match has, whatever position it shows. */
export function boardProps(view: View): Pick<BoardProps, 'name' | 'board' | 'kinds' | 'verbs' | 'sides' | 'colours'> {
  const { game, board, kinds, verbs, sides } = view.match;
  return { name: game, board, kinds, verbs, sides, colours: coloursOf(view) };
}
