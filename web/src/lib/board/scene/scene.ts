/** A board in 3-D. It draws what it is given when that changes; it does not handle clicks. */

import type { Kind } from '#lib/net/types.ts';
import type { BoardLayout, Pose, Poses } from '../animation/poses.ts';
import type { Cue, Timeline } from '../animation/timeline.ts';
import type { VisualEffects } from '../animation/visualEffects.ts';
import { type Camera, interpolateCamera } from '../view/camera.ts';
import { type BoardPalette, type Finish, TABLE_SIZE } from '../view/finish.ts';
import { contains, type Frame } from '../view/geometry.ts';
import type { Overlay } from '../view/overlays/overlays.ts';
import { shapeOf } from '../view/shapes.ts';
import { ContactShadows } from './contactShadows.ts';
import { Coordinates } from './coordinates.ts';
import { Beams } from './effects/beams.ts';
import { beamColour, MoveEffects } from './effects/moveEffects.ts';
import { DARK_LIGHTING, LIGHT_LIGHTING } from './environment.ts';
import { Overlays3d } from './overlays3d.ts';
import type { PegBoard } from './pegs/pegBoard.ts';
import { MAX_BALLS, makeSurroundings } from './pieceShading.ts';
import { Pieces } from './pieces.ts';
import { QUALITY_LEVELS, Quality, type QualityLevel } from './quality.ts';
import { CORNER, Slab } from './slab.ts';
import { Stage } from './stage.ts';
import { bake } from './textures/bake.ts';
import { Trays3d } from './trays3d.ts';

export interface SceneQuality {
  /** Index in `QUALITY_LEVELS` to start with. */
  level: number;
  visualEffects: VisualEffects;
  /** Changes of the view are animated. */
  motion: boolean;
  /** Marks pulse before they come to rest. */
  pulses: boolean;
}

/** How a board and its pieces look. */
export interface SceneLook {
  palette: BoardPalette;
  finish: Finish;
  colours: readonly string[];
  kinds: readonly Kind[];
  coordinates: boolean;
  /** Marks on the pieces distinguish the seats. */
  marked: boolean;
  /** The page is light. */
  light: boolean;
}

interface Tween {
  began: number;
  time: number;
  run(part: number): void;
}

const GLIDE_MS = 480;
const PULSE_COUNT = 3;
const PULSE_MS = 850;
const SHAKE_MS = 320;
/** Distance between the foot of the slab and the table. */
const SLAB_GAP = 0.02;
const MAX_PIECES = 256;
/** Shift of the occlusion below a piece, in radii of it. */
const SHADOW_SHIFT = 0.2;

export class BoardScene {
  private readonly stage: Stage;
  private readonly around = makeSurroundings();
  private readonly slab: Slab;
  /** Occlusion on the table, and on the board below pieces. */
  private readonly tableContacts = new ContactShadows(16, -9, false);
  private readonly contacts = new ContactShadows(MAX_PIECES, 0, true);
  private readonly coordinates: Coordinates;
  /** Loaded for boards with pegs only. */
  private pegBoard: PegBoard | null = null;
  private poses: readonly Pose[] = [];
  private dim: ReadonlySet<number> = NOBODY;
  private closed = false;
  private readonly trays3d: Trays3d;
  private readonly pieces: Pieces;
  private readonly marks = new Overlays3d();
  private readonly overlayBeams = new Beams();
  private readonly moveEffects: MoveEffects;
  private readonly quality: Quality;
  private readonly tweens = new Map<string, Tween>();
  private size = { width: 1, height: 1 };
  private view: Camera | null = null;
  private pulseKey = '';
  private colours: readonly string[] = [];
  private shaken = 0;
  private frameOfBoard: Frame | null = null;
  private floor = 0;
  private readonly covered = new Set<string>();
  /** An animation runs: its frames are timed. */
  private moving = false;
  /** The last frame was timed. */
  private timed = false;
  private tested = false;
  private readonly builtEnvironment: number;

