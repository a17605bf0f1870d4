/** The face of a board: pattern, cells and inlays, painted twice, as colour and as height, roughness and metalness. */
import type { Cell } from '#lib/net/types.ts';
import { mix, shade } from '#lib/theme/colour.ts';
import { cellCorners, seatColour } from '../../view/cells.ts';
import { trackColour } from '../../view/finish.ts';
import { arcPoint, type Vec2, widen } from '../../view/geometry.ts';
import { INLAYS } from '../../view/species.ts';
import type { FaceJob, TextureMaps } from './jobs.ts';
import { seededRandom } from './noise.ts';
import { patternOf } from './patterns.ts';
import { type Pen, paintPixels, penOf } from './surfaces.ts';

/** Height, roughness and metalness of a stroke, from 0 to 1. */
type Relief = readonly [height: number, roughness: number, metalness: number];

const METAL: Relief = [0.62, 0.3, 0.62];
/** Less of a mirror: silver would show the dark studio. */
const SILVER: Relief = [0.62, 0.36, 0.35];
const PAINTED: Relief = [0.62, 0.36, 0.1];
const GROOVE: Relief = [0.2, 0.7, 0];
/** Width of lines on small and on large boards, and of those that pieces ride along, in units of the board. */
const LINES = { small: 0.03, large: 0.042, largeFrom: 10 } as const;
const TRACK = 0.075;
const SEAT_LINE = 0.12;
/** Distance of the inlaid border from a frame, and from the edge of a board without one: coordinates stand inside it. */
const BORDER_INSET = 0.2;
const EDGE_BORDER_INSET = 0.06;
const HOLLOW_RADIUS = 0.4;

export function paintFace(job: FaceJob): TextureMaps {
  const painter = new FacePainter(job);
  painter.cells();
  painter.border();
  painter.lines();
  painter.chalkDust();
  painter.sites();
  painter.edgeShade();
  return painter.maps();
}

class FacePainter {
  private readonly unit: number;
  private readonly albedo: OffscreenCanvas;
  private readonly packed: OffscreenCanvas;
  private readonly colour: Pen;
  private readonly relief: Pen;

  constructor(private readonly job: FaceJob) {
    const [left, front, right, back] = job.bounds;
    this.unit = job.pixels / Math.max(right - left, back - front);
    const [width, height] = [Math.round((right - left) * this.unit), Math.round((back - front) * this.unit)];
    const fine = Math.min(1, job.detail / job.pixels);
    const pattern = patternOf(job.palette.face);
    const step = 1 / (this.unit * fine);
    const base = paintPixels(Math.ceil(width * fine), Math.ceil(height * fine), (x, y, out) =>
      pattern(left + x * step, back - y * step, 0, out),
    );
    this.albedo = new OffscreenCanvas(width, height);
    this.packed = new OffscreenCanvas(width, height);
    this.colour = penOf(this.albedo);
    this.relief = penOf(this.packed);
    for (const [pen, image] of [
      [this.colour, base.albedo],
      [this.relief, base.packed],
    ] as const) {
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(image, 0, 0, width, height);
      pen.lineCap = pen.lineJoin = 'round';
    }
    if (job.palette.face.material === 'stone') {
      this.grit(width, height);
    }
  }

  maps(): TextureMaps {
    return { albedo: this.albedo.transferToImageBitmap(), packed: this.packed.transferToImageBitmap() };
  }

  /** Add white noise at the final resolution, so that stone looks sharp when enlarged. */
  private grit(width: number, height: number): void {
    const random = seededRandom(11);
    const { albedo } = paintPixels(256, 256, (_x, _y, out) => {
      out[0] = out[1] = out[2] = 255 * random();
    });
    this.colour.globalCompositeOperation = 'soft-light';
    this.colour.globalAlpha = 0.34;
    this.colour.fillStyle = this.colour.createPattern(albedo, 'repeat')!;
    this.colour.fillRect(0, 0, width, height);
    this.colour.globalAlpha = 1;
    this.colour.globalCompositeOperation = 'source-over';
  }

  private at(x: number, y: number): Vec2 {
    return [(x - this.job.bounds[0]) * this.unit, (this.job.bounds[3] - y) * this.unit];
  }

  // ---- Cells --------------------------------------------------------------------------------------------------------

  cells(): void {
    const { board, palette, colours } = this.job;
    const random = seededRandom(7);
    const tiles = board.cells.filter((cell) => cell.shade !== 'hollow');
    for (const { site, shade: name, shape } of board.cells) {
      const { x, y } = board.sites[site]!;
      if (name === 'hollow') {
        this.hollow(...this.at(x, y));
        continue;
      }
      const corners = (size = 1) => cellCorners(shape, { x, y }, size).map((corner) => this.at(...corner));
      const own = seatColour(name, colours);
      const dark = name === 'dark' || (name.startsWith('reserved') && (Math.round(x) + Math.round(y)) % 2 === 0);
      // A wash keeps the pattern of the slab; each tile differs a little.
      this.wash(corners(), dark ? palette.dark : palette.light, (dark ? 0.62 : 0.72) + (random() - 0.5) * 0.08);
      if (own) {
        this.wash(corners(), own, 0.32);
      }
      this.tileEdge(corners);
    }
    if (tiles.length) {
      this.joints(tiles);
    }
  }

