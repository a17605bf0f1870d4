/** Buttons are heard softly. The places of a board are not: what happens there has sounds of its own. */
import { sound } from './sound.ts';

const HEARD = 'button, a[href], [role="menuitem"], [role="tab"], [role="switch"], [role="radio"]';

/** Listens to the whole page; gives the way to stop it. */
export function playButtonSounds(): () => void {
  const onclick = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest(HEARD) : null;
    if (pressed && !pressed.matches('[data-site], [aria-disabled="true"]')) {
      sound('press');
    }
  };
  document.addEventListener('click', onclick, { capture: true });
  return () => document.removeEventListener('click', onclick, { capture: true });
}
