import { error } from '@sveltejs/kit';
import { ServerError } from '#lib/net/client.ts';
import { me } from '#lib/people/me.svelte.ts';
import { openForm } from '#lib/setup/openForm.ts';

export async function load({ params, parent }: { params: { game: string }; parent: () => Promise<unknown> }) {
  await parent(); // The server answers in the language that the layout loads.
  try {
    await me.load();
    return { form: await openForm(params.game) };
  } catch (problem) {
    if (problem instanceof ServerError) {
      error(problem.status, problem.message);
    }
    throw problem;
  }
}
