/**
 * Keys of a board: arrows move between sites, Shift and arrows or WASD turn the view, letters press verbs. The last two
 * work wherever the focus is.
 */
import type { BoardModel } from '../model.svelte.ts';
import { type Direction, neighbour } from './navigation.ts';

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'higher',
  PageDown: 'lower',
};

/** Degrees to turn and to tilt. */
const TURNS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -6],
  ArrowDown: [0, 6],
  a: [-8, 0],
  d: [8, 0],
  w: [0, -6],
  s: [0, 6],
};

export function onKey(
  event: KeyboardEvent,
  model: BoardModel,
  current: number | null,
  focus: (site: number) => void,
  letters: boolean,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (verbKey(event, model, letters) || deselects(event, model) || turns(event, model, letters)) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const way = ARROWS[event.key];
  if (way && !event.shiftKey) {
    event.preventDefault();
    event.stopPropagation();
    const among = model.buttons.map((button) => button.site);
    const to =
      current === null ? among[0] : neighbour(model.props.board, current, way, among, model.viewControls.view.turned);
    if (to !== undefined) {
      focus(to);
    }
  }
}

/** Elements that use letters or Shift and arrows themselves. */
const KEY_USERS =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="radiogroup"]';

/** Handle keys for verbs and the view while the focus is outside the board. */
export function onPageKey(event: KeyboardEvent, model: BoardModel, letters: boolean): void {
  const target = event.target as HTMLElement | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest?.(KEY_USERS)) {
    return;
  }
  if (verbKey(event, model, letters) || turns(event, model, letters)) {
    event.preventDefault();
  }
}

function verbKey(event: KeyboardEvent, model: BoardModel, letters: boolean): boolean {
  const verb =
    letters && model.clicks.verbs.find((one) => one.key && one.key === event.key.toLowerCase() && one.usable);
  if (verb) {
    model.clicks.press(verb.name);
  }
  return Boolean(verb);
}

/** Clear the selection on Esc; without a selection, the page handles the key. */
function deselects(event: KeyboardEvent, model: BoardModel): boolean {
  return event.key === 'Escape' && model.clicks.deselect();
}

function turns(event: KeyboardEvent, model: BoardModel, letters: boolean): boolean {
  const letter = event.key.length === 1;
  const turn = TURNS[letter ? event.key.toLowerCase() : event.key];
  if (!turn || model.flat || (letter ? !letters : !event.shiftKey)) {
    return false;
  }
  model.viewControls.turn(...turn);
  return true;
}
