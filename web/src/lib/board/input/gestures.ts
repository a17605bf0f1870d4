/**
 * Pointer gestures on a board. A press without movement is a click, a drag from a usable piece moves it, any other drag
 * turns the board, and two fingers turn and zoom.
 */

export interface GestureHandlers {
  /** Return the site at a point of the picture, or null. */
  siteAt(x: number, y: number): number | null;
  draggable(site: number): boolean;
  grab(site: number): void;
  hold(site: number, x: number, y: number): void;
  /** Drop the piece at a point of the picture; without one, cancel the drag. */
  drop(site: number | null, spot?: { x: number; y: number }): void;
  turn(degrees: number, tilt: number): void;
  zoom(by: number): void;
}

/** Movement in pixels that still counts as a click. */
const DRAG_THRESHOLD_PX = 7;
const DEGREES_PER_PIXEL = 0.35;

interface ActivePointer {
  x: number;
  y: number;
  /** Where the pointer was pressed, and on which site. */
  from: { x: number; y: number; site: number | null };
  mouse: boolean;
}

export class PointerGestures {
  private readonly fingers = new Map<number, ActivePointer>();
  private doing: 'nothing' | 'drag' | 'turn' = 'nothing';
  /** The click event at the end of a drag is ignored. */
  private swallowClick = false;

  constructor(private readonly on: GestureHandlers) {}

  down(id: number, x: number, y: number, mouse: boolean): void {
    this.fingers.set(id, { x, y, from: { x, y, site: this.on.siteAt(x, y) }, mouse });
    this.swallowClick = false;
    if (this.fingers.size > 1 && this.doing === 'drag') {
      this.on.drop(null);
    }
    if (this.fingers.size > 1) {
      this.doing = 'turn';
    }
  }

  /** Handle a movement; return whether the board should capture the pointer. */
  move(id: number, x: number, y: number): boolean {
    const finger = this.fingers.get(id);
    if (!finger) {
      return false;
    }
    const before = { x: finger.x, y: finger.y };
    if (this.doing === 'nothing' && Math.hypot(x - finger.from.x, y - finger.from.y) > DRAG_THRESHOLD_PX) {
      const { site } = finger.from;
      if (site !== null && this.on.draggable(site)) {
        this.doing = 'drag';
        this.on.grab(site);
      } else if (finger.mouse) {
        this.doing = 'turn';
      }
    }
    const spread = this.spread();
    [finger.x, finger.y] = [x, y];
    if (this.doing === 'drag' && finger.from.site !== null) {
      this.on.hold(finger.from.site, x, y);
    } else if (this.doing === 'turn') {
      const part = this.fingers.size > 1 ? 1 / this.fingers.size : 1;
      this.on.turn((before.x - x) * DEGREES_PER_PIXEL * part, (before.y - y) * DEGREES_PER_PIXEL * part);
      const wider = this.spread();
      if (spread > 0 && wider > 0) {
        this.on.zoom(wider / spread);
      }
    }
    return this.doing !== 'nothing';
  }

  up(id: number, x: number, y: number): void {
    if (!this.fingers.delete(id)) {
      return;
    }
    this.swallowClick = this.doing !== 'nothing';
    if (this.doing === 'drag') {
      this.on.drop(this.on.siteAt(x, y), { x, y });
    }
    if (this.fingers.size === 0) {
      this.doing = 'nothing';
    }
  }

  cancel(id: number): void {
    if (this.fingers.delete(id) && this.doing === 'drag') {
      this.on.drop(null);
    }
    if (this.fingers.size === 0) {
      this.doing = 'nothing';
    }
  }

  /** Return whether the next click event only ends a drag. */
  endsDrag(): boolean {
    const ends = this.swallowClick;
    this.swallowClick = false;
    return ends;
  }

  /** Return the distance between the first two fingers. */
  private spread(): number {
    const [one, other] = [...this.fingers.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  }
}
