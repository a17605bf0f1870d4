/** The board as text: every site with its content. */
import type { Board, Kind, Piece } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

export interface TextSite {
  site: number;
  label: string;
  /** Content of the site; "" if empty. */
  what: string;
}

/** Return all sites in the board's order. */
export function textSites(
  board: Board,
  kinds: readonly Kind[],
  pieces: readonly Piece[],
  names: readonly string[],
): TextSite[] {
  return board.sites.map((site, n) => ({
    site: n,
    label: site.label,
    what: pieces
      .filter((piece) => piece.place === n || (Array.isArray(piece.place) && piece.place.includes(n)))
      .map((piece) => describe(piece, n, board, kinds, names))
      .join('; '),
  }));
}

function describe(piece: Piece, site: number, board: Board, kinds: readonly Kind[], names: readonly string[]): string {
  const kind = kinds.find((one) => one.name === piece.kind);
  const label = kind?.label ?? piece.kind;
  let what =
    piece.owner === null ? label : t('match.text-board.piece', { kind: label, name: names[piece.owner] ?? '' });
  if (kind && kind.facings > 1) {
    what = t('match.text-board.facing', { what, facing: piece.facing * kind.degrees });
  }
  if (Array.isArray(piece.place)) {
    const other = piece.place[0] === site ? piece.place[1] : piece.place[0];
    what = t('match.text-board.stroke', { what, place: board.sites[other]?.label ?? '' });
  }
  return what;
}
