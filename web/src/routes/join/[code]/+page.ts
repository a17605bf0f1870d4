import { error, redirect } from '@sveltejs/kit';
import { codePath } from '#lib/matches/lobby/codePath.ts';
import { get, ServerError } from '#lib/net/client.ts';
import { me } from '#lib/people/me.svelte.ts';
import { t } from '#lib/strings/index.ts';

export async function load({ params }: { params: { code: string } }) {
  try {
    await me.load();
    return { match: await get('/api/codes/{code}', { path: { code: params.code } }) };
  } catch (problem) {
    const elsewhere = problem instanceof ServerError && problem.status === 404 ? await classPath(params.code) : null;
    if (elsewhere) {
      redirect(307, elsewhere);
    }
    if (problem instanceof ServerError) {
      error(problem.status, problem.status === 404 ? t('home.code.wrong', { code: params.code }) : problem.message);
    }
    throw problem;
  }
}

/** Return the page of the class with a code, if there is one. */
async function classPath(code: string): Promise<string | null> {
  const path = await codePath(code).catch(() => '');
  return path.startsWith('/class/') ? path : null;
}
