/** Types of the text catalogues. */

export type Values = Record<string, string | number>;

/** A text with `{name}` placeholders, or a function of their values for plurals. */
export type CatalogueText = string | ((values: Values) => string);

export type Catalogue = Record<string, CatalogueText>;

/** A part of another language's catalogue. It cannot have keys that English lacks; a test finds missing ones. */
export type Translated<Part> = { [Key in keyof Part]?: CatalogueText };

/** Choose between singular and plural by the number `n`. */
export const plural = (one: string, other: string) => (values: Values) => (Number(values.n) === 1 ? one : other);
