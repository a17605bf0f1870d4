/** Sparks and fragments of destroyed pieces: a pool of points that fly and fall, moved on the graphics card. */
import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial } from 'three';
import type { Vec3 } from '../../view/geometry.ts';
import { GLOW_BLENDING } from './glowBlending.ts';

const POOL = 240;
const BURST = 80;

const VERTEX = `
  attribute vec3 speed;
  attribute vec4 tint;
  attribute vec2 life;
  uniform float now;
  uniform float size;
  varying vec4 vTint;
  varying float vTurn;
  void main() {
    float age = (now - life.x) / 1000.0;
    float part = age / life.y;
    vec3 place = position + speed * age + vec3(0.0, 0.0, -3.2) * age * age;
    place.z = abs(place.z);
    vec4 here = modelViewMatrix * vec4(place, 1.0);
    gl_Position = projectionMatrix * here;
    bool seen = age >= 0.0 && part < 1.0;
    vTint = seen ? vec4(tint.rgb, 1.0 - part * part) : vec4(0.0);
    // Large points are fragments, which tumble; small ones are sparks, which glow.
    vTurn = tint.a > 0.1 ? 1.0 + age * (6.0 + 9.0 * fract(life.y * 91.7)) : 0.0;
    gl_PointSize = seen ? size * tint.a / -here.z : 0.0;
  }`;

const FRAGMENT = `
  varying vec4 vTint;
  varying float vTurn;
  void main() {
    vec2 off = (gl_PointCoord - 0.5) * 2.0;
    if (vTurn > 0.0) {
      vec2 shard = mat2(cos(vTurn), sin(vTurn), -sin(vTurn), cos(vTurn)) * off;
      if (abs(shard.x) * 1.5 + abs(shard.y) > 0.85) discard;
      float lit = shard.x + shard.y > 0.0 ? 1.1 : 0.65;
      gl_FragColor = vec4(vTint.rgb * lit * vTint.a, vTint.a);
    } else {
      gl_FragColor = vec4(vTint.rgb * vTint.a * smoothstep(1.0, 0.2, length(off)), 0.0);
    }
    #include <colorspace_fragment>
  }`;

export class Sparks {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  private next = 0;
  private readonly colour = new Color();

  constructor() {
    const geometry = new BufferGeometry();
    for (const [name, size] of [
      ['position', 3],
      ['speed', 3],
      ['tint', 4],
      ['life', 2],
    ] as const) {
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(POOL * size), size));
    }
    geometry.getAttribute('life').array.fill(-1e6);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { now: { value: 0 }, size: { value: 400 } },
      ...GLOW_BLENDING,
    });
    this.points = new Points(geometry, material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 16;
    this.points.visible = false;
  }

  /** Emit hot sparks, and heavier fragments in the piece's colour. */
  burst([x, y, z]: Vec3, colour: string, now: number): void {
    const { geometry } = this.points;
    const place = geometry.getAttribute('position') as BufferAttribute;
    const speed = geometry.getAttribute('speed') as BufferAttribute;
    const tint = geometry.getAttribute('tint') as BufferAttribute;
    const life = geometry.getAttribute('life') as BufferAttribute;
    for (let n = 0; n < BURST; n++) {
      const k = this.next;
      this.next = (this.next + 1) % POOL;
      const fragment = n % 3 === 0;
      const angle = Math.random() * 2 * Math.PI;
      const out = (fragment ? 0.8 : 1.6) * (0.3 + Math.random());
      place.setXYZ(k, x, y, z + 0.25);
      speed.setXYZ(k, Math.cos(angle) * out, Math.sin(angle) * out, 0.8 + Math.random() * (fragment ? 1.4 : 2.2));
      this.colour.set(fragment ? colour : n % 2 ? '#ffd27a' : '#ff7a3c');
      tint.setXYZW(k, this.colour.r, this.colour.g, this.colour.b, fragment ? 0.15 + Math.random() * 0.08 : 0.06);
      life.setXY(k, now, 0.45 + Math.random() * 0.6);
    }
    for (const attribute of [place, speed, tint, life]) {
      attribute.needsUpdate = true;
    }
    this.points.visible = true;
  }

  at(now: number, pixels: number): void {
    this.points.material.uniforms.now!.value = now;
    this.points.material.uniforms.size!.value = pixels;
  }

  rest(): void {
    this.points.visible = false;
  }

  close(): void {
    this.points.geometry.dispose();
    this.points.material.dispose();
  }
}
