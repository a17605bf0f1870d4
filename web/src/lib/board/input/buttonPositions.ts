/** Position the site buttons as the camera moves. Only changed styles are written, since every write costs a restyle. */
import type { SiteButton } from './siteButtons.ts';

/** The written styles of a button. */
export interface PositionedElement {
  style: { transform: string; width: string; height: string; zIndex: string };
}

export class ButtonPositions {
  private readonly placed = new WeakMap<PositionedElement, SiteButton>();

  /** Place an element at the position of its button. */
  put(element: PositionedElement, button: SiteButton): void {
    const { x, y, reach, order } = button;
    const last = this.placed.get(element);
    this.placed.set(element, button);
    const { style } = element;
    if (x !== last?.x || y !== last.y || reach !== last.reach) {
      style.transform = `translate(${x - reach}px, ${y - reach}px)`;
    }
    if (reach !== last?.reach) {
      style.width = style.height = `${2 * reach}px`;
    }
    if (order !== last?.order) {
      style.zIndex = String(order);
    }
  }
}
