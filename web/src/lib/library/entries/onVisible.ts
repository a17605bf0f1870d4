/** Run a callback once an element becomes visible, or is about to. */
import type { Attachment } from 'svelte/attachments';

const ROOT_MARGIN = '240px';

const callbacks = new WeakMap<Element, () => void>();
let watcher: IntersectionObserver | undefined;

function runVisible(entries: IntersectionObserverEntry[], observer: IntersectionObserver) {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) {
      observer.unobserve(target);
      callbacks.get(target)?.();
    }
  }
}

export function onVisible(callback: () => void): Attachment {
  return (element) => {
    watcher ??= new IntersectionObserver(runVisible, { rootMargin: ROOT_MARGIN });
    callbacks.set(element, callback);
    watcher.observe(element);
    return () => watcher?.unobserve(element);
  };
}