  private wash(corners: readonly Vec2[], colour: string, alpha: number): void {
    this.colour.globalAlpha = alpha;
    this.colour.fillStyle = colour;
    this.trace(this.colour, corners);
    this.colour.closePath();
    this.colour.fill();
    this.colour.globalAlpha = 1;
  }

  /** Darken a tile towards its edges, where it is bevelled. */
  private tileEdge(corners: (size: number) => Vec2[]): void {
    for (const [size, colour, width, alpha] of [
      [0.96, '#000000', 0.03, 0.22],
      [0.91, '#000000', 0.03, 0.1],
      [0.87, '#ffffff', 0.012, 0.16],
    ] as const) {
      const ring = corners(size);
      this.stroke(this.colour, [...ring, ...ring.slice(0, 2)], colour, width, alpha);
    }
  }

  /** Draw metal between tiles, and a stronger line around them. */
  private joints(tiles: readonly Cell[]): void {
    const { board, palette } = this.job;
    const drawn = new Set<string>();
    for (const { site, shape } of tiles) {
      const corners = cellCorners(shape, board.sites[site]!);
      for (const [n, from] of corners.entries()) {
        const to = corners[(n + 1) % corners.length]!;
        const middle = [from[0] + to[0], from[1] + to[1]].map((sum) => sum.toFixed(3)).join(' ');
        if (!drawn.has(middle)) {
          drawn.add(middle);
          this.inlay([this.at(...from), this.at(...to)], palette.inlay, 0.013, METAL);
        }
      }
    }
    if (tiles.some((tile) => tile.shape !== 'square')) {
      return;
    }
    const spots = tiles.map((tile) => board.sites[tile.site]!);
    const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
    const [left, right] = [Math.min(...xs) - 0.52, Math.max(...xs) + 0.52];
    const [front, back] = [Math.min(...ys) - 0.52, Math.max(...ys) + 0.52];
    const corners = [this.at(left, front), this.at(right, front), this.at(right, back), this.at(left, back)];
    this.inlay([...corners, corners[0]!], palette.inlay, 0.032, METAL);
  }

  /** Darken a hollow towards its bottom, which is smooth and matt. */
  private hollow(cx: number, cy: number): void {
    const { colour: pen, unit } = this;
    const radius = HOLLOW_RADIUS * unit;
    const depth = pen.createRadialGradient(cx, cy, 0, cx, cy, radius);
    depth.addColorStop(0, 'rgb(14 6 0 / 46%)');
    depth.addColorStop(0.6, 'rgb(14 6 0 / 42%)');
    depth.addColorStop(0.84, 'rgb(14 6 0 / 30%)');
    depth.addColorStop(0.93, 'rgb(14 6 0 / 8%)');
    depth.addColorStop(1, 'rgb(14 6 0 / 0%)');
    this.dot(pen, cx, cy, radius, depth);
    this.dot(this.relief, cx, cy, radius * 0.9, reliefColour([0.5, 0.62, 0]));
  }

  // ---- Inlays -------------------------------------------------------------------------------------------------------

  lines(): void {
    const { board, palette, colours } = this.job;
    const [left, , right] = this.job.bounds;
    const width = right - left > LINES.largeFrom ? LINES.large : LINES.small;
    const metal = palette.inlay === INLAYS.silver ? SILVER : METAL;
    const styles = [...board.lines, ...board.arcs].map((one) => one.style);
    const paths = [
      ...board.lines.map(({ style, points }) => ({ style, spots: points.map(([x, y]) => this.at(x, y)) })),
      ...board.arcs.map((arc) => ({
        style: arc.style,
        spots: Array.from({ length: 97 }, (_, k) => this.at(...arcPoint(arc, k / 96))),
      })),
    ];
    for (const { style, spots } of paths) {
      const own = seatColour(style, colours);
      if (own) {
        this.inlay(spots, own, SEAT_LINE, PAINTED);
      } else if (style.startsWith('track')) {
        this.inlay(spots, trackColour(styles, style, palette), TRACK, PAINTED);
      } else {
        this.inlay(spots, palette.inlay, width, metal);
      }
    }
  }

  border(): void {
    const { palette, outline, corner } = this.job;
    if (!palette.border) {
      return;
    }
    const inset = palette.frame ? BORDER_INSET : EDGE_BORDER_INSET;
    const corners = widen(outline, -inset).map(([x, y]) => this.at(x, y));
    const rounded = outline.length > 12 ? corners : roundCorners(corners, this.unit * Math.max(0.22, corner - inset));
    this.inlay([...rounded, rounded[0]!], palette.border, 0.036, METAL);
  }

