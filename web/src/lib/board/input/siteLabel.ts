/** The accessible name of a site's button: its label, its piece and its marks. */
import type { Board, Kind, MarkView, Piece, Side } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

export interface LabelContext {
  board: Board;
  kinds: readonly Kind[];
  sides: readonly Side[];
  pieces: readonly Piece[];
  marks: readonly MarkView[];
}

const WAYS = ['board.faces.up', 'board.faces.right', 'board.faces.down', 'board.faces.left'] as const;

/**
 * Return the label of a site: "e3, White ring"; for a dot with strokes "C, 2 strokes"; with the names of the marks
 * there.
 */
export function siteLabel({ board, kinds, sides, pieces, marks }: LabelContext, site: number): string {
  const words = [board.sites[site]?.label ?? String(site)];
  for (const piece of pieces) {
    if (piece.place === site) {
      words.push(pieceLabel(piece, kinds, sides));
    }
  }
  const strokes = pieces.filter((piece) => Array.isArray(piece.place) && piece.place.includes(site));
  if (strokes.length) {
    words.push(t('board.strokes', { n: strokes.length }));
  } else if (words.length === 1) {
    words.push(t('board.empty'));
  }
  for (const mark of marks) {
    if (!mark.beam && mark.sites.includes(site)) {
      words.push(mark.label);
    }
  }
  return words.join(', ');
}

export function pieceLabel(piece: Piece, kinds: readonly Kind[], sides: readonly Side[]): string {
  const kind = kinds.find((one) => one.name === piece.kind);
  const what = kind?.label ?? piece.kind;
  const whose = piece.owner === null ? '' : (sides[piece.owner]?.name ?? '');
  const named = whose ? t('board.piece', { side: whose, kind: what }) : what;
  // Four directions are named up, right, down and left, as the first seat sees them.
  const way = kind && kind.facings === 4 && kind.degrees === 90 ? WAYS[piece.facing] : undefined;
  return way ? `${named}, ${t(way)}` : named;
}
