// Find visible faults of a page without knowing the page: text that is cut off, overlaps other text, or is outside the
// page. `accessibility.py` runs this in the browser; `layoutFaults` returns a sentence for each fault.
const SLACK = 2;
const PICTURES = 'svg, canvas, [data-site], .picture, [role=application], .u-wrap';

const clips = (style, axis) => ['hidden', 'clip'].includes(style[`overflow${axis}`]);
const scrolls = (style, axis) => ['auto', 'scroll'].includes(style[`overflow${axis}`]);

/** Return the element that keeps this one in place while the rest is scrolled below it, or null. */
function floats(element) {
  for (let one = element; one; one = one.parentElement) {
    if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) {
      return one;
    }
  }
  return null;
}

function nameOf(element) {
  const words = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
  return `${element.tagName.toLowerCase()}.${element.className?.toString().split(' ')[0] ?? ''} “${words}”`;
}

const isHidden = (element) =>
  !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
  element.closest('.unseen, .skip, [aria-hidden=true], [inert]') !== null;

/** Return the visible part of a box, and whether the rest cannot be scrolled into view. Collapsed parts are not cut. */
function visiblePart(box, element) {
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
      const hasTitle = style.textOverflow === 'ellipsis' && (one.title || one.closest('[title]'));
      cut ||= clips(style, axis) && !hasTitle && (low < from - SLACK || high > to + SLACK);
      if (axis === 'X') {
        [left, right] = [Math.max(left, from), Math.min(right, to)];
      } else {
        [top, bottom] = [Math.max(top, from), Math.min(bottom, to)];
      }
    }
  }
  const visible = right - left > SLACK && bottom - top > SLACK;
  return { left, right, top, bottom, visible, cut: cut && visible };
}

/** Return the text nodes outside pictures that are shown. */
function texts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() && !element.closest(PICTURES) && !isHidden(element)) {
      found.push(node);
    }
  }
  return found;
}

/** Return the lines of a text node. */
function linesOf(node) {
  const element = node.parentElement;
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].map((rect) => ({ element, ...visiblePart(rect, element) }));
}

function* overlaps(lines) {
  // Lines are as high as their letters, without the space between them.
  const boxes = lines.map(({ element, left, right, top, bottom }) => {
    const space = (bottom - top) * 0.2;
    return { element, left, right, top: top + space, bottom: bottom - space, floats: floats(element) };
  });
  boxes.sort((one, other) => one.top - other.top);
  for (const [n, one] of boxes.entries()) {
    for (const other of boxes.slice(n + 1)) {
      if (other.top >= one.bottom) {
        break;
      }
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - other.top;
      if (across > SLACK && down > SLACK && one.element !== other.element && one.floats === other.floats) {
        yield `Overlap: ${nameOf(one.element)} and ${nameOf(other.element)}`;
      }
    }
  }
}

/** Return a sentence for each fault, without repetitions. */
function layoutFaults() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const lines = texts().flatMap(linesOf);
  const visible = lines.filter((line) => line.visible);
  const outside = visible.filter(({ left, right }) => left < -SLACK || right > clientWidth + SLACK);
  return [
    ...new Set([
      ...(scrollWidth > clientWidth ? ['The page has to be scrolled sideways.'] : []),
      ...lines.filter((line) => line.cut).map(({ element }) => `Cut off: ${nameOf(element)}`),
      ...outside.map(({ element }) => `Outside the page: ${nameOf(element)}`),
      ...overlaps(visible),
    ]),
  ];
}
