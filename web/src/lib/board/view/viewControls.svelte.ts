/** Turn, tilt, zoom and focus of a board's camera. The view is remembered for each game. */

import type { BoardLayout } from '../animation/poses.ts';
import type { BoardProps } from '../contract.ts';
import {
  type Camera,
  type CameraView,
  cameraFor,
  nearestSeat,
  nearestTurn,
  nextTurn,
  normalizeDegrees,
  project,
  TILT_RANGE,
  turnForHome,
  ZOOM_RANGE,
} from './camera.ts';
import { siteAt, type Vec3 } from './geometry.ts';
import { loadView, saveView } from './rememberedView.ts';
import { TRAY_RIM, trayBounds } from './trays.ts';

/** Tilt of flat pictures of boards with height, at which upper pieces hide little. */
const TILT_FLAT = 32;
/** Zoom factor at the decisive sites. */
const DECISIVE_ZOOM = 1.35;
/** How far the edge of a slab goes beyond its outline. */
const EDGE = 0.16;
/** Height of pieces in trays. */
const STANDING = 0.5;
/** Pictures up to this width are those of phones: there is no room beside the board for the buttons of the view. */
const NARROW = 600;
/** The strip at the top right in which `ViewButtons.svelte` has its buttons, in pixels. */
const BUTTON_STRIP = { height: 42, button: 38, step: 6 };
/** The row of `VerbButtons.svelte` over the lower edge, how far its buttons reach up, and half their width, in pixels. */
const VERB_STRIP = { height: 56, button: 44, half: 180 };
/** Speed of the orbiting camera in degrees per second. */
const ORBIT_DEGREES_PER_S = 9;

/** The board that is viewed. */
export interface ViewedBoard {
  readonly props: BoardProps;
  readonly layout: BoardLayout;
  readonly size: { width: number; height: number };
  /** Drawn as a flat picture. */
  readonly flat: boolean;
  /** The verbs are beside the picture, not over its lower edge. */
  readonly verbsBeside: boolean;
}

export class ViewControls {
  readonly #viewed: ViewedBoard;
  #view = $state.raw<CameraView | null>(null);
  #focus = $state.raw<Vec3 | null>(null);
  /** Angle of the orbiting camera in degrees. */
  #orbitAngle = $state(0);
  /** Whether the next change of the view is animated; dragging changes it immediately. */
  #glide = false;
  #lastHome: number | null = null;

  constructor(viewed: ViewedBoard) {
    this.#viewed = viewed;
    this.#view = loadView(viewed.props.name);
  }

  home = $derived.by(() => turnForHome(this.#board.homes[this.#viewed.props.front ?? 0] ?? 270));
  /** The seat that the user's own view has in front; the one of the match if others are equally near. */
  nearSeat: number = $derived.by(() => {
    const front = this.#viewed.props.front ?? 0;
    return nearestSeat(this.#board.homes, front, this.#view?.turned ?? 0);
  });
  view: CameraView = $derived.by(() => {
    const stored = this.#view;
    const { flat } = this.#viewed;
    const turned = normalizeDegrees((stored?.turned ?? 0) + this.home + this.#orbitAngle);
    return flat
      ? { turned: nearestTurn(turned, this.#board.turns), tilt: this.#stacked ? TILT_FLAT : 0, zoom: 1 }
      : { turned, tilt: stored?.tilt ?? this.#usual, zoom: stored?.zoom ?? 1 };
  });
  extent: Vec3[] = $derived.by(() => extentOf(this.#viewed.layout));
  camera: Camera = $derived.by(() => {
    const { size, flat } = this.#viewed;
    const view = this.#focus ? { ...this.view, zoom: this.view.zoom * DECISIVE_ZOOM } : this.view;
    return cameraFor(view, this.extent, size, {
      flat,
      focus: this.#focus,
      margin: this.#margin,
      ...this.#strips,
    });
  });
  /** Heights to leave free at the upper and the lower edge for buttons, in the usual view. */
  #strips: { top: number; bottom: number } = $derived.by(() => {
    const alone = this.#verbStrip(0);
    const top = this.#viewStrip(alone);
    const bottom = alone || this.#verbStrip(top);
    return bottom === alone ? { top, bottom } : { top: this.#viewStrip(bottom), bottom };
  });

  /** Return the least height with which the buttons of the view do not cover the board. Trays may be beside them. */
  #viewStrip(bottom: number): number {
    const { size, flat } = this.#viewed;
    const { height, button, step } = BUTTON_STRIP;
    if (size.width > NARROW) {
      return 0;
    }
    const left = size.width - button * (flat ? 1 : 3);
    for (let top = 0; top < height; top += step) {
      const usual = this.#usualCamera({ top, bottom });
      const seen = this.extent.map((point) => project(usual, point));
      if (!seen.some(({ x, y }) => x > left && y < height)) {
        return top;
      }
    }
    return height;
  }

  /**
   * Return the height for verbs, where they would hide the board, or the trays of a flat board, or on phones those of a
   * game that usually has verbs.
   */
  #verbStrip(top: number): number {
    const { size, props, layout, flat, verbsBeside } = this.#viewed;
    if (verbsBeside || !props.onmove || !(props.verbs.length || props.confirm)) {
      return 0;
    }
    const usual = this.#usualCamera({ top, bottom: 0 });
    const { outline, surface } = layout.frame;
    const usually = size.width <= NARROW && props.verbs.some((verb) => verb.usual);
    const parts = flat || usually ? this.extent : outline.map(([x, y]): Vec3 => [x, y, surface]);
    const covered = parts.some((point) => project(usual, point).y > size.height - VERB_STRIP.button);
    return covered ? VERB_STRIP.height : 0;
  }

  /** Whether the verbs, centred over the lower edge, would hide a tray; then they are at the left of it. */
  verbsAtLeft: boolean = $derived.by(() => {
    const { size, layout } = this.#viewed;
    const { floor, plans, slots } = layout;
    const top = size.height - VERB_STRIP.button;
    return [...plans.values()].some((plan) => {
      const [left, front, right, back] = trayBounds(plan, slots.used(plan.tray.name));
      const corners = [front, back].flatMap((y) => [left, right].map((x) => project(this.camera, [x, y, floor])));
      const [first, last] = [Math.min, Math.max].map((pick) => pick(...corners.map(({ x }) => x)));
      const below = corners.some(({ y }) => y > top && y < size.height);
      return below && (last ?? 0) > size.width / 2 - VERB_STRIP.half && (first ?? 0) > VERB_STRIP.half * 2;
    });
  });

  /** Return the default camera. */
  #usualCamera(strips: { top: number; bottom: number }): Camera {
    const { size, flat } = this.#viewed;
    const tilt = flat ? (this.#stacked ? TILT_FLAT : 0) : this.#usual;
    return cameraFor({ turned: this.home, tilt, zoom: 1 }, this.extent, size, {
      flat,
      margin: this.#margin,
      ...strips,
    });
  }

  get #margin(): number {
    return this.#viewed.size.width > NARROW ? 14 : 6;
  }

  get #board() {
    return this.#viewed.props.board;
  }

  get #stacked(): boolean {
    return this.#viewed.layout.frame.stacked;
  }

  /** The tilt that the game declares for a picture of this shape. */
  get #usual(): number {
    const { size, layout } = this.#viewed;
    const [wide, narrow] = layout.board.appearance.tilt;
    return size.width < size.height ? narrow : wide;
  }

  /**
   * Return whether to animate the last change of the view, and forget it. When the seat in front changes, the board
   * turns.
   */
  takeGlide(): boolean {
    const glide = this.#glide || (this.#lastHome !== null && this.#lastHome !== this.home);
    this.#glide = false;
    this.#lastHome = this.home;
    return glide;
  }

  turn(degrees: number, tilt: number): void {
    this.#look({
      turned: this.#own + degrees,
      tilt: clamp(this.view.tilt + tilt, TILT_RANGE),
      zoom: this.view.zoom,
    });
  }

