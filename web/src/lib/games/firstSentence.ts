/** Return the first sentence of a description. */
export function firstSentence(description: string): string {
  return (/^.*?[.!?](?=\s|$)/s.exec(description.trim()) ?? [description.trim()])[0];
}
