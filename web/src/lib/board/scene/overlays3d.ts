/** Marks, targets, arrows: flat drawings as triangles, rebuilt when they change. One call below the pieces, one above. */
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial } from 'three';
import type { Vec3 } from '../view/geometry.ts';
import type { Overlay } from '../view/overlays/overlays.ts';

/** Height of overlays above the slab. */
const ABOVE = 0.012;
const CORNERS = 40;

/** Triangles being collected. */
class TriangleBuffer {
  private readonly places: number[] = [];
  private readonly colours: number[] = [];
  private readonly colour = new Color();
  private alpha = 1;

  pen(colour: string, alpha: number): this {
    this.colour.set(colour);
    this.alpha = alpha;
    return this;
  }

  triangle(a: Vec3, b: Vec3, c: Vec3): void {
    for (const [x, y, z] of [a, b, c]) {
      this.places.push(x, y, z + ABOVE);
      this.colours.push(this.colour.r, this.colour.g, this.colour.b, this.alpha);
    }
  }

  quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  ring([x, y, z]: Vec3, inner: number, outer: number): void {
    const at = (k: number, radius: number): Vec3 => {
      const angle = (2 * Math.PI * k) / CORNERS;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z];
    };
    for (let k = 0; k < CORNERS; k++) {
      if (inner > 0) {
        this.quad(at(k, inner), at(k, outer), at(k + 1, outer), at(k + 1, inner));
      } else {
        this.triangle([x, y, z], at(k, outer), at(k + 1, outer));
      }
    }
  }

  /** Draw a band along a path, with mitred corners. */
  band(points: readonly Vec3[], width: number): void {
    const sides = points.map((point, n) => {
      const [before, after] = [points[n - 1] ?? point, points[n + 1] ?? point];
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
      const length = Math.hypot(dx, dy) || 1;
      const [nx, ny] = [(-dy / length) * (width / 2), (dx / length) * (width / 2)];
      return [
        [point[0] + nx, point[1] + ny, point[2]] as Vec3,
        [point[0] - nx, point[1] - ny, point[2]] as Vec3,
      ] as const;
    });
    for (let n = 1; n < sides.length; n++) {
      const [a, b] = [sides[n - 1]!, sides[n]!];
      this.quad(a[0], b[0], b[1], a[1]);
    }
  }

  /** Draw the head of an arrow at the end of a path. */
  head(points: readonly Vec3[], width: number): void {
    const [end, before] = [points.at(-1), points.at(-2)];
    if (!end || !before) {
      return;
    }
    const angle = Math.atan2(end[1] - before[1], end[0] - before[0]);
    const at = (along: number, across: number): Vec3 => [
      end[0] + Math.cos(angle) * along - Math.sin(angle) * across,
      end[1] + Math.sin(angle) * along + Math.cos(angle) * across,
      end[2],
    ];
    this.triangle(at(width * 1.9, 0), at(-width * 0.4, width * 1.35), at(-width * 0.4, -width * 1.35));
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.places), 3));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(this.colours), 4));
    return geometry;
  }
}

export class Overlays3d {
  readonly group = new Group();
  private readonly layers = {
    under: layer(1, true),
    pulsing: layer(2, true),
    over: layer(20, false),
  };

  constructor() {
    this.group.add(...Object.values(this.layers));
  }

  /** Draw overlays; return whether some of them pulse. */
  draw(overlays: readonly Overlay[], colourOf: (overlay: Overlay) => string): boolean {
    const sheets = { under: new TriangleBuffer(), pulsing: new TriangleBuffer(), over: new TriangleBuffer() };
    let pulses = false;
    for (const overlay of overlays) {
      const over = 'over' in overlay && overlay.over;
      const pulse = 'pulse' in overlay && overlay.pulse;
      pulses ||= Boolean(pulse);
      draw(sheets[over ? 'over' : pulse ? 'pulsing' : 'under'], overlay, colourOf(overlay));
    }
    for (const name of ['under', 'pulsing', 'over'] as const) {
      const mesh = this.layers[name];
      mesh.geometry.dispose();
      mesh.geometry = sheets[name].geometry();
      mesh.visible = mesh.geometry.getAttribute('position').count > 0;
    }
    return pulses;
  }

  /** Set the opacity of the pulsing overlays, from 0 to 1. */
  pulse(strength: number): void {
    this.layers.pulsing.material.opacity = strength;
  }

  close(): void {
    for (const mesh of Object.values(this.layers)) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}

function layer(order: number, depthTest: boolean): Mesh<BufferGeometry, MeshBasicMaterial> {
  const material = new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    depthTest,
    side: DoubleSide,
    toneMapped: false,
    polygonOffset: true,
    polygonOffsetFactor: -4,
    polygonOffsetUnits: -4,
  });
  // A placeholder to compile the shader with.
  const nothing = new TriangleBuffer();
  nothing.triangle([0, 0, 0], [0, 0, 0], [0, 0, 0]);
  const mesh = new Mesh(nothing.geometry(), material);
  mesh.renderOrder = order;
  mesh.frustumCulled = false;
  mesh.visible = false;
  return mesh;
}

/** A light edge makes every tone readable on light and dark wood. */
const EDGE = '#1a0f05';

function draw(buffer: TriangleBuffer, overlay: Overlay, colour: string): void {
  switch (overlay.is) {
    case 'disc':
      buffer.pen(EDGE, overlay.alpha * 0.55).ring(overlay.at, overlay.radius, overlay.radius + 0.025);
      buffer.pen(colour, overlay.alpha).ring(overlay.at, 0, overlay.radius);
      break;
    case 'ring': {
      const [inner, outer] = [overlay.radius - overlay.width / 2, overlay.radius + overlay.width / 2];
      buffer.pen(EDGE, overlay.alpha * 0.4).ring(overlay.at, outer, outer + 0.018);
      buffer.pen(colour, overlay.alpha).ring(overlay.at, inner, outer);
      break;
    }
    case 'line':
      if (overlay.arrow) {
        buffer.pen(EDGE, overlay.alpha * 0.45).band(overlay.points, overlay.width + 0.05);
      }
      buffer.pen(colour, overlay.alpha).band(overlay.points, overlay.width);
      if (overlay.arrow) {
        buffer.head(overlay.points, overlay.width);
      }
      break;
    case 'area': {
      const [first, ...rest] = overlay.points;
      buffer.pen(colour, overlay.alpha);
      for (let n = 1; n < rest.length; n++) {
        buffer.triangle(first!, rest[n - 1]!, rest[n]!);
      }
      break;
    }
    case 'cross': {
      const [x, y, z] = overlay.at;
      for (const [width, tone] of [
        [0.17, '#ffffff'],
        [0.09, colour],
      ] as const) {
        buffer.pen(tone, overlay.alpha);
        buffer.band(
          [
            [x - 0.22, y - 0.22, z],
            [x + 0.22, y + 0.22, z],
          ],
          width,
        );
        buffer.band(
          [
            [x - 0.22, y + 0.22, z],
            [x + 0.22, y - 0.22, z],
          ],
          width,
        );
      }
      break;
    }
  }
}
