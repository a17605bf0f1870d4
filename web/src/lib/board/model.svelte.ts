/**
 * What a board shows and what happens when it is clicked: everything but drawing. It follows the props of the component and
 * holds what the page need not know: the clicks made so far, the view, a running animation.
 */

import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { Effect, LegalMove, Pick, Piece } from '#lib/api/types.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import {
  type Camera,
  cameraFor,
  nearestTurn,
  nextTurn,
  normal,
  TILTS,
  turnedFor,
  unproject,
  type View,
  ZOOMS,
} from './camera.ts';
import type { BoardProps, PlayOptions } from './contract.ts';
import { choosing, type Drawing, lastMove, marked, pointedOut } from './decor.ts';
import { frameOf, siteAt, type Vec } from './geometry.ts';
import { keepView, recallView } from './memory.ts';
import { begin, completedBy, nextPicks, press, type Walk } from './picks.ts';
import { type Audience, Player } from './player.ts';
import { type Pose, Table } from './poses.ts';
import { siteButtons } from './sites.ts';
import { buildTimeline } from './timeline.ts';
import { plateOf } from './trays.ts';

/** How a board is first looked at: a little from the side, one with height more. */
const TILT = 30;
const TILT_STACKED = 48;
/** Flat pictures of boards with height are seen from here, so that what lies higher hides little. */
const TILT_FLAT = 32;
/** How much a chosen piece is lifted. */
const LIFT = 0.22;
const LIFT_BALL = 0.45;
/** How much nearer one looks at the place where a game was decided. */
const NEAR = 1.35;

