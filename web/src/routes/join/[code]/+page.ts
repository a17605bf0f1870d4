import { error, redirect } from '@sveltejs/kit';
import { codePath } from '#lib/matches/lobby/codePath.ts';
import { get, ServerError } from '#lib/net/client.ts';
import { me } from '#lib/people/me.svelte.ts';

export async function load({ params: { code }, parent }: { params: { code: string }; parent: () => Promise<unknown> }) {
  await parent(); // The server answers in the language that the layout loads.
  try {
    await me.load();
    const path = await codePath(code);
    if (path.startsWith('/class/')) {
      redirect(307, path);
    }
    return { code, match: await get('/api/codes/{code}', { path: { code } }) };
  } catch (problem) {
    if (problem instanceof ServerError && problem.status === 404) {
      return { code, match: null };
    }
    if (problem instanceof ServerError) {
      error(problem.status, problem.message);
    }
    throw problem;
  }
}
