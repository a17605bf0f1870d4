/** The slab's upper face, painted: wood grain, cells, inlaid lines and coordinates. Nothing is loaded. */
import { CanvasTexture, SRGBColorSpace } from 'three';
import { arcPoint, type Frame, onSlab, type Spot } from '../geometry.ts';
import { mix, shade, trackColour, type Wood } from '../paint.ts';

/** Pieces of the same wood differ, but a board looks alike every time. */
function randomly(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

type Pen = CanvasRenderingContext2D;

/** Wood: long fibres that wave a little, and darker years between them. */
function grain(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  scale: number,
  seed: number,
): void {
  const random = randomly(seed);
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  pen.fillStyle = colour;
  pen.fillRect(x, y, width, height);
  const bands = Math.max(3, Math.round(height / (scale * 0.32)));
  for (let k = 0; k < bands; k++) {
    const dark = random() < 0.55;
    pen.strokeStyle = dark ? shade(colour, 0.72) : mix(colour, '#fff3dc', 0.3);
    pen.globalAlpha = 0.05 + random() * 0.11;
    pen.lineWidth = scale * (0.02 + random() * 0.12);
    wave(pen, x, y + random() * height, width, scale * (0.02 + random() * 0.06), random() * 7, scale);
  }
  const fibres = Math.round((height / scale) * 26);
  for (let k = 0; k < fibres; k++) {
    pen.strokeStyle = random() < 0.6 ? shade(colour, 0.6) : mix(colour, '#ffffff', 0.4);
    pen.globalAlpha = 0.04 + random() * 0.08;
    pen.lineWidth = Math.max(0.6, scale * 0.006);
    const start = x + (random() - 0.2) * width;
    wave(pen, start, y + random() * height, width * (0.15 + random() * 0.5), scale * 0.02, random() * 7, scale);
  }
  pen.restore();
}

function wave(pen: Pen, x: number, y: number, length: number, height: number, phase: number, scale: number): void {
  pen.beginPath();
  for (let k = 0; k <= 24; k++) {
    const along = (length * k) / 24;
    const up =
      Math.sin(phase + along / (scale * 1.9)) * height + Math.sin(phase * 3 + along / (scale * 0.7)) * height * 0.3;
    pen[k ? 'lineTo' : 'moveTo'](x + along, y + up);
  }
  pen.stroke();
}

/** Cloth: fine noise. */
function felt(pen: Pen, size: number, colour: string): void {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, size, size);
  const random = randomly(5);
  for (let k = 0; k < size * 9; k++) {
    pen.globalAlpha = 0.05 + random() * 0.06;
    pen.fillStyle = random() < 0.5 ? shade(colour, 0.6) : mix(colour, '#ffffff', 0.35);
    pen.fillRect(random() * size, random() * size, 1 + random() * 2.5, 1 + random() * 1.5);
  }
  pen.globalAlpha = 1;
}

/** A square picture of plain wood, for edges and trays. */
export function woodTexture(colour: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 256;
  grain(canvas.getContext('2d')!, 0, 0, 256, 256, colour, 80, 11);
  return finish(canvas);
}

