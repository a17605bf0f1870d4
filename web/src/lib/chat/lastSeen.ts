/** Which messages were seen in this tab, so that a reload does not count them as new. */
const KEY = 'parlour.chat.seen';
const MAX_PLACES = 50;

/** Return when the last message that was seen in a chat had been sent. */
export function lastSeen(place: string): number {
  return read()[place] ?? 0;
}

export function rememberSeen(place: string, at: number): void {
  const others = Object.entries(read()).filter(([other]) => other !== place);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - MAX_PLACES), [place, at]])));
  } catch {
    // Storage is unavailable: after a reload, messages count as new.
  }
}

function read(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    return Object.fromEntries(entries.filter(([, at]) => typeof at === 'number')) as Record<string, number>;
  } catch {
    return {};
  }
}
