/** What is done once an element comes into sight, or so near that it may come with the next turn of the wheel. */
import type { Attachment } from 'svelte/attachments';

const NEAR = '240px';

const deeds = new WeakMap<Element, () => void>();
let watcher: IntersectionObserver | undefined;

function seen(entries: IntersectionObserverEntry[], observer: IntersectionObserver) {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) {
      observer.unobserve(target);
      deeds.get(target)?.();
    }
  }
}

export function onSight(deed: () => void): Attachment {
  return (element) => {
    watcher ??= new IntersectionObserver(seen, { rootMargin: NEAR });
    deeds.set(element, deed);
    watcher.observe(element);
    return () => watcher?.unobserve(element);
  };
}
