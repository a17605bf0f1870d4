/** Whether this browser or this account has seen the tour. It is shown once. */
import { me } from '#lib/people/me.svelte.ts';

const STORAGE_KEY = 'parlour.tour';
const PREFERENCE = 'tour';

/** Return whether the tour was seen, here or by this person elsewhere. */
export function tourSeen(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null || me.preference(PREFERENCE) === true;
  } catch {
    return true; // A browser that remembers nothing would show it in every game.
  }
}

/** Remember that the tour was seen, in this browser and for this person. */
export function rememberTour(): void {
  localStorage.setItem(STORAGE_KEY, 'seen');
  // Without an answer it is remembered in this browser at least.
  me.prefer(PREFERENCE, true).catch(() => undefined);
}
