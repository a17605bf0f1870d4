import { error } from '@sveltejs/kit';
import { get, ServerError } from '#lib/net/client.ts';
import type { MatchSummaryView } from '#lib/net/types.ts';
import { me } from '#lib/people/me.svelte.ts';

export async function load({ params }: { params: { code: string } }) {
  try {
    await me.load();
    return { match: await get<MatchSummaryView>(`/api/codes/${encodeURIComponent(params.code)}`) };
  } catch (fault) {
    if (fault instanceof ServerError) {
      error(fault.status, fault.message);
    }
    throw fault;
  }
}
