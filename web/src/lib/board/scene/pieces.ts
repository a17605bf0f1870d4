/** Draws poses: all pieces of one shape in one call. Nothing is allocated while they move. */

import {
  type BufferGeometry,
  CanvasTexture,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  Quaternion,
  Vector3,
} from 'three';
import { mix } from '#lib/theme/colour.ts';
import type { Pose } from '../animation/poses.ts';
import { inkColour, NEUTRAL } from '../view/colours.ts';
import type { PieceMaterial } from '../view/finish.ts';
import { SEAT_DASHES, shapeName } from '../view/shapes.ts';
import { type Role, type Solid, seatSignGeometry, solidOf } from './solids.ts';

/** Brightness of unusable pieces. */
const DIM_FACTOR = 0.72;
/** Above this number, pieces are drawn with fewer vertices. */
const MAX_FINE_PIECES = 60;

interface SurfaceProperties {
  color?: string;
  roughness?: number;
  metalness?: number;
  envMapIntensity?: number;
  emissive?: string;
  opacity?: number;
  polygonOffset?: boolean;
}

/** Materials of the bodies of pieces. */
const BODY_SURFACES: Record<PieceMaterial, SurfaceProperties> = {
  satin: { roughness: 0.36 },
  matt: { roughness: 0.9, envMapIntensity: 0.7 },
  gloss: { roughness: 0.1, envMapIntensity: 1.25 },
  metal: { roughness: 0.24, metalness: 0.85, envMapIntensity: 1.6 },
  glass: { roughness: 0.05, envMapIntensity: 1.5, opacity: 0.72 },
  lacquer: { roughness: 0.04, metalness: 0.12, envMapIntensity: 1.05 },
  stone: { roughness: 1, envMapIntensity: 0.4 },
  chrome: { roughness: 0.04, metalness: 1, envMapIntensity: 2.1 },
  pearl: { roughness: 0.2, metalness: 0.35, envMapIntensity: 1.9, emissive: '#15121f' },
  ember: { roughness: 0.55, envMapIntensity: 0.8, emissive: '#2a0b03' },
};

const PART_SURFACES: Record<Exclude<Role, 'body' | 'under'> | 'sign', SurfaceProperties> = {
  glass: { color: '#d9f0fb', roughness: 0.16, metalness: 0.35, envMapIntensity: 1.5, emissive: '#48687a' },
  metal: { color: '#b9c3cb', roughness: 0.28, metalness: 0.95, envMapIntensity: 1.4 },
  dark: { color: '#59626a', roughness: 0.4, metalness: 0.6 },
  light: { color: '#3a0d08', emissive: '#ff4a35' },
  sign: { roughness: 0.7, polygonOffset: true },
};

/** Stuff that light falls on; without a room to be mirrored, plainer and cheaper. */
function surfaceMaterial(
  { color = '#ffffff', emissive = '#000000', opacity = 1, polygonOffset = false, ...gloss }: SurfaceProperties,
  mirrors: boolean,
): Material {
  const clear = opacity < 1 ? { transparent: true, opacity } : {};
  const common = { color, emissive, polygonOffset, polygonOffsetFactor: -2, polygonOffsetUnits: -2, ...clear };
  if (mirrors) {
    return new MeshStandardMaterial({ ...common, ...gloss });
  }
  const { roughness = 1, metalness = 0 } = gloss;
  return roughness < 0.3
    ? new MeshPhongMaterial({ ...common, shininess: metalness ? 40 : 90, specular: metalness ? '#9a9a9a' : '#6a6a6a' })
    : new MeshLambertMaterial(common);
}

/** Many of one geometry and material. */
class Batch {
  mesh: InstancedMesh;
  count = 0;

  constructor(
    private readonly parent: Group,
    readonly geometry: BufferGeometry,
    readonly material: Material,
    private readonly shadows: boolean,
  ) {
    this.mesh = this.make(16);
  }

