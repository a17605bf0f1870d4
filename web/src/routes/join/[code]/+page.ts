import { error, redirect } from '@sveltejs/kit';
import { codePath } from '#lib/matches/lobby/codePath.ts';
import { get, ServerError } from '#lib/net/client.ts';
import { me } from '#lib/people/me.svelte.ts';

export async function load({ params }: { params: { code: string } }) {
  try {
    await me.load();
    return { code: params.code, match: await get('/api/codes/{code}', { path: { code: params.code } }) };
  } catch (problem) {
    const elsewhere = problem instanceof ServerError && problem.status === 404 ? await classPath(params.code) : null;
    if (elsewhere) {
      redirect(307, elsewhere);
    }
    if (problem instanceof ServerError && problem.status === 404) {
      return { code: params.code, match: null };
    }
    if (problem instanceof ServerError) {
      error(problem.status, problem.message);
    }
    throw problem;
  }
}

/** Return the page of the class with a code, if there is one. */
async function classPath(code: string): Promise<string | null> {
  const path = await codePath(code).catch(() => '');
  return path.startsWith('/class/') ? path : null;
}
