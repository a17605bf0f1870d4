/** Colours that a seat's pieces must differ from. */
import type { Kind } from '#lib/net/types.ts';
import { seatColours } from '#lib/people/colours.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import { t } from '#lib/strings/index.ts';
import type { SetupForm } from './form.svelte.ts';

/** Colour of the board's default wood. */
const BOARD = '#c79a63';
/** Colour of a losing line; line-shaped pieces must differ from it. */
const WARNING = '#e0218a';
const LINES = new Set(['stroke', 'cord']);

export function takenColours(form: SetupForm, seat: number): [name: string, colour: string][] {
  // Seats without a chosen colour adapt to the others.
  const others = form.table.sides.flatMap((side, n): [string, string][] => {
    const colour = form.draft.seats[n]?.colour;
    return n !== seat && colour ? [[side.name, colour]] : [];
  });
  return [...others, ...neutralPieceColours(form.info.key, form.info.kinds)];
}

/** Return the other colours on a game's board. */
export function neutralPieceColours(game: string, kinds: readonly Kind[]): [name: string, colour: string][] {
  const lines = kinds.some((kind) => LINES.has(kind.shape));
  return [
    [t('setup.colour.board'), settings.finishOf(game).primary ?? BOARD],
    ...(lines ? [[t('setup.colour.warning'), WARNING] as [string, string]] : []),
  ];
}

/** Return the current colour of a seat. */
export function seatColour(form: SetupForm, seat: number): string {
  const chosen = form.table.sides.map((_, n) => form.draft.seats[n]?.colour ?? '');
  return seatColours(
    chosen,
    form.table.sides.map((side) => side.colour),
  )[seat]!;
}
