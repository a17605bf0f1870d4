/** The available languages, and the choice among them. */

export const LANGUAGES = ['en', 'de'] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/** Return the chosen language, or else the first one that the browser prefers and the page has. */
export function bestLanguage(chosen: string, preferred: readonly string[]): LanguageCode {
  for (const candidate of [chosen, ...preferred]) {
    const code = LANGUAGES.find((known) => known === candidate.toLowerCase().split('-')[0]);
    if (code !== undefined) {
      return code;
    }
  }
  return 'en';
}

/** Return the name of a language in itself: "Deutsch". */
export function ownName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
