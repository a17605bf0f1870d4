import { settings } from '#lib/settings/settings.svelte.ts';
import { language } from '#lib/strings/language.svelte.ts';

export const ssr = false;

/** The first picture is in the right language already. */
export async function load(): Promise<void> {
  await language.use(settings.language).catch(() => undefined); // the layout tries again and says what is wrong
}
