/** Scroll a list, but not the page, to its `aria-current` element; return whether it has one. */
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
