/** Which colours a seat's pieces must not be mistaken for. */
import type { Kind } from '#lib/net/types.ts';
import { seatColours } from '#lib/people/colours.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import { t } from '#lib/strings/index.ts';
import type { SetupForm } from './form.svelte.ts';

/** The wood of a board that has no colour of its own. */
const BOARD = '#c79a63';
/** What a losing line is drawn in: where pieces are lines themselves, none may look like it. */
const WARNING = '#e0218a';
const LINES = 'stroke';

export function takenColours(form: SetupForm, seat: number): [name: string, colour: string][] {
  // Whoever chose no colour gives way.
  const others = form.table.sides.flatMap((side, n): [string, string][] => {
    const colour = form.draft.seats[n]?.colour;
    return n !== seat && colour ? [[side.name, colour]] : [];
  });
  return [...others, ...neutralPieceColours(form.info.key, form.info.kinds)];
}

/** What else is on a game's board and has a colour. */
export function neutralPieceColours(game: string, kinds: readonly Kind[]): [name: string, colour: string][] {
  const lines = kinds.some((kind) => kind.shape === LINES);
  return [
    [t('setup.colour.board'), settings.finishOf(game).primary ?? BOARD],
    ...(lines ? [[t('setup.colour.warning'), WARNING] as [string, string]] : []),
  ];
}

/** The colour that a seat would have now. */
export function seatColour(form: SetupForm, seat: number): string {
  const chosen = form.table.sides.map((_, n) => form.draft.seats[n]?.colour ?? '');
  return seatColours(
    chosen,
    form.table.sides.map((side) => side.colour),
  )[seat]!;
}
