import { settings } from '#lib/settings/settings.svelte.ts';
import { language } from '#lib/strings/language.svelte.ts';

export const ssr = false;

/** Load the language before the first paint. */
export async function load(): Promise<void> {
  await language.use(settings.language).catch(() => undefined); // The layout tries again and reports the error.
}
