/** Save files through the browser. */

/** Save the file at a URL; without a name, the server names it. */
export function saveUrl(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Save data made by the page. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveUrl(address, name);
  // The URL must stay valid until the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
