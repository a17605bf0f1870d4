import { error } from '@sveltejs/kit';
import { get, ServerError } from '#lib/net/client.ts';

export async function load({ params }: { params: { id: string } }) {
  try {
    return { view: await get('/api/matches/{match}/replay', { path: { match: params.id } }) };
  } catch (fault) {
    if (fault instanceof ServerError) {
      error(fault.status, fault.message);
    }
    throw fault;
  }
}
