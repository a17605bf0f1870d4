/** Draws poses: all pieces of one shape in one call. Nothing is allocated while they move. */
import {
  type BufferGeometry,
  CanvasTexture,
  Color,
  Group,
  type Material,
  Matrix4,
  type MeshBasicMaterialParameters,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
  PlaneGeometry,
  Quaternion,
  RepeatWrapping,
  type Texture,
  Vector3,
} from 'three';
import type { Kind } from '#lib/net/types.ts';
import { mix } from '#lib/theme/colour.ts';
import type { Pose, Poses } from '../animation/poses.ts';
import { inkColour, NEUTRAL } from '../view/colours.ts';
import type { PieceMaterial } from '../view/finish.ts';
import { isStroke, SEAT_DASHES, shapeName } from '../view/shapes.ts';
import { Batch } from './batch.ts';
import type { CordHost, CordMark, Cords } from './pegs/cords.ts';
import { makeSurroundings, type Surroundings, shadePieces } from './pieceShading.ts';
import { PIECE_SURFACES, type PieceSurface, surfaceOfKind } from './pieceSurfaces.ts';
import { mattMaterial, plainMaterial } from './plainShading.ts';
import type { QualityLevel } from './quality.ts';
import { DETAILS, type Detail, type Solid, seatSignGeometry, solidOf } from './solids/solids.ts';
import type { TextureMaps } from './textures/jobs.ts';
import { imageTexture, placeholderTexture, simplifyTexture } from './textures/texture.ts';

/** Brightness of the pieces of a seat that has lost. */
const DIM_FACTOR = 0.62;
/** Share of the seat's colour in a cord, because strong light makes it pale. */
const CORD_ALBEDO = 0.78;
/** Above these numbers, pieces are drawn with fewer vertices. */
const MAX_FINE_PIECES = 60;
const MAX_MEDIUM_PIECES = 100;

type PieceEffort = Pick<QualityLevel, 'environment' | 'coats' | 'occlusion'>;

/** A shape in a material: each part in a batch of its own, whole or as a ghost. */
interface Drawn {
  name: string;
  solid: Solid;
  surface: PieceSurface;
  whole: Batch[];
  ghosts: Batch[];
}

const WHITE = new Color('#ffffff');
const SPARE = new Matrix4();
const UP = new Vector3(0, 0, 1);
const ACROSS = new Vector3(1, 0, 0);
const GHOST_OPACITY = 0.4;

/** Return the brightness of a stacked ball at a height: each level is lighter than the one below. */
function levelLight(z: number): number {
  return Math.min(1.05, 0.76 + 0.17 * Math.max(0, z));
}

export class Pieces {
  readonly group = new Group();
  private readonly batches = new Map<string, Batch>();
  private readonly shapes = new Map<string, Drawn>();
  private readonly materials = new Map<string, Material>();
  private readonly textures = new Map<string, Texture>();
  private colours: Color[] = [];
  private inks: Color[] = [];
  private readonly neutral = new Color(NEUTRAL);
  private readonly matrix = new Matrix4();
  private readonly part = new Matrix4();
  private readonly place = new Vector3();
  private readonly turn = new Quaternion();
  private readonly over = new Quaternion();
  private readonly size = new Vector3();
  private readonly colour = new Color();
  /** Loaded for boards with pegs only. */
  private cords: Cords | null = null;
  private marks: ReadonlyMap<number, CordMark> = new Map();
  private marksKey = '';
  private detail: Detail;
  private finish: PieceMaterial | null = null;
  private marked = false;
  private stacked = false;

  constructor(
    private readonly effort: PieceEffort = { environment: 256, coats: true, occlusion: true },
    private readonly around: Surroundings = makeSurroundings(),
  ) {
    this.detail = effort.environment ? 'fine' : 'coarse';
  }

  /**
   * Set the colours of the seats, the finish that replaces the materials of the kinds, whether seats are marked, and whether
   * pieces are stacked: then light distinguishes the levels.
   */
  paint(colours: readonly string[], finish: PieceMaterial | null, marked = false, stacked = false): void {
    if (finish !== this.finish) {
      this.finish = finish;
      this.forget();
      this.unmake();
    }
    this.marked = marked;
    this.stacked = stacked;
    this.colours = colours.map((colour) => new Color(colour));
    this.inks = colours.map((colour) => new Color(mix(inkColour(colour), colour, 0.25)));
  }

  /** Mark cords by their ids with a tone; return whether others are marked than before. */
  mark(marks: ReadonlyMap<number, CordMark>): boolean {
    const key = JSON.stringify([...marks]);
    const changed = key !== this.marksKey;
    this.marks = marks;
    this.marksKey = key;
    this.cords?.mark(marks);
    return changed;
  }

  /** Make everything that pieces of these kinds need, so that shaders can be compiled before they are seen. */
  prepare(kinds: readonly Kind[]): void {
    for (const kind of kinds) {
      if (isStroke(kind.shape)) {
        this.cords?.prepare(this.cordHost);
        continue;
      }
      const drawn = this.shape(kind);
      for (const n of drawn.solid.parts.keys()) {
        this.batchOf(drawn, n, false);
        this.batchOf(drawn, n, true);
      }
    }
  }

