/** Format numbers, dates and times in the language of the page. */
import { language } from './language.svelte.ts';

/** One decimal place. */
export const ONE_DECIMAL: Intl.NumberFormatOptions = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Create each format once: creating one costs a hundred times as much as using it. */
function cached<Options, Format>(make: (locale: string, options?: Options) => Format): (options?: Options) => Format {
  const formats = new Map<string, Format>();
  return (options) => {
    const key = language.locale + JSON.stringify(options);
    const format = formats.get(key) ?? make(language.locale, options);
    formats.set(key, format);
    return format;
  };
}

const numbers = cached((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const dates = cached((locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return numbers(options).format(value);
}

export function dateText(at: number | Date, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return dates(options).format(at);
}

/** Return facts in one line, which breaks after the dots between them and not before. */
export function factsText(facts: readonly (string | number | null | undefined)[]): string {
  return facts.filter(Boolean).join('\u00a0· ');
}
