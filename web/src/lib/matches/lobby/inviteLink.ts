/** The link that others follow to a match. */
const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is of use on this machine only. */
export function isLocalOrigin(origin: string): boolean {
  return OWN_MACHINE.includes(new URL(origin).hostname);
}

/**
 * The address of a match for others: as this page was called, or where that is this machine's own name, the first address
 * under which the server says it can be reached.
 */
export function inviteLink(match: string, origin: string, addresses: readonly string[]): string {
  const elsewhere = isLocalOrigin(origin) ? addresses.find((address) => !isLocalOrigin(address)) : undefined;
  return new URL(`/match/${match}`, elsewhere ?? origin).href;
}
