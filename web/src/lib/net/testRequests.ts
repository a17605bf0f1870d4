/** Requests of a test, to be answered one by one and in any order. */
import { vi } from 'vitest';

export interface TestRequest {
  path: string;
  body: Record<string, unknown>;
  /** Answer with a body, and let the page take it. */
  answer: (body: unknown, status?: number) => Promise<void>;
}

export class TestRequests {
  readonly #open: TestRequest[] = [];

  /** Replace `fetch` until `vi.unstubAllGlobals()`. */
  constructor() {
    vi.stubGlobal('document', {
      cookie: 'parlour_csrf=token',
      documentElement: { dataset: {}, style: { setProperty: () => undefined, removeProperty: () => undefined } },
    });
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      return new Promise<Response>((resolve) => {
        this.#open.push({
          path: url.split('?')[0] ?? '',
          body: init.body ? JSON.parse(String(init.body)) : {},
          answer: async (body, status = 200) => {
            resolve(new Response(JSON.stringify(body), { status }));
            await settled();
          },
        });
      });
    });
  }

  /** Return the next request to a path, and fail if the page makes none. */
  async next(path: string): Promise<TestRequest> {
    await settled();
    const at = this.#open.findIndex((request) => request.path === path);
    const [request] = at < 0 ? [] : this.#open.splice(at, 1);
    if (!request) {
      throw new Error(`There is no request to ${path}, only to: ${this.paths.join(', ')}`);
    }
    return request;
  }

  /** The paths of the requests without an answer. */
  get paths(): string[] {
    return this.#open.map((request) => request.path);
  }
}

/** Run everything that waits for answers already given. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await Promise.resolve();
  }
  await new Promise((resolve) => setImmediate(resolve));
}
