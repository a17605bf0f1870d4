/**
 * The light of a beam on the board, with the shadows of pieces: one layer over the face. Beams run level with the pieces, so
 * a computation in two dimensions is enough.
 */
import { type BufferGeometry, type Color, Mesh, ShaderMaterial, ShapeGeometry, Vector3, type Vector4 } from 'three';
import type { Pose } from '../../animation/poses.ts';
import type { Frame, Polyline } from '../../view/geometry.ts';
import { shapeOf } from '../../view/shapes.ts';
import { MAX_BEAM_PARTS, type Surroundings } from '../pieceShading.ts';
import { slabShape } from '../slab.ts';
import { GLOW_BLENDING } from './glowBlending.ts';

const MAX_PIECES = 48;
const ABOVE = 0.008;

const VERTEX = `
  varying vec2 vPlace;
  void main() {
    vPlace = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

const FRAGMENT = `
  uniform vec4 parts[${MAX_BEAM_PARTS}];
  uniform int partCount;
  uniform vec3 pieces[${MAX_PIECES}];
  uniform int pieceCount;
  uniform vec3 tint;
  uniform float strength;
  varying vec2 vPlace;
  void main() {
    float away = 1e3;
    vec2 source = vec2(0.0);
    for (int n = 0; n < ${MAX_BEAM_PARTS}; n++) {
      if (n >= partCount) break;
      vec2 way = parts[n].zw - parts[n].xy;
      float along = clamp(dot(vPlace - parts[n].xy, way) / max(dot(way, way), 1e-6), 0.0, 1.0);
      vec2 spot = parts[n].xy + way * along;
      float off = distance(vPlace, spot);
      if (off < away) {
        away = off;
        source = spot;
      }
    }
    float light = exp(-1.05 * away) * strength;
    if (light < 0.004) discard;
    vec2 ray = vPlace - source;
    for (int n = 0; n < ${MAX_PIECES}; n++) {
      if (n >= pieceCount) break;
      vec3 piece = pieces[n];
      // A piece that the beam hits casts no shadow.
      if (distance(piece.xy, source) < piece.z * 1.05) continue;
      float along = clamp(dot(piece.xy - source, ray) / max(dot(ray, ray), 1e-6), 0.0, 1.0);
      float off = distance(piece.xy, source + ray * along) / piece.z;
      light *= mix(0.12, 1.0, smoothstep(0.72, 1.08, off));
    }
    // The light adds a little more than it covers.
    gl_FragColor = vec4(tint * light * 1.2, light);
    #include <colorspace_fragment>
  }`;

/** The beam that lights the board lights the pieces too. */
export type BeamSurroundings = Pick<Surroundings, 'beamParts' | 'partCount' | 'beamTint' | 'beamStrength'>;

export class BeamLight {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly parts: Vector4[];
  private readonly pieces = Array.from({ length: MAX_PIECES }, () => new Vector3());

  constructor(private readonly around: BeamSurroundings) {
    this.parts = around.beamParts.value;
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        parts: around.beamParts,
        partCount: around.partCount,
        pieces: { value: this.pieces },
        pieceCount: { value: 0 },
        tint: around.beamTint,
        strength: around.beamStrength,
      },
      ...GLOW_BLENDING,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    this.mesh = new Mesh(new ShapeGeometry(), material);
    this.mesh.renderOrder = 3;
    this.mesh.visible = false;
  }

  fit(frame: Frame): void {
    this.mesh.geometry.dispose();
    this.mesh.geometry = new ShapeGeometry(slabShape(frame), 8).translate(0, 0, frame.surface + ABOVE);
  }

  /** Light the board along the part of the path that the beam has covered, without allocating anything. */
  shine(way: Polyline, length: number, colour: Color, strength: number, poses: Iterable<Pose>): void {
    const { uniforms } = this.mesh.material;
    uniforms.partCount!.value = this.follow(way, length);
    uniforms.pieceCount!.value = this.stand(poses);
    (uniforms.tint!.value as Color).copy(colour);
    uniforms.strength!.value = strength;
    this.mesh.visible = strength > 0;
  }

  private follow({ points, lengths }: Polyline, length: number): number {
    let count = 0;
    for (let n = 1; n < points.length && lengths[n - 1]! < length; n++) {
      const [from, to] = [points[n - 1]!, points[n]!];
      const part = Math.min(1, (length - lengths[n - 1]!) / (lengths[n]! - lengths[n - 1]!));
      const [x, y] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
      const last = count ? this.parts[count - 1]! : null;
      if (last && goesOn(last, x, y)) {
        last.z = x;
        last.w = y;
      } else if (count < MAX_BEAM_PARTS) {
        this.parts[count++]!.set(from[0], from[1], x, y);
      }
    }
    return count;
  }

  private stand(poses: Iterable<Pose>): number {
    let count = 0;
    for (const pose of poses) {
      if (count < MAX_PIECES && pose.opacity > 0.5 && pose.end === null) {
        this.pieces[count++]!.set(pose.x, pose.y, shapeOf(pose.kind.shape).radius * pose.scale * 0.92);
      }
    }
    return count;
  }

  rest(): void {
    this.around.beamStrength.value = 0;
    this.mesh.visible = false;
  }

  close(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Return whether a point is on the extension of a segment. */
function goesOn(part: Vector4, x: number, y: number): boolean {
  const [ax, ay] = [part.z - part.x, part.w - part.y];
  const [bx, by] = [x - part.z, y - part.w];
  return Math.abs(ax * by - ay * bx) < 1e-6 && ax * bx + ay * by >= 0;
}