  constructor(
    canvas: HTMLCanvasElement,
    private effort: SceneQuality,
    /** Frames were slow: the quality was lowered. A level with other materials needs another scene. */
    private readonly onSlow: (level: number, rebuild: boolean) => void,
  ) {
    this.quality = new Quality(effort.level, window.__parlour?.level !== undefined);
    this.stage = new Stage(canvas, this.level, this.around);
    this.slab = new Slab(this.level, this.around, (painted) => this.stage.wait(painted));
    const { environment } = this.level;
    this.builtEnvironment = environment;
    this.coordinates = new Coordinates(environment, this.around);
    this.trays3d = new Trays3d(this.slab.edgeMaterial, environment, this.around);
    this.pieces = new Pieces(this.level, this.around);
    this.moveEffects = new MoveEffects(this.stage, this.around);
    this.stage.scene.add(
      this.slab.group,
      this.tableContacts.mesh,
      this.contacts.mesh,
      this.coordinates.mesh,
      this.trays3d.group,
      this.pieces.group,
      this.marks.group,
      this.overlayBeams.mesh,
      ...this.moveEffects.parts,
    );
    this.stage.onFrame(() => this.step(performance.now()));
    this.setQuality(effort);
  }

  private get level(): QualityLevel {
    return QUALITY_LEVELS[this.quality.level] ?? QUALITY_LEVELS[0]!;
  }

  setQuality(effort: SceneQuality): void {
    if (effort.level > this.quality.level) {
      this.quality.level = effort.level;
    }
    this.effort = effort;
    this.overlayBeams.glow(effort.visualEffects.bloom);
    this.fit();
  }

  resize(width: number, height: number): void {
    this.size = { width, height };
    this.fit();
  }

  /** Apply the current quality level. */
  private fit(): void {
    const { visualEffects } = this.effort;
    this.moveEffects.allow({ ...visualEffects, rays: visualEffects.rays && this.level.rays });
    this.stage.effort(this.level, this.size.width, this.size.height);
  }

  setBoard(frame: Frame, look: SceneLook): void {
    const lighting = look.light ? LIGHT_LIGHTING : DARK_LIGHTING;
    this.frameOfBoard = frame;
    this.colours = look.colours;
    this.stage.light(lighting, look.finish.table ?? null);
    this.stage.table.open(look.finish.background !== undefined);
    this.tableContacts.tint(lighting.occlusion);
    this.contacts.tint(lighting.occlusion);
    this.pieces.paint(look.colours, look.finish.pieces ?? null, look.marked, frame.stacked);
    this.pieces.prepare(look.kinds);
    this.cover(look.kinds);
    this.slab.build(frame, look.palette, look.colours);
    this.coordinates.build(frame, look.palette, look.coordinates);
    this.moveEffects.fit(frame, look.colours);
    const compile = () => {
      if (!this.closed) {
        this.stage.compile(() => this.test());
      }
    };
    // What is added after shaders were compiled would have its own compiled when it is first drawn.
    const pegs = this.drawPegs(frame, look.kinds);
    if (pegs) {
      pegs.then(compile, compile);
    } else {
      compile();
    }
  }

  /** Draw pegs on boards that have them; return a promise where they are still being loaded. */
  private drawPegs(frame: Frame, kinds: readonly Kind[]): Promise<void> | null {
    if (this.pegBoard || frame.board.appearance.sites !== 'peg') {
      this.pegBoard?.build(frame);
      return null;
    }
    const loaded = import('./pegs/pegBoard.ts').then(({ PegBoard, Cords }) => {
      if (!this.pegBoard && !this.closed && this.frameOfBoard) {
        this.pegBoard = new PegBoard(this.builtEnvironment, this.around);
        this.stage.scene.add(this.pegBoard.group);
        this.pegBoard.build(this.frameOfBoard);
        this.pieces.takeCords(new Cords());
        this.pieces.prepare(kinds);
        this.setPieces(this.poses, this.dim);
      }
    });
    this.stage.wait(loaded);
    return loaded;
  }

  /** Time the first frame if it is unknown how fast the machine draws. */
  private test(): void {
    if (this.quality.untested && !this.tested) {
      this.tested = true;
      this.step(performance.now());
      // The first one also uploads textures.
      this.stage.timeFrame();
      if (this.quality.first(this.stage.timeFrame())) {
        this.slowDown();
      }
    }
  }

