import { error } from '@sveltejs/kit';
import { get, ServerError } from '#lib/net/client.ts';
import { me } from '#lib/people/me.svelte.ts';

export async function load({ params }: { params: { code: string } }) {
  try {
    await me.load();
    return { match: await get('/api/codes/{code}', { path: { code: params.code } }) };
  } catch (fault) {
    if (fault instanceof ServerError) {
      error(fault.status, fault.message);
    }
    throw fault;
  }
}