  private make(capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(this.geometry, this.material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.setColorAt(0, WHITE);
    mesh.castShadow = this.shadows;
    mesh.receiveShadow = this.shadows;
    mesh.frustumCulled = false;
    this.parent.add(mesh);
    return mesh;
  }

  add(matrix: Matrix4, colour: Color): void {
    if (this.count === this.mesh.instanceMatrix.count) {
      const grown = this.make(this.count * 2);
      for (let n = 0; n < this.count; n++) {
        this.mesh.getMatrixAt(n, SPARE);
        grown.setMatrixAt(n, SPARE);
        this.mesh.getColorAt(n, SPARE_COLOUR);
        grown.setColorAt(n, SPARE_COLOUR);
      }
      this.mesh.removeFromParent();
      this.mesh.dispose();
      this.mesh = grown;
    }
    this.mesh.setMatrixAt(this.count, matrix);
    this.mesh.setColorAt(this.count, colour);
    this.count++;
  }

  finish(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor!.needsUpdate = true;
    this.count = 0;
  }
}

/** A shape as it is drawn: each part in a batch of its own, whole or as a ghost. Batches are made when they are needed. */
interface Drawn {
  name: string;
  solid: Solid;
  whole: Batch[];
  ghosts: Batch[];
}

const WHITE = new Color('#ffffff');
const SPARE = new Matrix4();
const SPARE_COLOUR = new Color();
const UP = new Vector3(0, 0, 1);
const ACROSS = new Vector3(1, 0, 0);

export class Pieces {
  readonly group = new Group();
  private readonly batches = new Map<string, Batch>();
  private readonly shapes = new Map<string, Drawn>();
  private readonly signs: Batch[] = [];
  private readonly materials = new Map<string, Material>();
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
  private fine = true;
  private pieceMaterial: PieceMaterial = 'satin';

  constructor(private readonly mirrors: boolean) {}

  /** The colours of the seats, and what their pieces are made of. */
  paint(colours: readonly string[], material: PieceMaterial): void {
    if (material !== this.pieceMaterial) {
      this.pieceMaterial = material;
      this.forget();
      this.unmake();
    }
    this.colours = colours.map((colour) => new Color(colour));
    this.inks = colours.map((colour) => new Color(mix(inkColour(colour), colour, 0.25)));
  }

  /** Draws these poses; those in `dim` darker. */
  draw(poses: Iterable<Pose>, count: number, dim: ReadonlySet<number>): void {
    if (this.fine && count > MAX_FINE_PIECES) {
      this.fine = false;
      this.forget();
    }
    for (const pose of poses) {
      if (pose.opacity > 0.02 && pose.end) {
        this.stroke(pose);
      } else if (pose.opacity > 0.02) {
        this.piece(pose, dim.has(pose.id));
      }
    }
    for (const batch of this.batches.values()) {
      batch.finish();
    }
  }

  private piece(pose: Pose, dim: boolean): void {
    const drawn = this.shape(shapeName(pose.kind.shape));
    const { solid } = drawn;
    const ghost = pose.opacity < 0.98;
    const batches = ghost ? drawn.ghosts : drawn.whole;
    this.turn.setFromAxisAngle(UP, (-pose.angle * Math.PI) / 180);
    this.place.set(pose.x, pose.y, pose.z);
    this.size.setScalar(pose.scale);
    this.matrix.compose(this.place, this.turn, this.size);
    if (pose.flip) {
      // Over, around its middle.
      this.over.setFromAxisAngle(ACROSS, Math.PI * pose.flip);
      this.part.makeTranslation(0, 0, solid.middle);
      this.matrix.multiply(this.part).multiply(this.part.makeRotationFromQuaternion(this.over));
      this.matrix.multiply(this.part.makeTranslation(0, 0, -solid.middle));
    }
    for (let n = 0; n < solid.parts.length; n++) {
      const { role, geometry } = solid.parts[n]!;
      batches[n] ??= this.batch(`${drawn.name} ${n}`, geometry, role, ghost);
      const seat = role === 'under' ? pose.under : pose.owner;
      batches[n]!.add(
        this.matrix,
        role === 'body' || role === 'under' ? this.tinted(this.seatColour(seat), dim) : this.tinted(WHITE, dim),
      );
    }
    if (pose.owner !== null && !ghost) {
      this.engrave(solid, pose.owner, dim);
    }
    if (drawn.name === 'token') {
      this.letter(pose, dim);
    }
  }

  private engrave(solid: Solid, seat: number, dim: boolean): void {
    const kind = seat % SEAT_DASHES.length;
    this.signs[kind] ??= this.batch(`sign ${kind}`, seatSignGeometry(seat), 'sign', false);
    for (const [x, y, z, size] of solid.signs) {
      this.part.makeScale(size, size, 1);
      this.part.setPosition(x, y, z + 0.004);
      this.part.premultiply(this.matrix);
      this.signs[kind]!.add(this.part, this.tinted(this.inks[seat] ?? WHITE, dim));
    }
  }

