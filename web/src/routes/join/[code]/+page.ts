import { error } from '@sveltejs/kit';
import { get, ServerError } from '#lib/net/client.ts';
import { me } from '#lib/people/me.svelte.ts';

export async function load({ params }: { params: { code: string } }) {
  try {
    await me.load();
    return { match: await get('/api/codes/{code}', { path: { code: params.code } }) };
  } catch (problem) {
    if (problem instanceof ServerError) {
      error(problem.status, problem.message);
    }
    throw problem;
  }
}