  /** Use a painted pattern for the kinds that are made of it. */
  cover(pattern: 'ball' | 'gem', { albedo }: TextureMaps): void {
    this.textures.get(pattern)?.dispose();
    const texture = imageTexture(albedo, RepeatWrapping);
    if (!this.effort.environment) {
      simplifyTexture(texture);
    }
    this.textures.set(pattern, texture);
    for (const drawn of this.shapes.values()) {
      if (drawn.surface.pattern === pattern) {
        for (const ghost of [false, true]) {
          (this.materialOf(drawn.surface, ghost) as MeshStandardMaterial).map = texture;
        }
      }
    }
  }

  /** Draw these poses; those in `dim` darker. */
  draw(poses: Poses, count: number, dim: ReadonlySet<number>): void {
    const detail = count > MAX_MEDIUM_PIECES ? 'coarse' : count > MAX_FINE_PIECES ? 'medium' : 'fine';
    if (DETAILS.indexOf(detail) > DETAILS.indexOf(this.detail)) {
      this.detail = detail;
      this.forget();
    }
    this.cords?.follow(poses);
    poses.forEach((pose) => {
      if (pose.opacity > 0.02 && pose.end) {
        this.cords?.add(pose, this.cordHost);
      } else if (pose.opacity > 0.02) {
        this.piece(pose, dim.has(pose.id));
      }
    });
    for (const batch of this.batches.values()) {
      batch.finish();
    }
  }

  private piece(pose: Pose, dim: boolean): void {
    const drawn = this.shape(pose.kind);
    const { solid } = drawn;
    const ghost = pose.opacity < 0.98;
    this.turn.setFromAxisAngle(UP, (-pose.angle * Math.PI) / 180);
    this.place.set(pose.x, pose.y, pose.z);
    this.size.setScalar(pose.scale);
    this.matrix.compose(this.place, this.turn, this.size);
    if (pose.flip) {
      // Flipped around its centre.
      this.over.setFromAxisAngle(ACROSS, Math.PI * pose.flip);
      this.part.makeTranslation(0, 0, solid.middle);
      this.matrix.multiply(this.part).multiply(this.part.makeRotationFromQuaternion(this.over));
      this.matrix.multiply(this.part.makeTranslation(0, 0, -solid.middle));
    }
    SPARE.copy(this.matrix);
    if (solid.turned) {
      this.matrix.multiply(this.part.makeRotationFromQuaternion(this.ownTurn(pose.id, drawn.name === 'ball')));
    }
    const albedo = drawn.surface.albedo * (this.stacked ? levelLight(pose.z) : 1);
    for (let n = 0; n < solid.parts.length; n++) {
      const seat = solid.parts[n]!.role === 'under' ? pose.under : pose.owner;
      this.batchOf(drawn, n, ghost).add(this.matrix, this.tinted(this.seatColour(seat), dim, albedo));
    }
    this.matrix.copy(SPARE);
    if (this.marked && pose.owner !== null && !ghost) {
      this.engrave(solid, pose.owner, dim);
    }
    if (drawn.name === 'token') {
      this.letter(pose, dim);
    }
  }

  /** Return a rotation that depends only on the piece: any for a ball, around the vertical axis for others. */
  private ownTurn(id: number, any: boolean): Quaternion {
    const random = (k: number) => Math.abs(Math.sin(id * 12.9898 + k * 78.233) * 43758.5453) % 1;
    return any
      ? this.over.set(random(1) - 0.5, random(2) - 0.5, random(3) - 0.5, random(4) - 0.5).normalize()
      : this.over.setFromAxisAngle(UP, random(1) * 2 * Math.PI);
  }

  private engrave(solid: Solid, seat: number, dim: boolean): void {
    const kind = seat % SEAT_DASHES.length;
    const batch = this.batch(
      `sign ${kind}`,
      () => seatSignGeometry(seat),
      () => this.markMaterial(),
      false,
    );
    for (const [x, y, z, size] of solid.signs) {
      this.part.makeScale(size, size, 1);
      this.part.setPosition(x, y, z + 0.004);
      this.part.premultiply(this.matrix);
      batch.add(this.part, this.tinted(this.inks[seat] ?? WHITE, dim));
    }
  }

  /** Draw the letter of its kind on a piece of unknown shape. */
  private letter(pose: Pose, dim: boolean): void {
    const { letter } = pose.kind;
    const key = `letter ${letter}`;
    const batch = this.batch(
      key,
      () => new PlaneGeometry(0.4, 0.4),
      () => this.kept(key, () => this.mattMaterial({ map: letterTexture(letter), transparent: true })),
      false,
    );
    this.part.makeTranslation(0, 0.04, 0.172).premultiply(this.matrix);
    batch.add(this.part, this.tinted(pose.owner === null ? WHITE : (this.inks[pose.owner] ?? WHITE), dim));
  }

