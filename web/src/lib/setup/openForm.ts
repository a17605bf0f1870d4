/**
 * The set-up form on the page. A change of language reloads the page's data; the content of the form must survive it.
 */
import { language } from '#lib/strings/language.svelte.ts';
import { SetupForm } from './form.svelte.ts';

let open: { form: SetupForm; locale: string } | null = null;

/** Return the form of a game: the open one with new texts, or a new one. */
export async function openForm(game: string): Promise<SetupForm> {
  const locale = language.code;
  const before = open?.form.info.key === game && open.locale !== locale ? open.form : undefined;
  const form = await SetupForm.load(game, before);
  open = { form, locale };
  return form;
}

/** Discard the form, so that the next visit starts with the last set-up. */
export function leaveForm(): void {
  open = null;
}
