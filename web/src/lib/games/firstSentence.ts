/** The first sentence of a description: enough to know what it is about. */
export function firstSentence(description: string): string {
  return (/^.*?[.!?](?=\s|$)/s.exec(description.trim()) ?? [description.trim()])[0];
}