  zoom(by: number): void {
    this.#look({ ...this.view, turned: this.#own, zoom: clamp(this.view.zoom * by, ZOOM_RANGE) });
  }

  flip(): void {
    this.#glide = true;
    const turned = nextTurn(nearestTurn(this.view.turned, this.#board.turns), this.#board.turns);
    this.#look({
      ...this.view,
      tilt: this.#view?.tilt ?? this.view.tilt,
      turned: turned - this.home - this.#orbitAngle,
    });
  }

  get fromAbove(): boolean {
    return this.view.tilt < 1;
  }

  /** Switch between the view from above and the usual one. */
  lookFromAbove(above: boolean): void {
    this.#glide = true;
    const turned = above ? nearestTurn(this.view.turned, this.#board.turns) : this.view.turned;
    this.#look({ ...this.view, turned: turned - this.home - this.#orbitAngle, tilt: above ? 0 : this.#usual });
  }

  reset(): void {
    this.#glide = true;
    this.#view = null;
    this.#focus = null;
    this.#orbitAngle = 0;
    saveView(this.#viewed.props.name, null);
  }

  /** Move to a point, for the end of a game. */
  lookAt(sites: readonly number[]): void {
    this.#glide = true;
    const points = sites.map((site) => siteAt(this.#board, site));
    const mean = (k: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[k], 0) / points.length;
    this.#focus = points.length ? [mean(0), mean(1), mean(2)] : null;
  }

  /** Advance the orbiting camera; its angle is not remembered. */
  orbit(milliseconds: number): void {
    this.#orbitAngle = normalizeDegrees(this.#orbitAngle + (ORBIT_DEGREES_PER_S * milliseconds) / 1000);
  }

  /** Return to the view before the orbit. */
  endOrbit(): void {
    this.#glide ||= this.#orbitAngle !== 0;
    this.#orbitAngle = 0;
  }

  /** The angle set by the user. */
  get #own(): number {
    return this.view.turned - this.home - this.#orbitAngle;
  }

  #look(view: CameraView): void {
    this.#view = { ...view, turned: normalizeDegrees(view.turned) };
    this.#focus = null;
    saveView(this.#viewed.props.name, this.#view);
  }
}

/** Return what must be in the picture: the slab, the trays, and the highest piece there can be. */
function extentOf({ frame, floor, plans, slots }: BoardLayout): Vec3[] {
  const [cx, cy] = frame.centre;
  const points: Vec3[] = frame.outline.flatMap(([x, y]): Vec3[] => {
    const out = 1 + EDGE / (Math.hypot(x - cx, y - cy) || 1);
    const [ex, ey] = [cx + (x - cx) * out, cy + (y - cy) * out];
    return [
      [ex, ey, frame.surface],
      [ex, ey, floor],
    ];
  });
  if (frame.stacked) {
    points.push([...frame.centre, Math.max(...frame.board.sites.map((site) => site.z)) + 0.6]);
  }
  for (const plan of plans.values()) {
    const [left, front, right, back] = trayBounds(plan, slots.used(plan.tray.name));
    for (const x of [left - TRAY_RIM, right + TRAY_RIM]) {
      points.push([x, front - TRAY_RIM, floor], [x, back + TRAY_RIM, floor], [x, back, floor + STANDING]);
    }
  }
  return points;
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, Math.max(low, value));
}
