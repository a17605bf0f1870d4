/** The board of an exported page: places prerendered SVG drawings. */
import type { ExportPageView } from '#lib/net/types.ts';
import { type Actor, inOrder } from './tree.ts';

const SVG = 'http://www.w3.org/2000/svg';

function group(className = ''): SVGGElement {
  const made = document.createElementNS(SVG, 'g');
  if (className) {
    made.setAttribute('class', className);
  }
  return made;
}

export class FlatBoard {
  readonly element: SVGSVGElement;
  readonly #data: ExportPageView;
  readonly #below = group();
  readonly #strokes = group();
  readonly #standing = group();
  readonly #last = group('last');
  readonly #above = group();
  readonly #shown = new Map<number, { element: SVGGElement; actor: Actor }>();

  constructor(data: ExportPageView) {
    this.#data = data;
    this.element = document.createElementNS(SVG, 'svg');
    this.element.setAttribute('viewBox', data.box);
    this.element.setAttribute('role', 'img');
    this.element.setAttribute('font-family', 'system-ui, sans-serif');
    this.element.innerHTML = data.definitions + data.ground;
    const dots = group();
    dots.innerHTML = data.dots;
    this.element.append(this.#below, this.#strokes, dots, this.#last, this.#standing, this.#above);
  }

  /** Show a position; pieces that stay glide to their new places. Changes from `before` are ringed. */
  show(
    actors: Map<number, Actor>,
    below: readonly number[],
    above: readonly number[],
    changed: ReadonlySet<number>,
  ): void {
    for (const [id, { element }] of this.#shown) {
      if (!actors.has(id)) {
        element.remove();
        this.#shown.delete(id);
      }
    }
    for (const actor of inOrder(actors.values())) {
      this.#put(actor);
    }
    this.#below.innerHTML = below.map((n) => this.#data.drawings[n] ?? '').join('');
    this.#above.innerHTML = above.map((n) => this.#data.drawings[n] ?? '').join('');
    this.#ring([...actors.values()].filter(([id]) => changed.has(id)));
  }

  #put(actor: Actor): void {
    const [id, drawing, x, y, z] = actor;
    const known = this.#shown.get(id);
    const element = known?.element ?? group('piece');
    if (known?.actor[1] !== drawing) {
      element.innerHTML = this.#data.drawings[drawing] ?? '';
    }
    element.style.transform = `translate(${x}px, ${y}px)`;
    // Appending again brings a piece to the front; unnecessary while no pieces overlap.
    if (!known || z > 0 || known.actor[4] !== z) {
      (z < 0 ? this.#strokes : this.#standing).append(element);
    }
    this.#shown.set(id, { element, actor });
  }

  #ring(actors: readonly Actor[]): void {
    this.#last.replaceChildren(
      ...actors
        .filter(([, , , , z]) => z >= 0)
        .map(([, , x, y]) => {
          const ring = document.createElementNS(SVG, 'circle');
          ring.setAttribute('cx', String(x));
          ring.setAttribute('cy', String(y));
          ring.setAttribute('r', '52');
          return ring;
        }),
    );
  }
}
