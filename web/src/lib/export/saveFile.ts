/** Files that leave the page: from an address of the server, or made here. */

/** Lets the browser save what an address gives; the server says how the file is called. */
export function saveUrl(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Lets the browser save something that was made here. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveUrl(address, name);
  // The browser has to begin with it before the address may go.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
