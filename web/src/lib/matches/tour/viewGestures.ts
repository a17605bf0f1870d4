/** Recognise the gestures that turn or zoom a 3-D board: two fingers, or a drag with the mouse beside the pieces. */

interface PressedPointer {
  x: number;
  y: number;
  mouse: boolean;
  onSite: boolean;
}

/** A drag shorter than this is a click. */
const MIN_DRAG_PX = 24;

export class ViewGestures {
  readonly #pressed = new Map<number, PressedPointer>();
  #twoFingers = false;

  down(id: number, pointer: PressedPointer): void {
    this.#pressed.set(id, pointer);
    this.#twoFingers ||= this.#pressed.size > 1;
  }

  /** Return whether the gesture that ends has moved the view. */
  up(id: number, x: number, y: number): boolean {
    const from = this.#pressed.get(id);
    const turns = this.#twoFingers || (from?.mouse === true && !from.onSite);
    this.cancel(id);
    return from !== undefined && turns && Math.hypot(x - from.x, y - from.y) > MIN_DRAG_PX;
  }

  cancel(id: number): void {
    this.#pressed.delete(id);
    this.#twoFingers &&= this.#pressed.size > 0;
  }
}
