/** Drafts of the editor: pure functions that change them and convert them for the board. Contains no rules. */
import type {
  Board,
  DraftPieceRequest,
  DraftRequest,
  LegalMoveView,
  PaletteKindView,
  PaletteView,
  Piece,
  Place,
} from '#lib/net/types.ts';

export type Tool =
  | { is: 'piece'; kind: string; owner: number; facing: number }
  | { is: 'erase' }
  | { is: 'turn' }
  | { is: 'move' }
  /** The character to write for a site, in games whose set-ups are plain text. */
  | { is: 'sign'; sign: number };

export type Draft = DraftRequest;

/** Return whether a piece is on the site, or between the two sites. */
export function isAt(place: Place, sites: readonly number[]): boolean {
  if (typeof place === 'number') {
    return sites.length === 1 && place === sites[0];
  }
  return Array.isArray(place) && sites.length === 2 && sites.every((site) => place.includes(site));
}

/** Return the draft after a tool is applied to one or two sites. */
export function applyTool(
  draft: Draft,
  tool: Tool,
  sites: readonly number[],
  kinds: readonly PaletteKindView[],
): Draft {
  const there = draft.pieces.find((piece) => isAt(piece.place, sites));
  switch (tool.is) {
    case 'piece':
      return withPieces(draft, put(draft.pieces, there, tool, sites, kinds));
    case 'erase':
      return there ? withPieces(draft, without(draft.pieces, there)) : draft;
    case 'turn':
      return there ? withPieces(draft, swap(draft.pieces, there, turned(there, kinds))) : draft;
    case 'move':
      return moved(draft, sites);
    default:
      return draft;
  }
}

/** Place a piece. Placing the same piece again rotates it, or removes it if it has only one direction. */
function put(
  pieces: DraftPieceRequest[],
  there: DraftPieceRequest | undefined,
  { kind, owner, facing }: Tool & { is: 'piece' },
  sites: readonly number[],
  kinds: readonly PaletteKindView[],
): DraftPieceRequest[] {
  const [one = 0, other] = sites;
  const place: Place = other === undefined ? one : one < other ? [one, other] : [other, one];
  const fresh: DraftPieceRequest = { kind, owner, place, facing };
  if (!there) {
    return [...pieces, fresh];
  }
  if (there.kind !== kind || there.owner !== owner) {
    return swap(pieces, there, fresh);
  }
  const after = turned(there, kinds);
  return after === there ? without(pieces, there) : swap(pieces, there, after);
}

function turned(piece: DraftPieceRequest, kinds: readonly PaletteKindView[]): DraftPieceRequest {
  const facings = kinds.find((kind) => kind.kind === piece.kind)?.facings ?? 1;
  return facings > 1 ? { ...piece, facing: ((piece.facing ?? 0) + 1) % facings } : piece;
}

function moved(draft: Draft, [from = -1, to = -1]: readonly number[]): Draft {
  const piece = draft.pieces.find((one) => one.place === from);
  if (!piece || from === to) {
    return draft;
  }
  const rest = draft.pieces.filter((one) => one !== piece && one.place !== to);
  return withPieces(draft, [...rest, { ...piece, place: to }]);
}

/** Move a piece from a site to another, or off the board. */
export function dragPiece(draft: Draft, from: number, to: number | null): Draft {
  return to === null
    ? withPieces(
        draft,
        draft.pieces.filter((piece) => piece.place !== from),
      )
    : moved(draft, [from, to]);
}

const withPieces = (draft: Draft, pieces: DraftPieceRequest[]): Draft => ({ ...draft, pieces });
const without = (pieces: DraftPieceRequest[], gone: DraftPieceRequest) => pieces.filter((piece) => piece !== gone);
const swap = (pieces: DraftPieceRequest[], gone: DraftPieceRequest, fresh: DraftPieceRequest) =>
  pieces.map((piece) => (piece === gone ? fresh : piece));

