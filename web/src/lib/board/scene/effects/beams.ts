/** Beams: bands that always face the viewer, white in the middle and glowing around, drawn in one call. */
import { BufferAttribute, BufferGeometry, Color, Mesh, ShaderMaterial } from 'three';
import type { Vec3 } from '../../view/geometry.ts';
import { GLOW_BLENDING } from './glowBlending.ts';

export interface Ray {
  points: readonly Vec3[];
  colour: string;
  alpha: number;
  /** It leaves the board, so its end fades. */
  fades?: boolean;
}

/** Beams run at the height of the mirrors. */
export const BEAM_HEIGHT = 0.29;

const VERTEX = `
  attribute vec3 toward;
  attribute vec4 tint;
  attribute vec2 along;
  uniform float width;
  varying vec4 vTint;
  varying vec2 vAlong;
  void main() {
    vec4 here = modelViewMatrix * vec4(position, 1.0);
    vec3 way = normalize((modelViewMatrix * vec4(toward, 0.0)).xyz);
    vec3 side = normalize(cross(way, -here.xyz));
    here.xyz += side * along.y * width;
    gl_Position = projectionMatrix * here;
    vTint = tint;
    vAlong = along;
  }`;

const FRAGMENT = `
  uniform float head;
  uniform float strength;
  uniform float glow;
  varying vec4 vTint;
  varying vec2 vAlong;
  void main() {
    if (vAlong.x > head) discard;
    // Fainter beams are thinner.
    float power = vTint.a * strength;
    float off = abs(vAlong.y) / mix(0.45, 1.0, power);
    float core = smoothstep(0.15, 0.05, off) * power;
    float halo = exp(-off * off * 10.0) * glow + smoothstep(0.26, 0.1, off) * 0.5;
    float tip = exp(-max(0.0, head - vAlong.x) * 2.5) * exp(-off * 3.0) * glow;
    float veil = clamp((halo + tip) * power, 0.0, 1.0) * smoothstep(1.0, 0.75, off);
    vec3 light = mix(vTint.rgb, vec3(1.0), core);
    // The light covers the wood, and adds to it.
    gl_FragColor = vec4(light * veil * 1.25, veil * 0.75);
    #include <colorspace_fragment>
  }`;

const ORIGIN: Vec3 = [0, 0, 0];

/** Length of the end over which a beam that leaves the board fades. */
const FADE = 0.9;

/** Return the corners of a beam, and the point where its end begins to fade. */
function withFade(points: readonly Vec3[]): Vec3[] {
  const [before, end] = [points.at(-2), points.at(-1)];
  if (!before || !end) {
    return [...points];
  }
  const part = Math.max(0, 1 - FADE / Math.hypot(end[0] - before[0], end[1] - before[1], end[2] - before[2]));
  const at = (k: 0 | 1 | 2) => before[k] + (end[k] - before[k]) * part;
  return [...points.slice(0, -1), [at(0), at(1), at(2)], end];
}

export class Beams {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { head: { value: 1e6 }, strength: { value: 1 }, width: { value: 0.3 }, glow: { value: 1 } },
      ...GLOW_BLENDING,
    });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 15;
    // A placeholder to compile the shader with.
    this.set([{ points: [ORIGIN, ORIGIN], colour: '#ffffff', alpha: 0 }]);
    this.mesh.visible = false;
  }

  /** Show these beams at full length. */
  set(rays: readonly Ray[]): void {
    const [places, toward, along, tint, index]: [number[], number[], number[], number[], number[]] = [
      [],
      [],
      [],
      [],
      [],
    ];
    const colour = new Color();
    for (const ray of rays) {
      colour.set(ray.colour);
      let length = 0;
      const points = ray.fades ? withFade(ray.points) : ray.points;
      const last = ray.fades ? points.length - 1 : -1;
      for (let n = 1; n < points.length; n++) {
        const [from, to] = [points[n - 1]!, points[n]!];
        const way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
        const step = Math.hypot(...way);
        const first = places.length / 3;
        for (const [point, run, alpha] of [
          [from, length, ray.alpha],
          [to, length + step, n === last ? 0 : ray.alpha],
        ] as const) {
          for (const side of [-1, 1]) {
            places.push(point[0], point[1], point[2] + BEAM_HEIGHT);
            toward.push(...way);
            along.push(run, side);
            tint.push(colour.r, colour.g, colour.b, alpha);
          }
        }
        index.push(first, first + 1, first + 3, first, first + 3, first + 2);
        length += step;
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
    geometry.setAttribute('toward', new BufferAttribute(new Float32Array(toward), 3));
    geometry.setAttribute('along', new BufferAttribute(new Float32Array(along), 2));
    geometry.setAttribute('tint', new BufferAttribute(new Float32Array(tint), 4));
    geometry.setIndex(index);
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
    this.mesh.visible = index.length > 0;
  }

  /** Set the visible length and the brightness of the beams. */
  run(head: number, strength: number): void {
    this.mesh.material.uniforms.head!.value = head;
    this.mesh.material.uniforms.strength!.value = strength;
  }

  glow(on: boolean): void {
    this.mesh.material.uniforms.glow!.value = on ? 1 : 0;
    this.mesh.material.uniforms.width!.value = on ? 0.34 : 0.2;
  }

  close(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
