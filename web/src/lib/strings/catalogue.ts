/** Types of the text catalogues. */

export type Filling = Record<string, string | number>;

/** A text with `{name}` placeholders, or a function of their values for plurals. */
export type Word = string | ((filling: Filling) => string);

export type Catalogue = Record<string, Word>;

/** A part of another language's catalogue. It cannot have keys that English lacks; a test finds missing ones. */
export type Translated<Part> = { [Key in keyof Part]?: Word };

/** Choose between singular and plural by the number `n`. */
export const many = (one: string, other: string) => (filling: Filling) => (Number(filling.n) === 1 ? one : other);
