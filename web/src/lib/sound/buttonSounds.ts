/** Soft clicks for buttons, except the sites of a board, which have their own sounds. */
import { sound } from './sound.ts';

const BUTTON_SELECTOR = 'button, a[href], [role="menuitem"], [role="tab"], [role="switch"], [role="radio"]';

/** Play sounds for all buttons; return a function that stops. */
export function playButtonSounds(): () => void {
  const onclick = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest(BUTTON_SELECTOR) : null;
    if (pressed && !pressed.matches('[data-site], [aria-disabled="true"]')) {
      sound('press');
    }
  };
  document.addEventListener('click', onclick, { capture: true });
  return () => document.removeEventListener('click', onclick, { capture: true });
}
