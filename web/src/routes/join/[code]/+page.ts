import { error, redirect } from '@sveltejs/kit';
import { get, ServerError } from '#lib/net/client.ts';
import { me } from '#lib/people/me.svelte.ts';
import { t } from '#lib/strings/index.ts';

export async function load({ params }: { params: { code: string } }) {
  try {
    await me.load();
    return { match: await get('/api/codes/{code}', { path: { code: params.code } }) };
  } catch (problem) {
    if (problem instanceof ServerError && problem.status === 404 && (await isClass(params.code))) {
      redirect(307, `/class/${params.code}`);
    }
    if (problem instanceof ServerError) {
      error(problem.status, problem.status === 404 ? t('home.code.wrong', { code: params.code }) : problem.message);
    }
    throw problem;
  }
}

/** Return whether a code is that of a class. */
async function isClass(code: string): Promise<boolean> {
  try {
    await get('/api/classrooms/{code}', { path: { code } });
    return true;
  } catch {
    return false;
  }
}