  /** Ask for the patterns of the materials that some kinds are made of. */
  private cover(kinds: readonly Kind[]): void {
    for (const [material, pattern] of [
      ['wood', 'ball'],
      ['gemstone', 'gem'],
    ] as const) {
      if (!this.covered.has(pattern) && kinds.some((kind) => kind.material === material)) {
        this.covered.add(pattern);
        const pixels = Math.min(1024, this.level.detail);
        this.stage.wait(bake({ is: pattern, pixels }).then((maps) => this.pieces.cover(pattern, maps)));
      }
    }
  }

  /**
   * Set the layout, whose trays may have grown. `home` is the angle of the viewer's usual view: lights are placed for
   * it.
   */
  setLayout(
    layout: BoardLayout,
    extent: readonly (readonly number[])[],
    home: number,
    { palette, colours }: SceneLook,
  ): void {
    this.trays3d.build(layout, palette, colours);
    this.floor = layout.floor;
    const { frame } = layout;
    const [x, y] = frame.centre;
    const reach = Math.max(...extent.map((point) => Math.hypot(point[0]! - x, point[1]! - y))) + TABLE_SIZE.room;
    const table = frame.surface - frame.thickness - SLAB_GAP;
    this.stage.fit(frame, table, reach, home);
    this.tableContacts.begin();
    const [left, front, right, back] = frame.bounds;
    const hexagon = frame.board.outline === 'hexagon';
    const round = frame.board.outline === 'round' ? (Math.min(right - left, back - front) / 2) * 0.96 : 0.4;
    this.tableContacts.add({
      x,
      y,
      z: table + 0.02,
      halfWidth: (right - left) / 2,
      halfHeight: (back - front) / 2,
      corner: hexagon ? CORNER * 5 : round,
      hexagon,
      soft: 0.9,
      alpha: 0.85,
    });
    this.trays3d.shade(layout, table + 0.02, this.tableContacts);
    this.tableContacts.end();
  }

  setPieces(poses: readonly Pose[], dim: ReadonlySet<number>): void {
    this.pieces.draw(poses, poses.length, dim);
    this.poses = poses;
    this.dim = dim;
    this.pegBoard?.follow(poses);
    this.ground(poses);
    this.stage.moved();
  }

  /** Draw contact shadows: one below each piece, fainter the higher it is lifted. */
  private ground(poses: Poses): void {
    const frame = this.frameOfBoard;
    if (!frame) {
      return;
    }
    const keyWay = this.around.keyWay.value;
    let balls = 0;
    this.contacts.begin();
    poses.forEach((pose) => {
      if (pose.end || pose.opacity < 0.98) {
        return;
      }
      const { radius, height, centred, hollow } = shapeOf(pose.kind.shape);
      const below = (contains(frame.outline, pose.x, pose.y) ? frame.surface : this.floor) + 0.006;
      const foot = pose.z - (centred ? (height / 2) * pose.scale : 0);
      const lift = Math.max(0, foot - below);
      const size = radius * pose.scale;
      if (lift < 0.6) {
        // Without cast shadows, this one is shifted a little away from the key light.
        const shift = this.level.shadow ? 0 : SHADOW_SHIFT * size;
        CONTACT.x = pose.x - shift * keyWay.x;
        CONTACT.y = pose.y - shift * keyWay.y;
        CONTACT.z = below;
        CONTACT.halfWidth = CONTACT.halfHeight = CONTACT.corner = size * (centred ? 0.35 : 0.92);
        CONTACT.soft = size * (centred ? 0.75 : 0.5) + lift * 0.3;
        CONTACT.alpha = (hollow ? 0.34 : 0.72) * (1 - lift / 0.6);
        this.contacts.add(CONTACT);
      }
      if (centred && balls < MAX_BALLS) {
        this.around.balls.value[balls++]!.set(pose.x, pose.y, pose.z, size);
      }
    });
    this.around.ballCount.value = balls;
    this.contacts.end();
  }

