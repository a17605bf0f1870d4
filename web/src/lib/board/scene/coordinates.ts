/** The coordinates: labels on the face that are upright and near the viewer from every side, drawn in one call. */
import { BufferAttribute, BufferGeometry, CanvasTexture, Mesh, SRGBColorSpace } from 'three';
import type { BoardColours } from '../view/finish.ts';
import { type Frame, hasOnlySites, labelPlaces, type Vec2 } from '../view/geometry.ts';
import { mattMaterial, type PlainLight } from './plainShading.ts';
import { simplifyTexture } from './textures/texture.ts';

/** Side of the square of a label, on the face and in pixels of the texture that holds all labels. */
const SIDE = 0.5;
/** On small boards, labels are smaller: a label is this part of the width of the face. */
const SIDE_OF_WIDTH = 0.095;
const PIXELS = 96;
/** Slightly above the slab, against z-fighting. */
const ABOVE = 0.002;

export class Coordinates {
  readonly mesh: Mesh<BufferGeometry, ReturnType<typeof mattMaterial>>;
  private frame: Frame | null = null;
  private turned = 0;
  private places: readonly Vec2[] = [];
  /** The side of the viewer for which the places were computed. */
  private quarter = -1;
  private side = SIDE;

  constructor(
    private readonly environment: number,
    light: PlainLight,
  ) {
    const look = { transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2 };
    this.mesh = new Mesh(new BufferGeometry(), mattMaterial(environment, light, look));
    this.mesh.receiveShadow = true;
  }

  build(frame: Frame, palette: BoardColours, visible: boolean): void {
    const labels = visible ? frame.board.labels : [];
    this.side = Math.min(SIDE, (frame.bounds[2] - frame.bounds[0]) * SIDE_OF_WIDTH);
    this.frame = labels.length ? frame : null;
    this.quarter = -1;
    this.mesh.visible = labels.length > 0;
    if (!labels.length) {
      return;
    }
    const across = Math.ceil(Math.sqrt(labels.length));
    const down = Math.ceil(labels.length / across);
    this.paint(
      labels.map((label) => label.text),
      frame,
      palette,
      across,
      down,
    );
    const uv = labels.flatMap((_, n) => {
      const [column, row] = [n % across, Math.floor(n / across)];
      const [left, right] = [column / across, (column + 1) / across];
      const [top, bottom] = [1 - row / down, 1 - (row + 1) / down];
      return [left, bottom, right, bottom, right, top, left, top];
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(labels.length * 12), 3));
    geometry.setAttribute(
      'normal',
      new BufferAttribute(
        new Float32Array(labels.length * 12).map((_, n) => +(n % 3 === 2)),
        3,
      ),
    );
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uv), 2));
    geometry.setIndex(labels.flatMap((_, n) => [0, 1, 2, 0, 2, 3].map((corner) => 4 * n + corner)));
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
    this.lay();
  }

  /** Turn every label towards a viewer at an angle in degrees. */
  turn(degrees: number): void {
    if (degrees !== this.turned) {
      this.turned = degrees;
      this.lay();
    }
  }

  private lay(): void {
    const place = this.mesh.geometry.getAttribute('position');
    if (!this.frame || !place) {
      return;
    }
    const quarter = Math.round(this.turned / 90) % 4;
    if (quarter !== this.quarter) {
      this.quarter = quarter;
      this.places = labelPlaces(this.frame, 90 * quarter);
    }
    const z = this.frame.surface + ABOVE;
    const angle = (this.turned * Math.PI) / 180;
    const [cos, sin] = [(Math.cos(angle) * this.side) / 2, (Math.sin(angle) * this.side) / 2];
    for (const [n, [x, y]] of this.places.entries()) {
      place.setXYZ(4 * n, x - cos + sin, y - sin - cos, z);
      place.setXYZ(4 * n + 1, x + cos + sin, y + sin - cos, z);
      place.setXYZ(4 * n + 2, x + cos - sin, y + sin + cos, z);
      place.setXYZ(4 * n + 3, x - cos - sin, y - sin + cos, z);
    }
    place.needsUpdate = true;
    this.mesh.geometry.computeBoundingSphere();
  }

  private paint(words: readonly string[], frame: Frame, palette: BoardColours, across: number, down: number): void {
    const bare = hasOnlySites(frame.board);
    const canvas = document.createElement('canvas');
    canvas.width = across * PIXELS;
    canvas.height = down * PIXELS;
    const pen = canvas.getContext('2d')!;
    pen.font = `700 ${Math.round((PIXELS * 0.27) / SIDE)}px Georgia, 'Times New Roman', serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (const [n, word] of words.entries()) {
      const [x, y] = [((n % across) + 0.5) * PIXELS, (Math.floor(n / across) + 0.5) * PIXELS];
      pen.globalAlpha = 0.92;
      pen.fillStyle = bare ? palette.fieldLabel : palette.label;
      pen.fillText(word, x, y);
    }
    this.mesh.material.map?.dispose();
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = 8;
    if (!this.environment) {
      simplifyTexture(texture);
    }
    this.mesh.material.map = texture;
    this.mesh.material.needsUpdate = true;
  }

  close(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
  }
}
