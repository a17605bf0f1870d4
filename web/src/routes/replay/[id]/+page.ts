import { error } from '@sveltejs/kit';
import { get, ServerError } from '#lib/net/client.ts';
import type { ReplayView } from '#lib/net/types.ts';

export async function load({ params }: { params: { id: string } }) {
  try {
    return { view: await get<ReplayView>(`/api/matches/${encodeURIComponent(params.id)}/replay`) };
  } catch (fault) {
    if (fault instanceof ServerError) {
      error(fault.status, fault.message);
    }
    throw fault;
  }
}
