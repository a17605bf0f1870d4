/** Links to a class for others. If this page has a local address, the server's first network address is used. */
import { inviteLink, isLocalOrigin } from '#lib/matches/lobby/inviteLink.ts';
import { get } from '#lib/net/client.ts';
import { me } from '#lib/people/me.svelte.ts';

let addresses = $state.raw<string[] | null>(null);

/** Return the link with which pupils join. Only the owner may read the server's addresses; they are read once. */
export function classLink(code: string): string {
  if (addresses === null && me.owner && isLocalOrigin(location.origin)) {
    get('/api/owner').then(
      (info) => {
        addresses = info.addresses;
      },
      () => undefined, // the link then has the address of this page
    );
  }
  return inviteLink(`/class/${code}`, location.origin, addresses ?? []);
}
