/** Reminders that this browser has shown, so that none is repeated after a reload or in another tab. */
export class ShownReminders {
  /** For browsers that store nothing. */
  #keys: readonly unknown[] = [];

  constructor(private readonly storageKey: string) {}

  /** Return the keys of current reminders that were not shown, and remember all of them and no others. */
  takeNew(current: readonly string[]): string[] {
    const known = this.#read();
    this.#keys = current;
    try {
      localStorage.setItem(this.storageKey, JSON.stringify(current));
    } catch {
      // Storage is unavailable: the next page reminds again.
    }
    return current.filter((key) => !known.includes(key));
  }

  #read(): readonly unknown[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.storageKey) ?? '[]');
      return Array.isArray(stored) ? stored : [];
    } catch {
      return this.#keys;
    }
  }
}
