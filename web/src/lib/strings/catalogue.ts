/** The types of a catalogue of texts. */

export type Filling = Record<string, string | number>;

/** `{name}` is filled in; a word may be a function of what is filled in, for plurals. */
export type Word = string | ((filling: Filling) => string);

export type Catalogue = Record<string, Word>;

/** A part of a catalogue in another language: it has no key that English lacks. A test finds those it lacks itself. */
export type Translated<Part> = { [Key in keyof Part]?: Word };

/** One of two words, by the number `n`. Enough for languages that have a singular and a plural. */
export const many = (one: string, other: string) => (filling: Filling) => (Number(filling.n) === 1 ? one : other);