  // ---- Cords --------------------------------------------------------------------------------------------------------

  /** Draw strokes as cords from now on. */
  takeCords(cords: Cords): void {
    this.cords = cords;
    this.cords.mark(this.marks);
  }

  private readonly cordHost: CordHost = {
    batch: (name, pale, ghost, geometry) => {
      const surface = this.finish ? PIECE_SURFACES[this.finish] : surfaceOfKind('cord');
      const key = `${name} ${pale ? 'pale' : 'plain'}${ghost ? ' ghost' : ''}`;
      return this.batch(key, geometry, () => this.materialOf(surface, ghost), !ghost);
    },
    colour: (owner) => this.tinted(this.seatColour(owner), false, CORD_ALBEDO),
  };

  // ---- Meshes and materials -----------------------------------------------------------------------------------------

  private seatColour(seat: number | null): Color {
    return seat === null ? this.neutral : (this.colours[seat] ?? this.neutral);
  }

  private tinted(colour: Color, dim: boolean, albedo = 1): Color {
    return this.colour.copy(colour).multiplyScalar(dim ? albedo * DIM_FACTOR : albedo);
  }

  private shape(kind: Kind): Drawn {
    const name = shapeName(kind.shape);
    const key = `${name} ${kind.material}`;
    let drawn = this.shapes.get(key);
    if (!drawn) {
      const surface = this.finish ? PIECE_SURFACES[this.finish] : surfaceOfKind(kind.material);
      drawn = { name, solid: solidOf(name, this.detail), surface, whole: [], ghosts: [] };
      this.shapes.set(key, drawn);
    }
    return drawn;
  }

  private batchOf(drawn: Drawn, n: number, ghost: boolean): Batch {
    const batches = ghost ? drawn.ghosts : drawn.whole;
    batches[n] ??= this.batch(
      `${drawn.name} ${drawn.surface.name} ${n}${ghost ? ' ghost' : ''}`,
      () => drawn.solid.parts[n]!.geometry,
      () => this.materialOf(drawn.surface, ghost),
      !ghost,
    );
    return batches[n]!;
  }

  private batch(key: string, geometry: () => BufferGeometry, material: () => Material, shadows: boolean): Batch {
    let batch = this.batches.get(key);
    if (!batch) {
      batch = new Batch(this.group, geometry(), material(), shadows);
      this.batches.set(key, batch);
    }
    return batch;
  }

  private materialOf(surface: PieceSurface, ghost: boolean): Material {
    return this.kept(`${surface.name}${ghost ? ' ghost' : ''}`, () => {
      const { roughness, metalness, envMapIntensity, opacity, emissive, pattern, translucency } = surface;
      const map = pattern ? (this.textures.get(pattern) ?? placeholderTexture('#ffffff')) : null;
      const clear = opacity < 1 ? { transparent: true, opacity } : {};
      const see = ghost ? { transparent: true, opacity: GHOST_OPACITY, depthWrite: false } : clear;
      if (!this.effort.environment) {
        return plainMaterial(this.around, { map, ...see, gloss: 0.16 / (0.2 + roughness), translucency, piece: true });
      }
      const look = { roughness, metalness, envMapIntensity, emissive, map, ...see };
      const material = this.makeMaterial(look, ghost ? null : surface.coatRoughness);
      const balls = this.effort.occlusion && pattern === 'ball';
      shadePieces(material, this.around, surface, { balls, mirrors: surface.mirrors });
      return material;
    });
  }

  private makeMaterial(look: MeshStandardMaterialParameters, clearcoatRoughness: number | null): Material {
    return this.effort.coats && clearcoatRoughness !== null
      ? new MeshPhysicalMaterial({ ...look, clearcoat: 1, clearcoatRoughness })
      : new MeshStandardMaterial(look);
  }

  private markMaterial(): Material {
    return this.kept('mark', () =>
      this.mattMaterial({ polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 }),
    );
  }

  private mattMaterial(look: MeshBasicMaterialParameters): Material {
    return mattMaterial(this.effort.environment, this.around, look);
  }

  private kept(name: string, make: () => Material): Material {
    let material = this.materials.get(name);
    if (!material) {
      material = make();
      this.materials.set(name, material);
    }
    return material;
  }

  private forget(): void {
    for (const batch of this.batches.values()) {
      batch.mesh.removeFromParent();
      batch.mesh.dispose();
      batch.geometry.dispose();
    }
    this.batches.clear();
    this.shapes.clear();
  }

  private unmake(): void {
    for (const material of this.materials.values()) {
      (material as MeshStandardMaterial).map?.dispose();
      material.dispose();
    }
    this.materials.clear();
  }

  close(): void {
    this.forget();
    this.unmake();
    for (const texture of this.textures.values()) {
      texture.dispose();
    }
  }
}

function letterTexture(letter: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const pen = canvas.getContext('2d')!;
  pen.font = '600 96px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = '#ffffff';
  pen.fillText(letter.toUpperCase(), 64, 68);
  return new CanvasTexture(canvas);
}
