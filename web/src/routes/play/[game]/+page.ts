import { error } from '@sveltejs/kit';
import { ServerFault } from '#lib/api/client.ts';
import { me } from '#lib/people/me.svelte.ts';
import { SetupForm } from '#lib/setup/form.svelte.ts';

export async function load({ params }: { params: { game: string } }) {
  try {
    await me.load();
    return { form: await SetupForm.load(params.game) };
  } catch (fault) {
    if (fault instanceof ServerFault) {
      error(fault.status, fault.message);
    }
    throw fault;
  }
}
