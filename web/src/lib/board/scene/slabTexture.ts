/** The texture of the slab's upper face: material, cells and inlaid lines. */
import type { CanvasTexture } from 'three';
import { isLight, mix, shade } from '#lib/theme/colour.ts';
import { type BoardColours, trackColour } from '../view/finish.ts';
import { arcPoint, type Frame, hasOnlySites, isOnSlab, type Vec2 } from '../view/geometry.ts';
import { canvasTexture, type Pen, paintMaterial } from './materials.ts';

export interface SlabTexture {
  texture: CanvasTexture;
  /** What it shows of the board: left, front, right, back. */
  bounds: readonly [number, number, number, number];
}

export interface SlabTextureOptions {
  palette: BoardColours;
  colours: readonly string[];
  /** Pixels of the longer side. */
  pixels: number;
}

export function paintSlabTexture(frame: Frame, { palette, colours, pixels }: SlabTextureOptions): SlabTexture {
  const [left, front, right, back] = frame.bounds;
  const size = Math.max(right - left, back - front);
  const unit = pixels / size;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((right - left) * unit);
  canvas.height = Math.round((back - front) * unit);
  const painter = new Painter(canvas.getContext('2d')!, frame, palette, colours, unit);
  painter.slab(canvas.width, canvas.height);
  painter.cells();
  painter.lines();
  painter.dots();
  return { texture: canvasTexture(canvas), bounds: frame.bounds };
}

class Painter {
  private readonly bare: boolean;

  constructor(
    private readonly pen: Pen,
    private readonly frame: Frame,
    private readonly look: BoardColours,
    private readonly colours: readonly string[],
    private readonly unit: number,
  ) {
    this.bare = hasOnlySites(frame.board);
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
  }

  private at(x: number, y: number): Vec2 {
    return [(x - this.frame.bounds[0]) * this.unit, (this.frame.bounds[3] - y) * this.unit];
  }

  /** The slab, with a thin line let in near its edge; bare boards are covered with cloth inside it. */
  slab(width: number, height: number): void {
    const { pen, look, unit } = this;
    paintMaterial(pen, look.material, { x: 0, y: 0, width, height, colour: look.slab, scale: unit * 1.4, seed: 3 });
    if (this.bare) {
      pen.save();
      this.outline(0.86);
      pen.clip();
      paintMaterial(pen, 'felt', { x: 0, y: 0, width, height, colour: look.field, scale: unit, seed: 5 });
      pen.restore();
    }
    const square = this.frame.board.outline === 'square';
    const inset = this.bare ? 0.86 : this.frame.board.cells.length || !square ? 0 : 0.945;
    if (inset) {
      this.outline(inset);
      pen.strokeStyle = shade(look.edge, 0.8);
      pen.lineWidth = unit * 0.035;
      pen.stroke();
      this.outline(inset + 0.008);
      pen.strokeStyle = mix(look.slab, '#fff0d0', 0.45);
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
    const { pen, frame, look, unit } = this;
    for (const { site, shade: name } of frame.board.cells) {
      const spot = frame.board.sites[site]!;
      const [x, y] = this.at(spot.x, spot.y);
      if (name === 'hollow') {
        this.hollow(x, y);
        continue;
      }
      const [left, top, side] = [x - unit / 2, y - unit / 2, unit + 0.5];
      const cellColour = name === 'dark' ? look.dark : look.light;
      paintMaterial(pen, look.material, {
        x: left,
        y: top,
        width: side,
        height: side,
        colour: cellColour,
        scale: unit * 0.8,
        seed: site * 7919 + 1,
      });
      const reserved = /^reserved (\d)$/.exec(name);
      if (reserved) {
        pen.globalAlpha = 0.32;
        pen.fillStyle = this.colours[Number(reserved[1])] ?? look.dark;
        pen.fillRect(x - unit / 2, y - unit / 2, unit, unit);
        pen.globalAlpha = 1;
      }
      pen.strokeStyle = shade(look.edge, 0.7);
      pen.globalAlpha = 0.55;
      pen.lineWidth = Math.max(1, unit * 0.012);
      pen.strokeRect(x - unit / 2, y - unit / 2, unit, unit);
      pen.globalAlpha = 1;
    }
  }

  /** A hollow that a ball lies in: dark towards the light, bright on the far side. */
  private hollow(x: number, y: number): void {
    const { pen, look, unit } = this;
    const radius = unit * 0.36;
    const gradient = pen.createRadialGradient(x + radius * 0.25, y + radius * 0.3, radius * 0.05, x, y, radius);
    gradient.addColorStop(0, mix(look.hollow, '#ffe2b8', 0.28));
    gradient.addColorStop(0.7, look.hollow);
    gradient.addColorStop(1, shade(look.hollow, 0.55));
    pen.fillStyle = gradient;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fill();
    pen.lineWidth = unit * 0.018;
    pen.strokeStyle = mix(look.slab, '#fff0d4', 0.5);
    pen.globalAlpha = 0.7;
    pen.beginPath();
    pen.arc(x, y, radius, 0.15, 1.7);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  lines(): void {
    const { board } = this.frame;
    const styles = [...board.lines, ...board.arcs].map((one) => one.style);
    const inlay = (style: string) => trackColour(styles, style, this.look);
    for (const line of board.lines) {
      this.inlay(
        line.points.map(([x, y]) => this.at(x, y)),
        inlay(line.style),
        line.style.startsWith('track'),
      );
    }
    for (const arc of board.arcs) {
      const spots = Array.from({ length: 65 }, (_, k) => this.at(...arcPoint(arc, k / 64)));
      this.inlay(spots, inlay(arc.style), true);
    }
  }

  /** A line let into the slab: a dark cut, its colour, and light on one side. */
  private inlay(spots: readonly Vec2[], colour: string, broad: boolean): void {
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
    const cut = isLight(this.look.slab);
    draw(unit * 0.012, cut ? '#ffeccc' : '#000000', width * 1.1, cut ? 0.5 : 0.3);
    draw(0, shade(colour, 0.5), width * 1.25, 0.9);
    draw(0, colour, width * 0.85, 1);
  }

  /** Small inlays where lines cross; on bare boards a ring around each site. */
  dots(): void {
    const { pen, frame, unit, look } = this;
    if (frame.board.cells.length) {
      return;
    }
    for (const site of frame.board.sites.filter((one) => isOnSlab(frame.board, one))) {
      const [x, y] = this.at(site.x, site.y);
      pen.beginPath();
      pen.arc(x, y, unit * (this.bare ? 0.19 : 0.055), 0, 7);
      pen.fillStyle = this.bare ? shade(look.field, 0.6) : look.line;
      pen.fill();
    }
  }
}
