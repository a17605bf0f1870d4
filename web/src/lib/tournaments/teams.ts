/** Return the names of teams in a text with commas, each once. */
export function teamNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().replace(/\s+/g, ' '));
  return [...new Set(names.filter(Boolean))];
}