  /** A shape that nobody knows bears the letter of its kind. */
  private letter(pose: Pose, dim: boolean): void {
    const key = `letter ${pose.kind.letter}`;
    let batch = this.batches.get(key);
    if (!batch) {
      const material = new MeshLambertMaterial({ map: letterTexture(pose.kind.letter), transparent: true });
      this.materials.set(key, material);
      batch = new Batch(this.group, new PlaneGeometry(0.4, 0.4), material, false);
      this.batches.set(key, batch);
    }
    this.part.makeTranslation(0, 0.04, 0.172).premultiply(this.matrix);
    batch.add(this.part, this.tinted(pose.owner === null ? WHITE : (this.inks[pose.owner] ?? WHITE), dim));
  }

  /** A stroke is a rod from site to site, broken as its seat's pattern says. */
  private stroke(pose: Pose): void {
    const [ex, ey, ez] = pose.end!;
    const length = Math.hypot(ex - pose.x, ey - pose.y) * pose.grow;
    const angle = Math.atan2(ey - pose.y, ex - pose.x);
    const batch = this.batches.get('stroke') ?? this.batch('stroke', rod(), 'body', false);
    const ghostly = pose.opacity < 0.98;
    const target = ghostly ? (this.batches.get('stroke ghost') ?? this.batch('stroke', rod(), 'body', true)) : batch;
    this.turn.setFromAxisAngle(UP, angle);
    const dashes = pose.owner === null ? [] : (SEAT_DASHES[pose.owner % SEAT_DASHES.length] ?? []);
    const colour = this.tinted(this.seatColour(pose.owner), false);
    let from = 0;
    for (let n = 0; from < length; n += 2) {
      const run = dashes.length ? Math.min(dashes[n % dashes.length]!, length - from) : length;
      this.place.set(
        pose.x + Math.cos(angle) * (from + run / 2),
        pose.y + Math.sin(angle) * (from + run / 2),
        (pose.z + ez) / 2 + 0.05,
      );
      this.size.set(run, 1, 1);
      target.add(this.matrix.compose(this.place, this.turn, this.size), colour);
      from += run + (dashes.length ? dashes[(n + 1) % dashes.length]! : 0);
      if (!dashes.length) {
        break;
      }
    }
  }

  private seatColour(seat: number | null): Color {
    return seat === null ? this.neutral : (this.colours[seat] ?? this.neutral);
  }

  private tinted(colour: Color, dim: boolean): Color {
    this.colour.copy(colour);
    return dim ? this.colour.multiplyScalar(DIM_FACTOR) : this.colour;
  }

  private shape(name: string): Drawn {
    let drawn = this.shapes.get(name);
    if (!drawn) {
      drawn = { name, solid: solidOf(name, this.fine), whole: [], ghosts: [] };
      this.shapes.set(name, drawn);
    }
    return drawn;
  }

  private batch(key: string, geometry: BufferGeometry, role: Role | 'sign', ghost: boolean): Batch {
    const name = ghost ? `${key} ghost` : key;
    let batch = this.batches.get(name);
    if (!batch) {
      batch = new Batch(this.group, geometry, this.material(role, ghost), !ghost && role !== 'sign');
      this.batches.set(name, batch);
    }
    return batch;
  }

  private material(role: Role | 'sign', ghost: boolean): Material {
    const name = ghost ? `${role} ghost` : role;
    let material = this.materials.get(name);
    if (!material) {
      material = surfaceMaterial(
        role === 'body' || role === 'under' ? BODY_SURFACES[this.pieceMaterial] : PART_SURFACES[role],
        this.mirrors,
      );
      if (ghost) {
        Object.assign(material, { transparent: true, opacity: 0.38, depthWrite: false });
      }
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
    this.signs.length = 0;
  }

  private unmake(): void {
    for (const material of this.materials.values()) {
      (material as MeshLambertMaterial).map?.dispose();
      material.dispose();
    }
    this.materials.clear();
  }

  close(): void {
    this.forget();
    this.unmake();
  }
}

function rod(): BufferGeometry {
  return new CylinderGeometry(0.055, 0.055, 1, 14).rotateZ(Math.PI / 2);
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
