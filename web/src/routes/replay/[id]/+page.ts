import { error } from '@sveltejs/kit';
import { get, ServerError } from '#lib/net/client.ts';

export async function load({ params }: { params: { id: string } }) {
  try {
    return { view: await get('/api/matches/{match}/replay', { path: { match: params.id } }) };
  } catch (problem) {
    if (problem instanceof ServerError) {
      error(problem.status, problem.message);
    }
    throw problem;
  }
}
