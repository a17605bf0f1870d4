// What one sees is wrong with a page without knowing it: words that are cut off, that lie on each other or outside the
// page. Given to the browser as one function; answers with a sentence for each fault.
() => {
  const SLACK = 2;
  const PICTURES = 'svg, canvas, [data-site], .picture, [role=application], .u-wrap';
  const faults = [];

  const clips = (style, axis) => ['hidden', 'clip'].includes(style[`overflow${axis}`]);
  const scrolls = (style, axis) => ['auto', 'scroll'].includes(style[`overflow${axis}`]);
  /** Whether it stays while the rest is scrolled below it. */
  const floats = (element) => {
    for (let one = element; one; one = one.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) {
        return one;
      }
    }
    return null;
  };
  const named = (element) => {
    const words = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    return `${element.tagName.toLowerCase()}.${element.className?.toString().split(' ')[0] ?? ''} “${words}”`;
  };
  const unseen = (element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.closest('.unseen, .skip, [aria-hidden=true], [inert]') !== null;

  /** The part of a box that one sees, and whether the rest cannot be brought into sight. What is folded away is not cut. */
  const seen = (box, element) => {
    let { left, right, top, bottom } = box;
    let cut = false;
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      const frame = one.getBoundingClientRect();
      for (const axis of ['X', 'Y']) {
        if (!clips(style, axis) && !scrolls(style, axis)) {
          continue;
        }
        const [from, to] = axis === 'X' ? [frame.left, frame.right] : [frame.top, frame.bottom];
        const [low, high] = axis === 'X' ? [left, right] : [top, bottom];
        const told = style.textOverflow === 'ellipsis' && (one.title || one.closest('[title]'));
        cut ||= clips(style, axis) && !told && (low < from - SLACK || high > to + SLACK);
        if (axis === 'X') {
          [left, right] = [Math.max(left, from), Math.min(right, to)];
        } else {
          [top, bottom] = [Math.max(top, from), Math.min(bottom, to)];
        }
      }
    }
    const there = right - left > SLACK && bottom - top > SLACK;
    return { left, right, top, bottom, there, cut: cut && there };
  };

  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
    faults.push('The page has to be scrolled sideways.');
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(PICTURES) || unseen(element)) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const { left, right, top, bottom, there, cut } = seen(rect, element);
      if (cut) {
        faults.push(`Cut off: ${named(element)}`);
      }
      if (there) {
        // Lines are as high as their letters, not as the space between them.
        const air = (bottom - top) * 0.2;
        lines.push({ element, left, right, top: top + air, bottom: bottom - air, floats: floats(element) });
        if (left < -SLACK || right > document.documentElement.clientWidth + SLACK) {
          faults.push(`Outside the page: ${named(element)}`);
        }
      }
    }
  }
  lines.sort((one, other) => one.top - other.top);
  lines.forEach((one, n) => {
    for (const other of lines.slice(n + 1)) {
      if (other.top >= one.bottom) {
        break;
      }
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - other.top;
      if (across > SLACK && down > SLACK && one.element !== other.element && one.floats === other.floats) {
        faults.push(`On each other: ${named(one.element)} and ${named(other.element)}`);
      }
    }
  });
  return [...new Set(faults)];
}
