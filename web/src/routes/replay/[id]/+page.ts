import { error } from '@sveltejs/kit';
import { get, ServerError } from '#lib/net/client.ts';

export async function load({ params, parent }: { params: { id: string }; parent: () => Promise<unknown> }) {
  await parent(); // The server answers in the language that the layout loads.
  try {
    return { view: await get('/api/matches/{match}/replay', { path: { match: params.id } }) };
  } catch (problem) {
    if (problem instanceof ServerError) {
      error(problem.status, problem.message);
    }
    throw problem;
  }
}