  setOverlays(overlays: readonly Overlay[], colourOf: (overlay: Overlay) => string): void {
    const pulses = this.marks.draw(overlays, colourOf);
    const cords = overlays.flatMap((overlay) =>
      overlay.is === 'cord' ? [[overlay.id, { colour: colourOf(overlay), part: overlay.alpha }] as const] : [],
    );
    if (this.pieces.mark(new Map(cords)) && !this.moving) {
      this.pieces.draw(this.poses, this.poses.length, this.dim);
    }
    this.overlayBeams.set(
      overlays.flatMap((overlay) =>
        overlay.is === 'beam' ? [{ ...overlay, colour: beamColour(this.colours, overlay.owner) }] : [],
      ),
    );
    const key = JSON.stringify(overlays.filter((overlay) => 'pulse' in overlay && overlay.pulse));
    if (key !== this.pulseKey) {
      this.pulseKey = key;
      this.tweens.delete('pulse');
      this.marks.pulse(1);
      if (pulses && this.effort.pulses) {
        this.tween('pulse', PULSE_COUNT * PULSE_MS, (part) =>
          this.marks.pulse(0.675 + 0.325 * Math.cos(2 * Math.PI * PULSE_COUNT * part)),
        );
      }
    }
    this.stage.invalidate();
  }

  look(camera: Camera, glide: boolean): void {
    const from = this.view;
    this.tweens.delete('glide');
    const sameSize = from && from.width === camera.width && from.height === camera.height;
    if (glide && this.effort.motion && from && sameSize) {
      this.tween('glide', GLIDE_MS, (part) => {
        const p = part * part * (3 - 2 * part);
        this.view = part < 1 ? interpolateCamera(from, camera, p) : camera;
      });
    } else {
      this.view = camera;
    }
    this.stage.invalidate();
  }

  /** Draw a moment of an animation: the pieces while they move, and the beam until it has faded. */
  frame(time: number, timeline: Timeline, poses: Map<number, Pose>): void {
    this.moving = true;
    if (time <= timeline.duration) {
      this.pieces.draw(poses, poses.size, NOBODY);
      this.ground(poses);
    }
    this.moveEffects.at(time, timeline, poses, this.size.height * this.pixelsPerUnit());
    this.stage.drawMoving();
  }

  private pixelsPerUnit(): number {
    return this.view ? (this.view.focal / this.view.height) * this.level.pixelRatio : 1;
  }

  /** Use the lower level, or have the scene rebuilt for it when nothing moves. */
  private slowDown(): void {
    const { environment } = this.level;
    if (environment === this.builtEnvironment || environment) {
      this.fit();
      this.onSlow(this.quality.level, false);
    } else if (!this.moving) {
      this.onSlow(this.quality.level, true);
    }
  }

  /** Handle a cue of the animation. */
  cue(cue: Cue): void {
    if (cue.what === 'burst' && this.moveEffects.burst(cue)) {
      this.tween('shake', SHAKE_MS, (part) => {
        this.shaken = part < 1 ? Math.sin(part * 26) * 0.09 * (1 - part) : 0;
      });
    }
  }

  /** Stop drawing movement after an animation has ended. */
  rest(): void {
    this.moving = false;
    this.moveEffects.rest();
    this.stage.invalidate();
    if (this.level.environment === 0 && this.builtEnvironment) {
      this.slowDown();
    }
  }

  private tween(name: string, time: number, run: (part: number) => void): void {
    this.tweens.set(name, { began: performance.now(), time, run });
    this.stage.invalidate();
  }

  private step(now: number): void {
    if (this.tweens.size) {
      for (const [name, tween] of this.tweens) {
        const part = Math.min(1, (now - tween.began) / tween.time);
        tween.run(part);
        if (part === 1) {
          this.tweens.delete(name);
        }
      }
      if (this.tweens.size) {
        this.stage.invalidate();
      }
    }
    const timed = this.tweens.size > 0 || this.moving;
    if (timed && this.quality.frame(now, this.timed)) {
      this.slowDown();
    }
    this.timed = timed;
    if (this.view) {
      this.coordinates.turn(this.view.turned);
      this.stage.look(this.view, this.shaken);
    }
  }

  close(): void {
    this.closed = true;
    for (const part of [
      this.trays3d,
      this.slab,
      this.tableContacts,
      this.contacts,
      ...(this.pegBoard ? [this.pegBoard] : []),
      this.coordinates,
      this.pieces,
      this.marks,
      this.overlayBeams,
      this.moveEffects,
      this.stage,
    ]) {
      part.close();
    }
  }
}

const NOBODY: ReadonlySet<number> = new Set();
const CONTACT = { x: 0, y: 0, z: 0, halfWidth: 0, halfHeight: 0, corner: 0, soft: 0, alpha: 0 };
