/** Marks, targets, arrows: flat drawings as triangles, made anew when they change. One call below the pieces, one above. */
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial } from 'three';
import type { Vec } from '../view/geometry.ts';
import type { Drawing } from '../view/overlays/overlays.ts';

/** How far above the slab drawings lie. */
const ABOVE = 0.012;
const CORNERS = 40;

/** Triangles being collected. */
class Sheet {
  private readonly places: number[] = [];
  private readonly colours: number[] = [];
  private readonly colour = new Color();
  private alpha = 1;

  pen(colour: string, alpha: number): this {
    this.colour.set(colour);
    this.alpha = alpha;
    return this;
  }

  triangle(a: Vec, b: Vec, c: Vec): void {
    for (const [x, y, z] of [a, b, c]) {
      this.places.push(x, y, z + ABOVE);
      this.colours.push(this.colour.r, this.colour.g, this.colour.b, this.alpha);
    }
  }

  quad(a: Vec, b: Vec, c: Vec, d: Vec): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  ring([x, y, z]: Vec, inner: number, outer: number): void {
    const at = (k: number, radius: number): Vec => {
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

  /** A band along a way, with mitred corners. */
  band(points: readonly Vec[], width: number): void {
    const sides = points.map((point, n) => {
      const [before, after] = [points[n - 1] ?? point, points[n + 1] ?? point];
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
      const length = Math.hypot(dx, dy) || 1;
      const [nx, ny] = [(-dy / length) * (width / 2), (dx / length) * (width / 2)];
      return [
        [point[0] + nx, point[1] + ny, point[2]] as Vec,
        [point[0] - nx, point[1] - ny, point[2]] as Vec,
      ] as const;
    });
    for (let n = 1; n < sides.length; n++) {
      const [a, b] = [sides[n - 1]!, sides[n]!];
      this.quad(a[0], b[0], b[1], a[1]);
    }
  }

  /** The head of an arrow at the end of a way. */
  head(points: readonly Vec[], width: number): void {
    const [end, before] = [points.at(-1), points.at(-2)];
    if (!end || !before) {
      return;
    }
    const angle = Math.atan2(end[1] - before[1], end[0] - before[0]);
    const at = (along: number, across: number): Vec => [
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

export class Marks {
  readonly group = new Group();
  private readonly layers = {
    under: layer(1, true),
    pulsing: layer(2, true),
    over: layer(20, false),
  };

  constructor() {
    this.group.add(...Object.values(this.layers));
  }

  /** Draws these; true if some of them pulse. */
  draw(drawings: readonly Drawing[], colourOf: (drawing: Drawing) => string): boolean {
    const sheets = { under: new Sheet(), pulsing: new Sheet(), over: new Sheet() };
    let pulses = false;
    for (const drawing of drawings) {
      const over = 'over' in drawing && drawing.over;
      const pulse = 'pulse' in drawing && drawing.pulse;
      pulses ||= Boolean(pulse);
      draw(sheets[over ? 'over' : pulse ? 'pulsing' : 'under'], drawing, colourOf(drawing));
    }
    for (const name of ['under', 'pulsing', 'over'] as const) {
      const mesh = this.layers[name];
      mesh.geometry.dispose();
      mesh.geometry = sheets[name].geometry();
      mesh.visible = mesh.geometry.getAttribute('position').count > 0;
    }
    return pulses;
  }

  /** How strongly the pulsing ones are seen, from 0 to 1. */
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
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.renderOrder = order;
  mesh.frustumCulled = false;
  mesh.visible = false;
  return mesh;
}

/** A light edge makes every tone readable on light and dark wood. */
const EDGE = '#1a0f05';

function draw(sheet: Sheet, drawing: Drawing, colour: string): void {
  switch (drawing.is) {
    case 'disc':
      sheet.pen(EDGE, drawing.alpha * 0.55).ring(drawing.at, drawing.radius, drawing.radius + 0.025);
      sheet.pen(colour, drawing.alpha).ring(drawing.at, 0, drawing.radius);
      break;
    case 'ring': {
      const [inner, outer] = [drawing.radius - drawing.width / 2, drawing.radius + drawing.width / 2];
      sheet.pen(EDGE, drawing.alpha * 0.4).ring(drawing.at, outer, outer + 0.018);
      sheet.pen(colour, drawing.alpha).ring(drawing.at, inner, outer);
      break;
    }
    case 'line':
      if (drawing.arrow) {
        sheet.pen(EDGE, drawing.alpha * 0.45).band(drawing.points, drawing.width + 0.05);
      }
      sheet.pen(colour, drawing.alpha).band(drawing.points, drawing.width);
      if (drawing.arrow) {
        sheet.head(drawing.points, drawing.width);
      }
      break;
    case 'area': {
      const [first, ...rest] = drawing.points;
      sheet.pen(colour, drawing.alpha);
      for (let n = 1; n < rest.length; n++) {
        sheet.triangle(first!, rest[n - 1]!, rest[n]!);
      }
      break;
    }
    case 'cross': {
      const [x, y, z] = drawing.at;
      for (const [width, tone] of [
        [0.17, '#ffffff'],
        [0.09, colour],
      ] as const) {
        sheet.pen(tone, drawing.alpha);
        sheet.band(
          [
            [x - 0.22, y - 0.22, z],
            [x + 0.22, y + 0.22, z],
          ],
          width,
        );
        sheet.band(
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
