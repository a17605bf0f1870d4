/** The colours of the seats, and what can be read on them. */
import type { View } from './view.ts';

/** Red, green and blue of `#rrggbb`, 0 to 255; middle grey for anything else. */
function channels(colour: string): [number, number, number] {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  return found
    ? [Number.parseInt(found[1] ?? '', 16), Number.parseInt(found[2] ?? '', 16), Number.parseInt(found[3] ?? '', 16)]
    : [128, 128, 128];
}

/** How light a colour is to the eye, 0 to 1, as WCAG reckons. */
export function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever reads better on a colour. */
export function textOn(colour: string): '#000000' | '#ffffff' {
  const light = luminance(colour);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000000' : '#ffffff';
}

/** The colour of every seat: what its player chose, or what the game gives that side. */
export function coloursOf(view: View): string[] {
  return view.match.sides.map((side, seat) => view.state.seats[seat]?.colour || side.colour);
}
