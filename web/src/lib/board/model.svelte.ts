/**
 * What a board shows: everything but drawing. It follows the props of the component and holds what the page need not know:
 * the clicks made so far (`clicks`), the view (`viewControls`), a running animation.
 */

import { untrack } from 'svelte';
import type { Effect, Piece } from '#lib/net/types.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import { type AnimationTarget, TimelinePlayer } from './animation/player.ts';
import { BoardLayout, type Pose } from './animation/poses.ts';
import { buildTimeline } from './animation/timeline.ts';
import { allowedEffects, type VisualEffects } from './animation/visualEffects.ts';
import type { BoardProps, PlayOptions } from './contract.ts';
import { Clicks } from './input/clicks.svelte.ts';
import { siteButtons } from './input/siteButtons.ts';
import { unproject } from './view/camera.ts';
import { needsMarks } from './view/colours.ts';
import { type BoardPalette, boardPalette, type Finish } from './view/finish.ts';
import { frameOf } from './view/geometry.ts';
import { arrowOverlays } from './view/overlays/arrows.ts';
import {
  effectOverlays,
  lastMoveOverlays,
  markOverlays,
  type Overlay,
  selectionOverlays,
} from './view/overlays/overlays.ts';
import { type SiteVerdict, siteVerdicts, verdictOverlays } from './view/overlays/verdictMarks.ts';
import { TraySlots } from './view/traySlots.ts';
import { chooseTrayPlaces } from './view/trays.ts';
import { ViewControls } from './view/viewControls.svelte.ts';

/** Height by which a selected piece is lifted. */
const LIFT = 0.22;
const LIFT_BALL = 0.45;

