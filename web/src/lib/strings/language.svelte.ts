/**
 * The language of the page. English is built in; another one is fetched when it is first spoken. `language.code` and the
 * words change at once wherever they are shown, and everything that is asked of the server comes in the same language.
 */

import type { Catalogue } from './catalogue.ts';
import { bestLanguage, LANGUAGES, type LanguageCode } from './languages.ts';

const OTHERS: Record<Exclude<LanguageCode, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('./de/index.ts')).german,
};

class Language {
  #code = $state<LanguageCode>('en');
  #words = $state.raw<Catalogue>({});
  #asked = '';
  #wish = '';

  /** The language that is spoken: "en", "de". */
  get code(): LanguageCode {
    return this.#code;
  }
  /** What this language says otherwise than English. */
  get words(): Catalogue {
    return this.#words;
  }
  /** The language that was chosen, for the server to answer in; "" lets the browser say. */
  get asked(): string {
    return this.#asked;
  }
  /** For numbers and dates: the browser's own variety of the language, if it names one. */
  get locale(): string {
    return wishes().find((wish) => wish.split('-')[0] === this.#code) ?? this.#code;
  }

  /** Speaks what is wished, or with "" what the browser asks for. Of several wishes the last one holds. */
  async use(wish: string): Promise<void> {
    this.#wish = wish;
    const code = bestLanguage(wish, wishes());
    const words = code === 'en' ? {} : await OTHERS[code]();
    if (this.#wish !== wish) {
      return;
    }
    this.#asked = LANGUAGES.some((known) => known === wish) ? wish : '';
    this.#words = words;
    this.#code = code;
    document.documentElement.lang = code;
  }
}

function wishes(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : navigator.languages;
}

export const language = new Language();
