/** Arrows that a person draws on a board, by the labels of two sites; a ring if both are one. */
import type { Arrow, Board, LegalMoveView } from '#lib/board/contract.ts';

export type NoteArrow = readonly [string, string];

/** Return the arrows for a board; those with unknown sites are left out. */
export function noteArrows(arrows: readonly NoteArrow[], board: Board): Arrow[] {
  const place = (label: string) => board.sites.findIndex((site) => site.label === label);
  return arrows.flatMap(([from, to]): Arrow[] => {
    const ends = { from: place(from), to: place(to) };
    if (ends.from < 0 || ends.to < 0) {
      return [];
    }
    return [{ ...ends, ...(ends.from === ends.to ? { from: null } : {}), kind: 'note' }];
  });
}

/** Add an arrow, or remove it if it is there. */
export function toggleArrow(arrows: readonly NoteArrow[], arrow: NoteArrow): [string, string][] {
  const others = arrows.filter(([from, to]) => from !== arrow[0] || to !== arrow[1]);
  return [...others, ...(others.length === arrows.length ? [arrow] : [])].map(([from, to]) => [from, to]);
}

/** Return a “move” for every site, so that a click on any of them is reported. */
export function siteMoves(board: Board): LegalMoveView[] {
  return board.sites.map(({ label }, index) => ({ index, text: label, paths: [[index]] }));
}
