import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '#lib/settings/settings.svelte.ts';
import { goto } from '$app/navigation';
import { attention } from './attention.svelte.ts';

vi.mock('$app/navigation', () => ({ goto: vi.fn() }));

/** The notifications of the page, and those of its service worker. */
let shown: { text: string; options: NotificationOptions; onclick?: () => void }[];
let workerShown: [string, NotificationOptions][];
let registered: string[];

function stubNotification(construct: (text: string, options: NotificationOptions) => object): void {
  const fake = Object.assign(
    function notification(text: string, options: NotificationOptions) {
      return construct(text, options);
    },
    { permission: 'granted' },
  );
  vi.stubGlobal('Notification', fake);
  vi.stubGlobal('window', { Notification: fake, focus: () => undefined });
}

beforeEach(() => {
  shown = [];
  workerShown = [];
  registered = [];
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('location', { pathname: '/here' });
  const registration = {
    showNotification: async (text: string, options: NotificationOptions) => void workerShown.push([text, options]),
  };
  vi.stubGlobal('navigator', {
    serviceWorker: { register: async (path: string) => registered.push(path), ready: Promise.resolve(registration) },
  });
  vi.spyOn(settings, 'notify', 'get').mockReturnValue(true);
});

afterEach(() => {
  attention.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a notification', () => {
  it('replaces only an earlier one about the same subject, and leads to its address', () => {
    stubNotification((text, options) => {
      const notification = { text, options, close: () => undefined };
      shown.push(notification);
      return notification;
    });
    attention.notify('Sim: your turn', 'a', '/match/a');
    attention.notify('YINSH: your turn', 'b');
    expect(shown.map(({ options }) => [options.tag, options.data])).toEqual([
      ['parlour a', '/match/a'],
      ['parlour b', '/here'],
    ]);
    shown[0]?.onclick?.();
    expect(goto).toHaveBeenCalledWith('/match/a');
    expect(registered).toEqual([]);
  });

  it('is that of a service worker where pages cannot show any, as on phones', async () => {
    stubNotification(() => {
      throw new TypeError('Illegal constructor');
    });
    attention.notify('Sim: your turn', 'a', '/match/a');
    expect(attention.waiting).toBe('Sim: your turn');
    await vi.waitFor(() => expect(workerShown).toHaveLength(1));
    expect(workerShown[0]).toEqual(['Sim: your turn', { tag: 'parlour a', icon: '/icon.svg', data: '/match/a' }]);
    expect(registered).toEqual(['/notification-worker.js']);
  });

  it('is left out where neither is possible', async () => {
    stubNotification(() => {
      throw new TypeError('Illegal constructor');
    });
    vi.stubGlobal('navigator', {});
    attention.notify('Sim: your turn', 'a', '/match/a');
    expect(attention.waiting).toBe('Sim: your turn');
  });
});

describe('a click on a notification of the service worker', () => {
  /** Run the worker with open pages at some addresses; return what a click does. */
  async function click(...addresses: string[]): Promise<string[]> {
    const done: string[] = [];
    const pages = addresses.map((address) => {
      const page = {
        url: `http://localhost${address}`,
        focus: async () => {
          done.push(`focus ${address}`);
          return page;
        },
        navigate: async (to: string) => done.push(`navigate ${to}`),
      };
      return page;
    });
    const listeners = new Map<string, (event: object) => void>();
    const clients = { matchAll: async () => pages, openWindow: async (to: string) => done.push(`open ${to}`) };
    const self = { clients, addEventListener: (type: string, listener: () => void) => listeners.set(type, listener) };
    new Function('self', readFileSync('static/notification-worker.js', 'utf-8'))(self);
    let wait: Promise<void> | undefined;
    const notification = { data: '/match/a', close: () => undefined };
    listeners.get('notificationclick')?.({ notification, waitUntil: (work: Promise<void>) => (wait = work) });
    await wait;
    return done;
  }

  it('goes to the page that shows the address, or to another one, or opens one', async () => {
    expect(await click('/rules', '/match/a')).toEqual(['focus /match/a']);
    expect(await click('/rules')).toEqual(['focus /rules', 'navigate /match/a']);
    expect(await click()).toEqual(['open /match/a']);
  });
});
