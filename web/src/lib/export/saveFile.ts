/** Save files from the server, or made by the page, through the browser. */

/** Save the file at an address; without a name, the server decides the name. */
export function saveUrl(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Save data that the page has made. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveUrl(address, name);
  // The address must stay valid until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