function finish(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

export interface Face {
  texture: CanvasTexture;
  /** What it shows of the board: left, front, right, back. */
  bounds: readonly [number, number, number, number];
}

export interface FaceLook {
  wood: Wood;
  colours: readonly string[];
  coordinates: boolean;
  /** Pixels of the longer side. */
  pixels: number;
}

export function paintFace(frame: Frame, { wood, colours, coordinates, pixels }: FaceLook): Face {
  const [left, front, right, back] = frame.bounds;
  const size = Math.max(right - left, back - front);
  const unit = pixels / size;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((right - left) * unit);
  canvas.height = Math.round((back - front) * unit);
  const painter = new Painter(canvas.getContext('2d')!, frame, wood, colours, unit);
  painter.ground(canvas.width, canvas.height);
  painter.cells();
  painter.lines();
  painter.dots();
  if (coordinates) {
    painter.labels();
  }
  return { texture: finish(canvas), bounds: frame.bounds };
}

class Painter {
  private readonly bare: boolean;

  constructor(
    private readonly pen: Pen,
    private readonly frame: Frame,
    private readonly wood: Wood,
    private readonly colours: readonly string[],
    private readonly unit: number,
  ) {
    this.bare = !frame.board.cells.length && !frame.board.lines.length;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
  }

  private at(x: number, y: number): Spot {
    return [(x - this.frame.bounds[0]) * this.unit, (this.frame.bounds[3] - y) * this.unit];
  }

  /** The slab, with a thin line of darker wood let in near its edge; bare boards are covered with cloth inside it. */
  ground(width: number, height: number): void {
    const { pen, wood, unit } = this;
    grain(pen, 0, 0, width, height, wood.slab, unit * 1.4, 3);
    if (this.bare) {
      pen.save();
      this.outline(0.86);
      pen.clip();
      felt(pen, Math.max(width, height), wood.field);
      pen.restore();
    }
    const square = this.frame.board.outline === 'square';
    const inset = this.bare ? 0.86 : this.frame.board.cells.length || !square ? 0 : 0.945;
    if (inset) {
      this.outline(inset);
      pen.strokeStyle = shade(wood.edge, 0.8);
      pen.lineWidth = unit * 0.035;
      pen.stroke();
      this.outline(inset + 0.008);
      pen.strokeStyle = mix(wood.slab, '#fff0d0', 0.45);
      pen.lineWidth = unit * 0.012;
      pen.stroke();
    }
  }

  private outline(part: number): void {
    const { centre, outline } = this.frame;
    this.pen.beginPath();
    for (const [n, spot] of outline.entries()) {
      const [x, y] = this.at(centre[0] + (spot[0] - centre[0]) * part, centre[1] + (spot[1] - centre[1]) * part);
      this.pen[n ? 'lineTo' : 'moveTo'](x, y);
    }
    this.pen.closePath();
  }

  cells(): void {
    const { pen, frame, wood, unit } = this;
    for (const { site, shade: name } of frame.board.cells) {
      const spot = frame.board.sites[site]!;
      const [x, y] = this.at(spot.x, spot.y);
      if (name === 'hollow') {
        this.hollow(x, y);
        continue;
      }
      grain(
        pen,
        x - unit / 2,
        y - unit / 2,
        unit + 0.5,
        unit + 0.5,
        name === 'dark' ? wood.dark : wood.light,
        unit * 0.8,
        site * 7919 + 1,
      );
      const reserved = /^reserved (\d)$/.exec(name);
      if (reserved) {
        pen.globalAlpha = 0.32;
        pen.fillStyle = this.colours[Number(reserved[1])] ?? wood.dark;
        pen.fillRect(x - unit / 2, y - unit / 2, unit, unit);
        pen.globalAlpha = 1;
      }
      pen.strokeStyle = shade(wood.edge, 0.7);
      pen.globalAlpha = 0.55;
      pen.lineWidth = Math.max(1, unit * 0.012);
      pen.strokeRect(x - unit / 2, y - unit / 2, unit, unit);
      pen.globalAlpha = 1;
    }
  }

  /** A hollow that a ball lies in: dark towards the light, bright on the far side. */
  private hollow(x: number, y: number): void {
    const { pen, wood, unit } = this;
    const radius = unit * 0.36;
    const gradient = pen.createRadialGradient(x + radius * 0.25, y + radius * 0.3, radius * 0.05, x, y, radius);
    gradient.addColorStop(0, mix(wood.hollow, '#ffe2b8', 0.28));
    gradient.addColorStop(0.7, wood.hollow);
    gradient.addColorStop(1, shade(wood.hollow, 0.55));
    pen.fillStyle = gradient;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fill();
    pen.lineWidth = unit * 0.018;
    pen.strokeStyle = mix(wood.slab, '#fff0d4', 0.5);
    pen.globalAlpha = 0.7;
    pen.beginPath();
    pen.arc(x, y, radius, 0.15, 1.7);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  lines(): void {
    const { board } = this.frame;
    const styles = [...board.lines, ...board.arcs].map((one) => one.style);
    const colour = (style: string) => trackColour(styles, style, this.wood);
    for (const line of board.lines) {
      this.inlay(
        line.points.map(([x, y]) => this.at(x, y)),
        colour(line.style),
        line.style.startsWith('track'),
      );
    }
    for (const arc of board.arcs) {
      const spots = Array.from({ length: 65 }, (_, k) => this.at(...arcPoint(arc, k / 64)));
      this.inlay(spots, colour(arc.style), true);
    }
  }

  /** A line let into the wood: a dark cut, its colour, and light on one side. */
  private inlay(spots: readonly Spot[], colour: string, broad: boolean): void {
    const { pen, unit } = this;
    const width = unit * (broad ? 0.075 : 0.038);
    const draw = (dx: number, style: string, thick: number, alpha: number) => {
      pen.beginPath();
      for (const [n, [x, y]] of spots.entries()) {
        pen[n ? 'lineTo' : 'moveTo'](x + dx, y + dx);
      }
      pen.strokeStyle = style;
      pen.lineWidth = thick;
      pen.globalAlpha = alpha;
      pen.stroke();
      pen.globalAlpha = 1;
    };
    draw(unit * 0.012, '#ffeccc', width * 1.1, 0.5);
    draw(0, shade(colour, 0.5), width * 1.25, 0.9);
    draw(0, colour, width * 0.85, 1);
  }

  /** Small inlays where lines cross; on bare boards a ring around each site. */
  dots(): void {
    const { pen, frame, unit, wood } = this;
    if (frame.board.cells.length) {
      return;
    }
    for (const site of frame.board.sites.filter((one) => onSlab(frame.board, one))) {
      const [x, y] = this.at(site.x, site.y);
      pen.beginPath();
      pen.arc(x, y, unit * (this.bare ? 0.19 : 0.055), 0, 7);
      pen.fillStyle = this.bare ? shade(wood.field, 0.6) : wood.line;
      pen.fill();
    }
  }

  labels(): void {
    const { pen, frame, unit, wood } = this;
    const dark = this.bare ? '#efe3c8' : wood.label;
    pen.font = `600 ${Math.round(unit * 0.27)}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (const label of frame.board.labels) {
      const [x, y] = this.at(label.x, label.y);
      if (!this.bare) {
        pen.fillStyle = '#fff0d4';
        pen.globalAlpha = 0.5;
        pen.fillText(label.text, x + unit * 0.01, y + unit * 0.014);
      }
      pen.globalAlpha = 0.92;
      pen.fillStyle = dark;
      pen.fillText(label.text, x, y);
      pen.globalAlpha = 1;
    }
  }
}
