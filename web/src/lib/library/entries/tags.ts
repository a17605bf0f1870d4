/** Return the tags in a text, separated by commas. */
export function readTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}

export function writeTags(tags: readonly string[]): string {
  return tags.join(', ');
}
