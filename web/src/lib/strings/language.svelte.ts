/**
 * Language of the page. English is built in; others are loaded on demand. A change updates all texts, and the server
 * answers in the same language.
 */

import type { Catalogue } from './catalogue.ts';
import { bestLanguage, LANGUAGES, type LanguageCode } from './languages.ts';

const OTHERS: Record<Exclude<LanguageCode, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('./de/index.ts')).german,
};

class Language {
  #code = $state<LanguageCode>('en');
  #texts = $state.raw<Catalogue>({});
  #requested = '';
  #chosen = '';

  /** Current language: "en", "de". */
  get code(): LanguageCode {
    return this.#code;
  }
  /** Texts of the current language that replace the English ones. */
  get texts(): Catalogue {
    return this.#texts;
  }
  /** Language for server requests; "" lets the browser decide. */
  get requested(): string {
    return this.#requested;
  }
  /** Locale for numbers and dates: the browser's variant of the language, if any. */
  get locale(): string {
    return browserLanguages().find((one) => one.split('-')[0] === this.#code) ?? this.#code;
  }

  /** Change the language; "" means the browser's. The latest call wins. */
  async use(chosen: string): Promise<void> {
    this.#chosen = chosen;
    const code = bestLanguage(chosen, browserLanguages());
    const words = code === 'en' ? {} : await OTHERS[code]();
    if (this.#chosen !== chosen) {
      return;
    }
    this.#requested = LANGUAGES.some((known) => known === chosen) ? chosen : '';
    this.#texts = words;
    this.#code = code;
    document.documentElement.lang = code;
  }
}

function browserLanguages(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : navigator.languages;
}

export const language = new Language();