export class BoardModel {
  readonly #given: () => BoardProps;
  readonly #isFlat: () => boolean;
  size = $state.raw({ width: 0, height: 0 });
  #view = $state.raw<View | null>(null);
  #focus = $state.raw<Vec | null>(null);
  /** The clicks made, for as long as the legal moves are these. */
  #picked = $state.raw<{ of: readonly LegalMove[] | undefined; picks: readonly Pick[] }>({ of: undefined, picks: [] });
  /** The pieces that an animation has left behind, for as long as the page gives these pieces. */
  #left = $state.raw<{ of: Piece[]; pieces: readonly Piece[] } | null>(null);
  #previews = new SvelteMap<string, Effect[]>();
  #asked: readonly LegalMove[] | undefined;
  /** A row of clicks that waits for "Play". */
  pending = $state.raw<{ of: readonly LegalMove[] | undefined; move: LegalMove; picks: readonly Pick[] } | null>(null);
  pointed = $state.raw<Pick | null>(null);
  /** Where a dragged piece is held, in pixels. */
  held = $state.raw<{ site: number; x: number; y: number } | null>(null);
  message = $state('');
  playing = $state(false);
  /** What is shown happens now, and is not only looked at. */
  live = true;
  #player: Player;
  #messageTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(given: () => BoardProps, isFlat: () => boolean, audience: Audience) {
    this.#given = given;
    this.#isFlat = isFlat;
    this.#player = new Player({
      ...audience,
      rest: () => {
        this.playing = false;
        audience.rest();
      },
    });
    this.#view = recallView(given().name);
  }

  get props(): BoardProps {
    return this.#given();
  }

  /** Drawn as a flat picture. */
  get flat(): boolean {
    return this.#isFlat();
  }

  // ---- What is there ----------------------------------------------------------------------------------------------

  frame = $derived.by(() => frameOf(this.props.board));
  /** Trays lie on the sides of the board, on a high screen before and behind it. */
  wide = $derived(this.size.width >= this.size.height);
  pieces: readonly Piece[] = $derived.by(() =>
    this.#left && this.#left.of === this.props.pieces ? this.#left.pieces : this.props.pieces,
  );
  table: Table = $derived.by(() => {
    const { kinds, sides } = this.props;
    const pieces = untrack(() => this.pieces);
    return new Table(this.frame, kinds, sides.length, pieces, this.wide);
  });
  poses = $derived.by(() => {
    this.table.slots.follow(this.pieces);
    return this.table.rests(this.pieces);
  });
  /** The poses with what is chosen lifted, and what is dragged where the pointer is. */
  shown: readonly Pose[] = $derived.by(() => {
    const lifted = new Map<number, Pose>();
    for (const piece of this.pieces) {
      const pose = this.poses.get(piece.id);
      if (pose && typeof piece.place === 'number' && this.chosen.includes(piece.place)) {
        const z = pose.z + (this.table.shapeOf(piece).centred ? LIFT_BALL : LIFT);
        const held = this.held?.site === piece.place ? unproject(this.camera, this.held.x, this.held.y, z) : null;
        lifted.set(piece.id, { ...pose, x: held?.[0] ?? pose.x, y: held?.[1] ?? pose.y, z });
      }
    }
    return [...this.poses.values()].map((pose) => lifted.get(pose.id) ?? pose);
  });

  // ---- Choosing ---------------------------------------------------------------------------------------------------

  locked = $derived(this.props.locked ?? '');
  legal = $derived(this.locked ? [] : (this.props.legal ?? []));
  walk: Walk = $derived({
    ...begin(this.legal),
    picks: this.#picked.of === this.props.legal && !this.locked ? this.#picked.picks : [],
  });
  next = $derived(nextPicks(this.walk));
  waiting = $derived(this.pending && this.pending.of === this.props.legal ? this.pending : null);
  chosen = $derived(this.walk.picks.filter((pick) => typeof pick === 'number'));
  usable: ReadonlySet<number> = $derived(
    new Set(this.playing ? [] : [...this.next.keys()].filter((pick) => typeof pick === 'number')),
  );
  /** The verbs of the moves there are, and whether each can be pressed now. */
  verbs = $derived.by(() => {
    const names = new Set(this.legal.flatMap((move) => move.paths.flat()).filter((pick) => typeof pick === 'string'));
    return [...names].map((name) => {
      const verb = this.props.verbs.find((one) => one.name === name);
      return { name, label: verb?.label ?? name, key: verb?.key ?? '', usable: !this.playing && this.next.has(name) };
    });
  });
  /** The pieces that cannot be used now, while others can; at the end those of who has lost. */
  dim: ReadonlySet<number> = $derived.by(() => {
    const { faded } = this.props;
    if (faded?.length && !this.playing) {
      return new Set(this.pieces.filter((piece) => faded.includes(piece.owner ?? -1)).map((piece) => piece.id));
    }
    if (!this.legal.length || this.playing || this.chosen.length) {
      return new Set();
    }
    const own = this.pieces.filter((piece) => typeof piece.place === 'number' && this.usable.has(piece.place));
    const ids = new Set(own.map((piece) => piece.id));
    return own.length
      ? new Set(this.pieces.filter((p) => typeof p.place === 'number' && !ids.has(p.id)).map((p) => p.id))
      : new Set();
  });
  /** What the click under the pointer would do, as far as it is known. */
  preview: readonly Effect[] = $derived.by(() => {
    const move = this.waiting?.move ?? (this.pointed === null ? undefined : completedBy(this.walk, this.pointed));
    return (move && this.#previews.get(move.text)) ?? [];
  });

  drawings: readonly Drawing[] = $derived.by(() => {
    const { props, table } = this;
    const pointed = typeof this.pointed === 'number' ? this.pointed : null;
    const [kind, another] = props.kinds;
    const placing = kind && !another && props.seat !== undefined ? { kind: kind.name, seat: props.seat } : null;
    return [
      ...(this.playing ? [] : lastMove(table, props.last ?? [])),
      ...(this.playing ? [] : marked(table, props.marks ?? [])),
      ...choosing(table, this.pieces, { chosen: this.chosen, usable: this.usable, pointed, placing }),
      ...marked(table, props.aids ?? [], { aids: true }),
      ...(props.hint ?? []).flatMap((effects) => pointedOut(table, effects, 'hint')),
      ...pointedOut(table, this.preview, 'preview'),
    ];
  });

  // ---- Looking ----------------------------------------------------------------------------------------------------

  home = $derived(turnedFor(this.props.board.homes[this.props.front ?? 0] ?? 270));
  view: View = $derived.by(() => {
    const kept = this.#view;
    const tilt = this.frame.stacked ? TILT_STACKED : TILT;
    const turned = normal((kept?.turned ?? 0) + this.home);
    return this.flat
      ? {
          turned: nearestTurn(turned, this.props.board.turns),
          tilt: this.frame.stacked ? TILT_FLAT : 0,
          zoom: 1,
        }
      : { turned, tilt: kept?.tilt ?? tilt, zoom: kept?.zoom ?? 1 };
  });
  extent: Vec[] = $derived.by(() => extentOf(this.table));
  camera: Camera = $derived(
    cameraFor(this.#focus ? { ...this.view, zoom: this.view.zoom * NEAR } : this.view, this.extent, this.size, {
      flat: this.flat,
      focus: this.#focus,
      margin: this.size.width > 600 ? 14 : 6,
    }),
  );
  buttons = $derived.by(() =>
    this.size.width ? siteButtons(this.table, this.camera, this.pieces, this.usable, this.chosen.at(-1) ?? null) : [],
  );

  /** The next change of the view is one to glide through; by hand it follows at once. */
  #glide = false;

  /** The seat in front changes: the board turns round to it. */
  #lastHome: number | null = null;

  takeGlide(): boolean {
    const glide = this.#glide || (this.#lastHome !== null && this.#lastHome !== this.home);
    this.#glide = false;
    this.#lastHome = this.home;
    return glide;
  }

  turn(degrees: number, tilt: number): void {
    this.#look({
      turned: normal(this.view.turned - this.home + degrees),
      tilt: clamp(this.view.tilt + tilt, TILTS),
      zoom: this.view.zoom,
    });
  }

  zoom(by: number): void {
    this.#look({ ...this.view, turned: normal(this.view.turned - this.home), zoom: clamp(this.view.zoom * by, ZOOMS) });
  }

  flip(): void {
    this.#glide = true;
    const turned = nextTurn(nearestTurn(this.view.turned, this.props.board.turns), this.props.board.turns);
    this.#look({ ...this.view, tilt: this.#view?.tilt ?? this.view.tilt, turned: normal(turned - this.home) });
  }

  get fromAbove(): boolean {
    return this.view.tilt < 1;
  }

  /** Straight from above, or from the side again. */
  lookFromAbove(above: boolean): void {
    this.#glide = true;
    const turned = above ? nearestTurn(this.view.turned, this.props.board.turns) : this.view.turned;
    const tilt = above ? 0 : this.frame.stacked ? TILT_STACKED : TILT;
    this.#look({ ...this.view, turned: normal(turned - this.home), tilt });
  }

  resetView(): void {
    this.#glide = true;
    this.#view = null;
    this.#focus = null;
    keepView(this.props.name, null);
  }

  lookAt(sites: number[]): void {
    this.#glide = true;
    const points = sites.map((site) => siteAt(this.props.board, site));
    const mean = (k: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[k], 0) / points.length;
    this.#focus = points.length ? [mean(0), mean(1), mean(2)] : null;
  }

  #look(view: View): void {
    this.#view = view;
    this.#focus = null;
    keepView(this.props.name, view);
  }

  // ---- Clicks -----------------------------------------------------------------------------------------------------

  /** A click on a site or a verb. */
  press(pick: Pick): void {
    if (this.playing) {
      // A click is never kept for later; it ends what is being shown.
      this.#player.skip();
      return;
    }
    if (this.locked) {
      this.say(this.locked);
      return;
    }
    if (!this.legal.length) {
      return;
    }
    this.pending = null;
    const step = press(this.walk, pick, (site) => this.own(site));
    if (step.to === 'choose') {
      this.#choose(step.walk.picks);
    } else if (step.to === 'move') {
      this.#complete(step.move, step.picks);
    } else {
      void this.#explain(step.picks);
    }
  }

  /** Whether a piece of the seat to move stands there. */
  own(site: number): boolean {
    return this.pieces.some((piece) => piece.place === site && piece.owner === (this.props.seat ?? piece.owner));
  }

  /** Whether a drag from a site takes the piece there along. */
  draggable(site: number): boolean {
    const { walk } = this;
    return (
      !this.playing &&
      this.pieces.some((piece) => piece.place === site) &&
      (walk.picks.at(-1) === site || [...nextPicks(begin(walk.legal)).keys()].includes(site)) &&
      !completedBy(begin(walk.legal), site)
    );
  }

  /** Takes a piece up, to be dropped. */
  grab(site: number): void {
    this.pending = null;
    this.#choose([site]);
  }

  /** Lets a dragged piece go over a site, or over nothing. */
  drop(site: number | null): void {
    const from = this.chosen.at(-1);
    this.held = null;
    if (site === from) {
      return;
    }
    if (site !== null && this.next.has(site)) {
      this.press(site);
    } else {
      const picks = [...this.walk.picks];
      this.#choose([]);
      if (site !== null) {
        void this.#explain([...picks, site]);
      }
    }
  }

  confirm(): void {
    if (this.waiting) {
      const { move, picks } = this.waiting;
      this.#play(move, picks);
    }
  }

  deselect(): boolean {
    const had = this.walk.picks.length > 0 || this.waiting !== null;
    this.pending = null;
    this.#choose([]);
    this.message = '';
    return had;
  }

  point(pick: Pick | null): void {
    this.pointed = pick;
    const move = pick === null || this.playing ? undefined : completedBy(this.walk, pick);
    if (move) {
      void this.#ask(move);
    }
  }

  #choose(picks: readonly Pick[]): void {
    this.#picked = { of: this.props.legal, picks };
    this.message = '';
  }

  #complete(move: LegalMove, picks: readonly Pick[]): void {
    if (this.props.confirm) {
      this.#choose(picks.slice(0, -1));
      this.pending = { of: this.props.legal, move, picks };
      void this.#ask(move);
    } else {
      this.#play(move, picks);
    }
  }

  #play(move: LegalMove, picks: readonly Pick[]): void {
    this.pending = null;
    this.pointed = null;
    this.#choose([]);
    this.props.onmove?.(move, [...picks]);
  }

  async #explain(picks: readonly Pick[]): Promise<void> {
    const text = await this.props.onexplain?.([...picks]);
    if (text) {
      this.say(text);
    }
  }

  /** Says something on the board and to those who cannot see it. */
  say(text: string): void {
    this.message = text;
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => {
      this.message = '';
    }, 7000);
    this.props.onsay?.(text);
  }

  async #ask(move: LegalMove): Promise<void> {
    if (this.#asked !== this.props.legal) {
      this.#asked = this.props.legal;
      this.#previews.clear();
    }
    if (!this.props.onpreview || this.#previews.has(move.text)) {
      return;
    }
    const asked = this.#asked;
    this.#previews.set(move.text, []);
    const effects = await this.props.onpreview(move);
    if (asked === this.#asked) {
      this.#previews.set(move.text, effects);
    }
  }

  // ---- Showing ----------------------------------------------------------------------------------------------------

  async play(effects: Effect[], { backwards = false, live = !backwards }: PlayOptions = {}): Promise<void> {
    this.#player.skip();
    this.live = live;
    this.deselect();
    const given = this.props.pieces;
    const timeline = buildTimeline(this.table, this.pieces, effects, { backwards });
    this.playing = settings.motion !== 'off';
    const shown = this.#player.play(timeline, settings.motion);
    if (this.playing && effects.length === 0) {
      this.playing = false;
    }
    await shown;
    this.playing = false;
    this.#left = { of: given, pieces: timeline.after };
  }

  skip(): void {
    this.#player.skip();
  }

  close(): void {
    this.#player.close();
    clearTimeout(this.#messageTimer);
  }
}

/** What must be in the picture: the slab, the trays, and the highest piece there can be. */
function extentOf({ frame, floor, plans, slots }: Table): Vec[] {
  const points: Vec[] = frame.outline.flatMap(([x, y]): Vec[] => [
    [x, y, frame.surface],
    [x, y, floor],
  ]);
  if (frame.stacked) {
    points.push([...frame.centre, Math.max(...frame.board.sites.map((site) => site.z)) + 0.6]);
  }
  for (const plan of plans.values()) {
    const [left, front, right, back] = plateOf(plan, slots.used(plan.tray.name));
    points.push([left, front, floor], [right, front, floor], [left, back, floor], [right, back, floor]);
  }
  return points;
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, Math.max(low, value));
}
