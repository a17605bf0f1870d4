/**
 * The set-up form that is on the page. When the language changes, the page is built anew and its data asked for again: what
 * was filled in stays.
 */
import { language } from '#lib/strings/language.svelte.ts';
import { SetupForm } from './form.svelte.ts';

let open: { form: SetupForm; locale: string } | null = null;

/** The form of a game: the one that is open, said again in another language, or a new one. */
export async function openForm(game: string): Promise<SetupForm> {
  const locale = language.code;
  const before = open?.form.info.key === game && open.locale !== locale ? open.form : undefined;
  const form = await SetupForm.load(game, before);
  open = { form, locale };
  return form;
}

/** The form is left: whoever comes back begins with what was last played. */
export function leaveForm(): void {
  open = null;
}
