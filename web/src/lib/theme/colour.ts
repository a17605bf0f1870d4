/** Colour arithmetic: contrast, mixing and perceptual distance. */

const BLACK = '#000000';
const WHITE = '#ffffff';
/** Used for anything that is not a colour. */
const GREY = '#808080';
/** Luminance on which black and white have the same contrast. */
const EQUAL_CONTRAST_LUMINANCE = 0.18;

type Triple = [number, number, number];

/** Return whether a text is a colour in the form #rrggbb. */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Return red, green and blue of #rrggbb or #rgb, each 0 to 255. */
export function channels(colour: string): Triple {
  const digits = (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour) ? colour : GREY).slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as Triple;
}

/** Return a darker (below 1) or lighter colour. */
export function shade(colour: string, by: number): string {
  return written(channels(colour).map((value) => Math.min(255, value * by)));
}

/** Mix two colours: 0 is the first, 1 the second. */
export function mix(one: string, other: string, part: number): string {
  const to = channels(other);
  return written(channels(one).map((value, n) => value + (to[n]! - value) * part));
}

/** Return the relative luminance of a colour, from 0 to 1, as WCAG defines it. */
export function luminance(colour: string): number {
  const [red, green, blue] = linearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Return the contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Return whether black has more contrast on a colour than white. */
export function isLight(colour: string): boolean {
  return luminance(colour) > EQUAL_CONTRAST_LUMINANCE;
}

/** Return black or white, whichever has more contrast on a colour. */
export function textOn(colour: string): typeof BLACK | typeof WHITE {
  return contrast(BLACK, colour) >= contrast(WHITE, colour) ? BLACK : WHITE;
}

/**
 * Return the perceptual difference of two colours: their distance in Oklab (Björn Ottosson, "A perceptual color
 * space").
 */
export function colourDifference(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function written(parts: number[]): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Return the linear RGB components of an sRGB colour. */
function linearRgb(colour: string): Triple {
  return channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

function oklab(colour: string): Triple {
  const [red, green, blue] = linearRgb(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}
