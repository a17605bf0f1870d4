/** Which colours a seat's pieces must not be mistaken for. */
import { settings } from '#lib/settings/settings.svelte.ts';
import { t } from '#lib/strings/index.ts';
import type { SetupForm } from './form.svelte.ts';

/** The wood of a board that has no colour of its own. */
const BOARD = '#c79a63';
/** What a losing line is drawn in: where pieces are lines themselves, none may look like it. */
const WARNING = '#e0218a';
const LINES = 'stroke';

export function takenColours(form: SetupForm, seat: number): [name: string, colour: string][] {
  const others = form.table.sides
    .map((side, n): [string, string] => [side.name, form.draft.seats[n]?.colour || side.colour])
    .filter((_, n) => n !== seat);
  const lines = form.info.kinds.some((kind) => kind.shape === LINES);
  return [
    ...others,
    [t('setup.colour.board'), settings.finishOf(form.info.key).primary ?? BOARD],
    ...(lines ? [[t('setup.colour.warning'), WARNING] as [string, string]] : []),
  ];
}
