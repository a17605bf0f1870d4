/** What an error says to people: the server's sentence, or whatever else it says. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