export class BoardModel {
  readonly #given: () => BoardProps;
  readonly #isFlat: () => boolean;
  size = $state.raw({ width: 0, height: 0 });
  /** The pieces after an animation, until the page passes other pieces. */
  #left = $state.raw<{ of: Piece[]; pieces: readonly Piece[] } | null>(null);
  message = $state('');
  verbsBeside = $state(false);
  playing = $state(false);
  /** Whether the animated move is live. */
  live = $state(true);
  readonly clicks: Clicks;
  readonly viewControls: ViewControls;
  readonly #player: TimelinePlayer;
  #messageTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(given: () => BoardProps, isFlat: () => boolean, animationTarget: AnimationTarget) {
    this.#given = given;
    this.#isFlat = isFlat;
    this.#player = new TimelinePlayer({
      ...animationTarget,
      rest: () => {
        this.playing = false;
        animationTarget.rest();
      },
    });
    this.clicks = new Clicks(this);
    this.viewControls = new ViewControls(this);
  }

  get props(): BoardProps {
    return this.#given();
  }

  /** Drawn as a flat picture. */
  get flat(): boolean {
    return this.#isFlat();
  }

  // ---- Content ----------------------------------------------------------------------------------------------------

  frame = $derived.by(() => frameOf(this.props.board));
  pieces: readonly Piece[] = $derived.by(() =>
    this.#left && this.#left.of === this.props.pieces ? this.#left.pieces : this.props.pieces,
  );
  /** The slots of the pieces in the trays. */
  #slots = $derived.by(() => new TraySlots(this.frame.board.trays));
  #capacityKey = $derived.by(() => {
    this.#slots.follow(this.pieces);
    return this.#slots.capacityKey;
  });
  #known = $derived.by(() => this.pieces.length > 0);
  /** Where trays lie. They do not move as they fill. */
  trayPlaces = $derived.by(() => {
    untrack(() => this.#capacityKey);
    return this.#known ? chooseTrayPlaces(this.frame, this.#slots, this.size, this.props.verbs.length > 0) : 'short';
  });
  /** Laid out again for trays that need more room. */
  layout: BoardLayout = $derived.by(() => {
    const { kinds, sides } = this.props;
    void this.#capacityKey;
    return new BoardLayout(this.frame, kinds, sides.length, this.#slots, this.trayPlaces);
  });
  poses = $derived.by(() => {
    this.#slots.follow(this.pieces);
    return this.layout.restPoses(this.pieces);
  });
  /** The poses, with the selected piece lifted and a dragged piece at the pointer. */
  visiblePoses: readonly Pose[] = $derived.by(() => {
    const lifted = new Map<number, Pose>();
    const { held, chosen } = this.clicks;
    for (const piece of this.pieces) {
      const pose = this.poses.get(piece.id);
      if (pose && typeof piece.place === 'number' && chosen.includes(piece.place)) {
        const z = pose.z + (this.layout.shapeOf(piece).centred ? LIFT_BALL : LIFT);
        const under = held?.site === piece.place ? unproject(this.viewControls.camera, held.x, held.y, z) : null;
        lifted.set(piece.id, { ...pose, x: under?.[0] ?? pose.x, y: under?.[1] ?? pose.y, z });
      }
    }
    return [...this.poses.values()].map((pose) => lifted.get(pose.id) ?? pose);
  });

  /** Whether the board shows which pieces can be moved before one is selected. */
  hints = $derived.by(() => settings.help === 'show');
  /** With hints, the pieces that cannot be used now, while others can; at the end, those of the losers. */
  dim: ReadonlySet<number> = $derived.by(() => {
    const { faded } = this.props;
    const { legal, chosen, usable } = this.clicks;
    if (faded?.length && !this.playing) {
      return new Set(this.pieces.filter((piece) => faded.includes(piece.owner ?? -1)).map((piece) => piece.id));
    }
    if (!this.hints || !legal.length || this.playing || chosen.length) {
      return new Set();
    }
    const own = this.pieces.filter((piece) => typeof piece.place === 'number' && usable.has(piece.place));
    const ids = new Set(own.map((piece) => piece.id));
    return own.length
      ? new Set(this.pieces.filter((p) => typeof p.place === 'number' && !ids.has(p.id)).map((p) => p.id))
      : new Set();
  });
  /** The verdict on clicking each site next, if it is to be shown. */
  siteVerdicts: ReadonlyMap<number, SiteVerdict> = $derived.by(() =>
    siteVerdicts(this.clicks.selection, this.props.verdicts ?? []),
  );
  overlays: readonly Overlay[] = $derived.by(() => {
    const { props, layout } = this;
    const { chosen, usable, preview, leftBehind } = this.clicks;
    const hovered = typeof this.clicks.hovered === 'number' ? this.clicks.hovered : null;
    const [kind, another] = props.kinds;
    const placing = kind && !another && props.seat !== undefined ? { kind: kind.name, seat: props.seat } : null;
    return [
      ...(this.playing ? [] : lastMoveOverlays(layout, props.last ?? [])),
      ...(this.playing ? [] : markOverlays(layout, props.marks ?? [], { pieces: this.pieces })),
      ...selectionOverlays(layout, this.pieces, {
        chosen,
        usable,
        hovered,
        placing,
        hints: this.hints,
        seat: props.seat,
        leftBehind: preview.length ? [] : leftBehind,
        previewed: preview.length > 0,
      }),
      ...markOverlays(layout, props.aids ?? [], { aids: true }),
      ...(this.playing ? [] : verdictOverlays(layout, this.clicks.selection, this.siteVerdicts, props.verdicts ?? [])),
      ...(props.hint ?? []).flatMap((effects) => effectOverlays(layout, effects, 'hint')),
      ...effectOverlays(layout, preview, 'preview'),
      ...(this.playing ? [] : arrowOverlays(layout, props.arrows ?? [])),
    ];
  });

  buttons = $derived.by(() => {
    const { chosen, usable } = this.clicks;
    return this.size.width
      ? siteButtons(this.layout, this.viewControls.camera, this.pieces, usable, chosen.at(-1) ?? null)
      : [];
  });
  /** The visual effects that are enabled and allowed here. */
  visualEffects: VisualEffects = $derived.by(() => {
    const { particles, glow, rays, shake, lowPower, reduceFlashes, motion } = settings;
    const enabled = { particles, bloom: glow, rays, shake, ...this.props.effects };
    return allowedEffects(enabled, { live: this.live, lowPower, reduceFlashes, still: motion === 'off' });
  });
  /** Materials of board and pieces: the person's choice for this game, unless the page overrides it. */
  finish: Finish = $derived.by(() => ({ ...settings.finishOf(this.props.name), ...this.props.finish }));
  /** What the board is made of, as colours. */
  palette: BoardPalette = $derived.by(() => boardPalette(settings.theme, this.finish, this.props.board.appearance));
  /** Whether marks on the pieces distinguish the seats, not only colours. */
  marked = $derived.by(() => needsMarks(settings.marks, settings.theme, this.props.colours, settings.pictureStyle));
  /** Whether the camera orbits the board. */
  orbiting = $derived.by(() => Boolean(this.props.orbit) && !this.flat && settings.motion !== 'off');

  /** Show a text on the board and announce it to screen readers. */
  say(text: string): void {
    this.message = text;
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => {
      this.message = '';
    }, 7000);
    this.props.onsay?.(text);
  }

  clearMessage(): void {
    this.message = '';
  }

  // ---- Animation --------------------------------------------------------------------------------------------------

  async play(effects: Effect[], { backwards = false, live = !backwards }: PlayOptions = {}): Promise<void> {
    this.#player.skip();
    this.live = live;
    this.clicks.deselect();
    const given = this.props.pieces;
    const timeline = buildTimeline(this.layout, this.pieces, effects, { backwards });
    this.playing = settings.motion !== 'off';
    const finished = this.#player.play(timeline, settings.motion);
    if (this.playing && effects.length === 0) {
      this.playing = false;
    }
    await finished;
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
