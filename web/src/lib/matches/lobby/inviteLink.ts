/** The link by which others join a match or a class. */
const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Return whether an origin works on this computer only. */
export function isLocalOrigin(origin: string): boolean {
  return OWN_MACHINE.includes(new URL(origin).hostname);
}

/**
 * Return the URL of a match or another page for others: with the origin of this page, or if that is local, with the server's first
 * network address.
 */
export function inviteLink(path: string, origin: string, addresses: readonly string[]): string {
  const elsewhere = isLocalOrigin(origin) ? addresses.find((address) => !isLocalOrigin(address)) : undefined;
  return new URL(path, elsewhere ?? origin).href;
}
