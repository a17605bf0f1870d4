/** Scroll a list, but not the page, to its `aria-current` element; return whether it has one. */
export function scrollToCurrent(list: HTMLElement): boolean {
  const current = list.querySelector<HTMLElement>('[aria-current]');
  if (current === null) {
    return false;
  }
  const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  const top = inner.top - outer.top - list.clientTop + list.scrollTop;
  if (top < list.scrollTop || top + inner.height > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
  const left = inner.left - outer.left - list.clientLeft + list.scrollLeft;
  if (left < list.scrollLeft || left + inner.width > list.scrollLeft + list.clientWidth) {
    list.scrollLeft = left - list.clientWidth / 2;
  }
  return true;
}
