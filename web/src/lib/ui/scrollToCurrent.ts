/** Keeps what is looked at in a list in sight, without moving the page around the list. */

/** Scrolls a list so that its current part, marked by `aria-current`, is seen; false if it has none. */
export function scrollToCurrent(list: HTMLElement): boolean {
  const current = list.querySelector<HTMLElement>('[aria-current]');
  if (current === null) {
    return false;
  }
  const place =
    current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientTop + list.scrollTop;
  if (place < list.scrollTop || place + current.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = place - list.clientHeight / 2;
  }
  return true;
}
