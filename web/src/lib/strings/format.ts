/** Numbers, dates and times as the language of the page writes them. */
import { language } from './language.svelte.ts';

/** One digit after the point. */
export const TENTHS: Intl.NumberFormatOptions = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language.locale, options).format(value);
}

export function dateText(at: number | Date, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return new Intl.DateTimeFormat(language.locale, options).format(at);
}