  /** Draw an inlaid line: a soft shadow, a dark groove, and the metal or paint. */
  private inlay(spots: readonly Vec2[], colour: string, width: number, relief: Relief): void {
    const { palette } = this.job;
    this.stroke(this.colour, spots, '#000000', width * 1.9, 0.28);
    this.stroke(this.colour, spots, mix(palette.face.dark, '#0a0604', 0.75), width * 1.4, 0.75);
    this.stroke(this.colour, spots, colour, width, 1);
    this.stroke(this.relief, spots, reliefColour(GROOVE), width * 1.4, 1);
    this.stroke(this.relief, spots, reliefColour(relief), width, 1);
  }

  private trace(pen: Pen, spots: readonly Vec2[]): void {
    pen.beginPath();
    for (const [n, [x, y]] of spots.entries()) {
      pen[n ? 'lineTo' : 'moveTo'](x, y);
    }
  }

  private stroke(pen: Pen, spots: readonly Vec2[], colour: string, width: number, alpha: number): void {
    this.trace(pen, spots);
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(1, this.unit * width);
    pen.globalAlpha = alpha;
    pen.stroke();
    pen.globalAlpha = 1;
  }

  /** Draw the chalk dust that a sponge leaves on a blackboard in wide, soft strokes. */
  chalkDust(): void {
    const { board, bounds } = this.job;
    if (board.appearance.sites !== 'peg') {
      return;
    }
    const random = seededRandom(3);
    const { colour: pen, unit } = this;
    const [left, front, right, back] = bounds;
    for (let n = 0; n < 22; n++) {
      const [x, y] = this.at(left + random() * (right - left), front + random() * (back - front));
      // Long arcs of an arm: short ones beside each other would look like rays.
      const [radius, middle] = [(3.5 + random() * 3) * unit, (random() - 0.5) * 2.4];
      const half = 0.14 + random() * 0.22;
      const [cx, cy] = [x - radius * Math.sin(middle), y + radius * Math.cos(middle)];
      // Many faint lines beside each other: a stroke that is streaked like that of a sponge.
      for (let k = 0; k < 34; k++) {
        pen.strokeStyle = '#e4e6e4';
        pen.globalAlpha = 0.004 + random() * 0.009;
        pen.lineWidth = (0.015 + random() * 0.08) * unit;
        pen.beginPath();
        const [start, end] = [middle - half * (0.7 + 0.3 * random()), middle + half * (0.7 + 0.3 * random())];
        const off = (random() + random() - 1) * 0.32 * unit;
        pen.arc(cx, cy, radius + off, start - Math.PI / 2, end - Math.PI / 2);
        pen.stroke();
      }
    }
    pen.globalAlpha = 1;
  }

  /** Draw studs where lines cross. */
  sites(): void {
    const { board, palette } = this.job;
    const look = board.appearance.sites;
    if (board.cells.length || look === 'peg') {
      return;
    }
    const low = Math.min(...board.sites.map((site) => site.z));
    const radius = this.unit * (look === 'stud' ? 0.075 : board.lines.length ? 0.04 : 0.1);
    for (const site of board.sites.filter((one) => one.z <= low + 1e-6)) {
      const [x, y] = this.at(site.x, site.y);
      this.dot(this.colour, x, y, radius * 1.35, mix(palette.face.dark, '#0a0604', 0.75));
      this.dot(this.colour, x, y, radius, look === 'stud' ? shade(palette.inlay, 1.04) : palette.inlay);
      this.dot(this.relief, x, y, radius * 1.35, reliefColour(GROOVE));
      this.dot(this.relief, x, y, radius, reliefColour([0.9, 0.3, 0.62]));
    }
  }

  private dot(pen: Pen, x: number, y: number, radius: number, colour: string | CanvasGradient): void {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }

  /** Darken the face beside a raised frame. */
  edgeShade(): void {
    if (!this.job.palette.frame) {
      return;
    }
    const corners = this.job.outline.map(([x, y]) => this.at(x, y));
    // Many faint strokes of growing width are a soft edge, at a fraction of the cost of a blur.
    for (let n = 1; n <= 16; n++) {
      this.stroke(this.colour, [...corners, corners[0]!], '#05070a', (n / 16) ** 1.6 * 0.8, 0.032);
    }
  }
}

function reliefColour([height, roughness, metalness]: Relief): string {
  return `rgb(${Math.round(255 * height)} ${Math.round(255 * roughness)} ${Math.round(255 * metalness)})`;
}

function direction(from: Vec2, to: Vec2): Vec2 {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

function roundCorners(corners: readonly Vec2[], radius: number): Vec2[] {
  return corners.flatMap((corner, n) => {
    const before = corners[(n + corners.length - 1) % corners.length]!;
    const after = corners[(n + 1) % corners.length]!;
    const [ax, ay] = direction(corner, before);
    const [bx, by] = direction(corner, after);
    // A round corner begins at the same distance on both sides.
    const cut = radius / Math.tan(Math.acos(Math.max(-1, Math.min(1, ax * bx + ay * by))) / 2);
    return Array.from({ length: 9 }, (_, k): Vec2 => {
      const t = k / 8;
      const [p, q] = [(1 - t) * (1 - t) * cut, t * t * cut];
      return [corner[0] + ax * p + bx * q, corner[1] + ay * p + by * q];
    });
  });
}
