/** Which languages there are, and which of them somebody wants. */

export const LANGUAGES = ['en', 'de'] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/** The language that was chosen; otherwise the first that the browser asks for and the page speaks. */
export function bestLanguage(chosen: string, preferred: readonly string[]): LanguageCode {
  for (const candidate of [chosen, ...preferred]) {
    const code = LANGUAGES.find((known) => known === candidate.toLowerCase().split('-')[0]);
    if (code !== undefined) {
      return code;
    }
  }
  return 'en';
}

/** What a language calls itself: "Deutsch". */
export function ownName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
