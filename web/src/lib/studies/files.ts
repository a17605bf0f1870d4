/** Files to and from the disk. */

/** The forms in which a study leaves: with the ending of its file, and its kind. */
export const STUDY_FORMATS = {
  text: { ending: 'txt', kind: 'text/plain' },
  json: { ending: 'json', kind: 'application/json' },
  html: { ending: 'html', kind: 'text/html' },
} as const;
export type StudyFormat = keyof typeof STUDY_FORMATS;

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string, kind: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file by the time anything else happens.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** A name that every file system takes. */
export function fileName(name: string, ending: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 60);
  return `${plain || 'study'}.${ending}`;
}
