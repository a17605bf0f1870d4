import { expect, test } from 'vitest';
import { ButtonPositions, type PositionedElement } from './buttonPositions.ts';
import type { SiteButton } from './siteButtons.ts';

/** Return an element that records what is written to its style. */
function watched(): { element: PositionedElement; writes: string[] } {
  const writes: string[] = [];
  const style = new Proxy(
    { transform: '', width: '', height: '', zIndex: '' },
    {
      set(target, name, value) {
        writes.push(String(name));
        return Reflect.set(target, name, value);
      },
    },
  );
  return { element: { style }, writes };
}

const button: SiteButton = { site: 3, x: 40, y: 60, reach: 15, order: 7 };

test('an element is placed at the position of its button', () => {
  const { element } = watched();
  new ButtonPositions().put(element, button);
  expect({ ...element.style }).toEqual({
    transform: 'translate(25px, 45px)',
    width: '30px',
    height: '30px',
    zIndex: '7',
  });
});

test('only changed styles are written', () => {
  const { element, writes } = watched();
  const following = new ButtonPositions();
  following.put(element, button);
  writes.length = 0;
  following.put(element, { ...button });
  expect(writes).toEqual([]);
  following.put(element, { ...button, x: 41 });
  expect(writes).toEqual(['transform']);
  writes.length = 0;
  following.put(element, { ...button, x: 41, order: 8 });
  expect(writes).toEqual(['zIndex']);
});

test('a new element at a site gets all styles', () => {
  const following = new ButtonPositions();
  following.put(watched().element, button);
  const { element, writes } = watched();
  following.put(element, button);
  expect(new Set(writes)).toEqual(new Set(['transform', 'width', 'height', 'zIndex']));
});
