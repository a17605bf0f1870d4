import { error } from '@sveltejs/kit';
import { get, ServerError } from '#lib/net/client.ts';
import { me } from '#lib/people/me.svelte.ts';
import { t } from '#lib/strings/index.ts';

export async function load({ params }: { params: { code: string } }) {
  try {
    await me.load();
    return { match: await get('/api/codes/{code}', { path: { code: params.code } }) };
  } catch (problem) {
    if (problem instanceof ServerError) {
      error(problem.status, problem.status === 404 ? t('home.code.wrong', { code: params.code }) : problem.message);
    }
    throw problem;
  }
}
