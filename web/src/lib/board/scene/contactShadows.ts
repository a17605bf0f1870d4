/** Soft occlusion below boards, trays and pieces, where they touch the surface: one quad each, in one call. */
import {
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  PlaneGeometry,
  ShaderMaterial,
  StaticDrawUsage,
} from 'three';

/** A rounded rectangle or hexagon of darkness. `soft` is the width of its blurred edge, outside of the half sizes. */
export interface Contact {
  x: number;
  y: number;
  z: number;
  halfWidth: number;
  halfHeight: number;
  /** Radius of the corners. */
  corner: number;
  soft: number;
  alpha: number;
  /** A regular hexagon with a corner in front; its width counts. */
  hexagon?: boolean;
}

const VERTEX = `
  attribute vec4 box;
  attribute vec2 edge;
  varying vec2 vSpot;
  varying vec4 vBox;
  varying vec2 vEdge;
  void main() {
    vBox = box;
    vEdge = edge;
    vSpot = position.xy * 2.0 * (box.xy + edge.x);
    gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
  }`;

const FRAGMENT = `
  uniform vec3 tint;
  uniform float strength;
  varying vec2 vSpot;
  varying vec4 vBox;
  varying vec2 vEdge;
  void main() {
    vec2 spot = abs(vSpot);
    float off;
    if (vBox.w > 0.5) {
      spot -= 2.0 * min(dot(vec2(0.5, -0.866), spot), 0.0) * vec2(0.5, -0.866);
      float wide = vBox.x - vBox.z;
      spot -= vec2(wide, clamp(spot.y, -0.577 * wide, 0.577 * wide));
      off = length(spot) * sign(spot.x) - vBox.z;
    } else {
      vec2 outside = spot - vBox.xy + vBox.z;
      off = length(max(outside, 0.0)) + min(max(outside.x, outside.y), 0.0) - vBox.z;
    }
    float dark = 1.0 - smoothstep(-vEdge.x * 0.6, vEdge.x, off);
    // Sharp where things touch, soft around it.
    float touch = 1.0 - smoothstep(-0.3 * vEdge.x, 0.24 * vEdge.x, off);
    gl_FragColor = vec4(tint, mix(dark * dark, 1.0, 0.45 * touch) * vEdge.y * strength);
  }`;

export class ContactShadows {
  readonly mesh: InstancedMesh<PlaneGeometry, ShaderMaterial>;
  private readonly matrix = new Matrix4();
  private count = 0;

  constructor(
    private readonly capacity: number,
    order: number,
    moving: boolean,
  ) {
    const geometry = new PlaneGeometry(1, 1);
    for (const [name, size] of [
      ['box', 4],
      ['edge', 2],
    ] as const) {
      const attribute = new InstancedBufferAttribute(new Float32Array(capacity * size), size);
      geometry.setAttribute(name, attribute.setUsage(moving ? DynamicDrawUsage : StaticDrawUsage));
    }
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { tint: { value: new Color('#000000') }, strength: { value: 1 } },
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    this.mesh = new InstancedMesh(geometry, material, capacity);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
    this.mesh.visible = false;
  }

  tint([colour, strength]: readonly [string, number]): void {
    const { uniforms } = this.mesh.material;
    (uniforms.tint!.value as Color).set(colour).convertLinearToSRGB();
    uniforms.strength!.value = strength;
  }

  begin(): void {
    this.count = 0;
  }

  /** Add a quad; more than the capacity are left out. */
  add({ x, y, z, halfWidth, halfHeight, corner, soft, alpha, hexagon = false }: Contact): void {
    if (this.count >= this.capacity) {
      return;
    }
    const { geometry } = this.mesh;
    this.matrix.makeScale(2 * (halfWidth + soft), 2 * (halfHeight + soft), 1).setPosition(x, y, z);
    this.mesh.setMatrixAt(this.count, this.matrix);
    (geometry.getAttribute('box') as InstancedBufferAttribute).setXYZW(
      this.count,
      halfWidth,
      halfHeight,
      corner,
      Number(hexagon),
    );
    (geometry.getAttribute('edge') as InstancedBufferAttribute).setXY(this.count, soft, alpha);
    this.count++;
  }

  end(): void {
    const { geometry, instanceMatrix } = this.mesh;
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    instanceMatrix.needsUpdate = true;
    for (const name of ['box', 'edge']) {
      geometry.getAttribute(name).needsUpdate = true;
    }
  }

  close(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}