export function clearBoard(draft: Draft): Draft {
  return withPieces(
    draft,
    draft.pieces.filter((piece) => typeof piece.place === 'string'),
  );
}

/** Give every piece and the move to the other side; only for two sides. */
export function swapColours(draft: Draft): Draft {
  const other = (seat: number) => (seat < 2 ? 1 - seat : seat);
  const pieces = draft.pieces.map((piece) => ({ ...piece, owner: piece.owner === null ? null : other(piece.owner) }));
  return { ...draft, pieces, seat: other(draft.seat ?? 0) };
}

// ---- Symmetry -------------------------------------------------------------------------------------------------------

export type Mirror = 'sideways' | 'round';

/** Return the new site of each site after mirroring or rotating the board, or null if the board lacks that symmetry. */
export function mirrorMap({ sites }: Board, mirror: Mirror): number[] | null {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const [mx, my] = [middle(sites.map((site) => site.x)), middle(sites.map((site) => site.y))];
  const map = sites.map(({ x, y, z }) => {
    const [tx, ty] = [2 * mx - x, mirror === 'round' ? 2 * my - y : y];
    return sites.findIndex((site) => Math.hypot(site.x - tx, site.y - ty, site.z - z) < 0.01);
  });
  return map.includes(-1) ? null : map;
}

/** Return whether a draft can be mirrored. Pieces with a direction can only be rotated. */
export function canMirror(palette: PaletteView, mirror: Mirror): boolean {
  return palette.kinds.every((kind) =>
    mirror === 'round' ? kind.facings % 2 === 0 || kind.facings === 1 : kind.facings === 1,
  );
}

export function mirrorDraft(
  draft: Draft,
  map: readonly number[],
  mirror: Mirror,
  kinds: readonly PaletteKindView[],
): Draft {
  const carried = (place: Place): Place => {
    if (typeof place === 'number') {
      return map[place] ?? place;
    }
    return Array.isArray(place) ? ([...place.map((site) => map[site] ?? site)].sort((a, b) => a - b) as Place) : place;
  };
  const faced = (piece: DraftPieceRequest) => {
    const facings = kinds.find((kind) => kind.kind === piece.kind)?.facings ?? 1;
    const facing = piece.facing ?? 0;
    return mirror === 'round' && facings > 1 ? (facing + facings / 2) % facings : facing;
  };
  return withPieces(
    draft,
    draft.pieces.map((piece) => ({ ...piece, place: carried(piece.place), facing: faced(piece) })),
  );
}

// ---- On the board ---------------------------------------------------------------------------------------------------

export function draftPieces(draft: Draft): Piece[] {
  return draft.pieces.map(({ kind, owner, place, facing = 0 }, n) => ({ id: n + 1, kind, owner, place, facing }));
}

/** Return the clicks that a tool accepts: sites, or pairs of sites for connections and for moving a piece. */
export function toolMoves(tool: Tool, board: Board, draft: Draft, kinds: readonly PaletteKindView[]): LegalMoveView[] {
  const all = board.sites.map((_, site) => site);
  const ends = tool.is === 'sign' ? 1 : (kinds[0]?.ends ?? 1);
  if (tool.is === 'move') {
    const taken = draft.pieces.map((piece) => piece.place).filter((place) => typeof place === 'number');
    return listed(taken.flatMap((from) => all.filter((to) => to !== from).map((to) => [from, to])));
  }
  if (ends === 2) {
    const pairs = all.flatMap((one) => all.filter((other) => other > one).map((other) => [one, other]));
    return listed(pairs, true);
  }
  const taken = new Set(draft.pieces.map((piece) => piece.place));
  const sites = tool.is === 'erase' || tool.is === 'turn' ? all.filter((site) => taken.has(site)) : all;
  return listed(sites.map((site) => [site]));
}

function listed(paths: number[][], either = false): LegalMoveView[] {
  return paths.map((path, index) => ({
    index,
    text: path.join(' '),
    paths: either ? [path, [...path].reverse()] : [path],
  }));
}
