/** Formats and names of the files that contain a study. */

/** Formats of an exported study, with file extension and media type. */
export const STUDY_FORMATS = {
  text: { ending: 'txt', kind: 'text/plain' },
  json: { ending: 'json', kind: 'application/json' },
  html: { ending: 'html', kind: 'text/html' },
} as const;
export type StudyFormat = keyof typeof STUDY_FORMATS;

/** Return a file name that is valid on every file system. */
export function fileName(name: string, ending: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 60);
  return `${plain || 'study'}.${ending}`;
}
