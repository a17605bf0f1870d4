/** Finishes of boards and pieces, per game or for all games. Decorative finishes are unlocked by achievements. */
import { BOARD_MATERIALS, type Finish, PIECE_MATERIALS, type PieceMaterial } from '#lib/board/view/finish.ts';
import { isColour } from '#lib/theme/colour.ts';

const FREE_PIECES: readonly PieceMaterial[] = ['satin', 'matt', 'gloss'];

/** Finish of a game; table and background are the same for all games. */
export type GameFinish = Omit<Finish, 'table' | 'background'>;

/** By game key; `ANY_GAME` applies to games without an entry. */
export type Finishes = Record<string, GameFinish>;
export const ANY_GAME = '*';

/** Limit for stored settings; more than the games anybody installs. */
const MAX_FINISHES = 60;
const FIELDS = ['board', 'pieces', 'primary', 'secondary'] as const;

/** Validate stored finishes; undefined if invalid. */
export function readFinishes(stored: unknown): Finishes | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) {
    return undefined;
  }
  const entries = Object.entries(stored);
  if (
    entries.length > MAX_FINISHES ||
    entries.some(([game, finish]) => !isKey(game) || readFinish(finish) === undefined)
  ) {
    return undefined;
  }
  return Object.fromEntries(entries.map(([game, finish]) => [game, readFinish(finish) as GameFinish]));
}

const isKey = (text: string) => text === ANY_GAME || /^[a-z0-9-]{1,40}$/.test(text);

function readFinish(stored: unknown): GameFinish | undefined {
  if (typeof stored !== 'object' || stored === null) {
    return undefined;
  }
  const record = stored as Record<string, unknown>;
  const fits =
    Object.keys(record).every((field) => (FIELDS as readonly string[]).includes(field)) &&
    among(BOARD_MATERIALS, record.board) &&
    among(PIECE_MATERIALS, record.pieces) &&
    isColourOrNothing(record.primary) &&
    isColourOrNothing(record.secondary);
  return fits ? ({ ...record } as GameFinish) : undefined;
}

const among = (choices: readonly unknown[], value: unknown) => value === undefined || choices.includes(value);
const isColourOrNothing = (value: unknown) => value === undefined || (typeof value === 'string' && isColour(value));

/** Return the finish of a game, or the one for all games. */
export function finishOf(finishes: Finishes, game: string): GameFinish {
  return finishes[game] ?? finishes[ANY_GAME] ?? {};
}

/** Return the finishes with another one for a game; an empty one removes it. */
export function withFinish(finishes: Finishes, game: string, finish: GameFinish): Finishes {
  const { [game]: _, ...others } = finishes;
  const own = Object.fromEntries(Object.entries(finish).filter(([, value]) => value));
  // An empty finish is kept if it overrides the one for all games.
  return Object.keys(own).length > 0 || (game !== ANY_GAME && others[ANY_GAME]) ? { ...others, [game]: own } : others;
}

export const isPieceMaterial = (text: string): text is PieceMaterial =>
  (PIECE_MATERIALS as readonly string[]).includes(text);

/** Return whether an achievement must unlock a material. */
export const isEarned = (piece: PieceMaterial): boolean => !FREE_PIECES.includes(piece);

/** Return the first material in use that is not unlocked, if any. */
export function lockedMaterial(finishes: Finishes, unlocked: readonly string[]): PieceMaterial | undefined {
  return Object.values(finishes)
    .map((finish) => finish.pieces)
    .find((piece) => piece !== undefined && isEarned(piece) && !unlocked.includes(piece));
}

export interface Preset {
  key: 'classic' | 'club' | 'quarry' | 'workshop' | 'rose' | 'midnight' | 'meadow' | 'sand';
  finish: GameFinish;
}

/** Matching combinations. */
export const PRESETS: readonly Preset[] = [
  { key: 'classic', finish: {} },
  { key: 'club', finish: { board: 'felt' } },
  { key: 'quarry', finish: { board: 'stone', pieces: 'matt' } },
  { key: 'workshop', finish: { board: 'metal', pieces: 'gloss' } },
  { key: 'rose', finish: { board: 'wood', primary: '#8c4a3f', secondary: '#3a1613', pieces: 'gloss' } },
  { key: 'midnight', finish: { board: 'felt', primary: '#26395c', secondary: '#131c30' } },
  { key: 'meadow', finish: { board: 'felt', primary: '#5c7f3a', secondary: '#2f4420' } },
  { key: 'sand', finish: { board: 'stone', primary: '#d8c39a', secondary: '#7a6440' } },
];

export function presetOf(finish: GameFinish): Preset['key'] | undefined {
  const same = (one: GameFinish) => FIELDS.every((field) => (one[field] ?? '') === (finish[field] ?? ''));
  return PRESETS.find((preset) => same(preset.finish))?.key;
}
