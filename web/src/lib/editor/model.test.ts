import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditorView, GameView } from '#lib/net/types.ts';
import type { Draft } from './draft.ts';
import { EditorModel } from './model.svelte.ts';

/** A board of three sites, written as three signs; a text of any other length is wrong. */
const draftOf = (text: string): Draft => ({ game: 'toy', options: {}, pieces: [], seat: 0, notes: text }) as Draft;
const spansOf = (text: string) => [...text].map((_, n) => ({ start: n, end: n + 1, sites: [n], sign: null }));
const positionOf = (text: string) => ({
  share: `toy;;${text}`,
  position: { text, pieces: [], legal: [] },
  table: { options: {}, sides: [], board: { sites: [] } },
});
const viewOf = (text: string) =>
  ({
    palette: { editable: true, kinds: [], legend: [{ written: '.' }, { written: 'x' }] },
    draft: draftOf(text),
    position: positionOf(text),
  }) as unknown as EditorView;

interface Request {
  path: string;
  body: { text?: string; share?: string; notes?: string };
  answer: (body: unknown, status?: number) => Promise<void>;
}

let requests: Request[];
let model: EditorModel;

function readAnswer(text: string) {
  return text.length === 3
    ? { spans: spansOf(text), fault: null, draft: draftOf(text), problems: [], position: positionOf(text) }
    : {
        spans: [],
        fault: { error: 'notation', text: 'Write three signs.' },
        draft: null,
        problems: [],
        position: null,
      };
}

/** Answer a request as the server would. */
function answer(request: Request | undefined): Promise<void> {
  const { path, body, answer: send } = request ?? expect.fail('nothing was asked');
  if (path === '/api/editor/text') {
    return send(readAnswer(body.text ?? ''));
  }
  const text = body.share?.split(';')[2] ?? body.notes ?? '';
  return send(
    path === '/api/editor/open'
      ? viewOf(text)
      : { problems: [], position: positionOf(text), text, spans: spansOf(text) },
  );
}

/** Wait until something has been asked that is not answered yet. */
async function asked(path: string): Promise<Request> {
  await vi.waitFor(() => expect(requests.at(-1)?.path).toBe(path));
  return requests.pop() as Request;
}

beforeEach(async () => {
  vi.useFakeTimers();
  requests = [];
  vi.stubGlobal('document', { cookie: 'parlour_csrf=token' });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    return new Promise<Response>((resolve) => {
      requests.push({
        path,
        body: JSON.parse(String(init.body)),
        answer: async (body, status = 200) => {
          resolve(new Response(JSON.stringify(body), { status }));
          await vi.advanceTimersByTimeAsync(0);
        },
      });
    });
  });
  model = new EditorModel({ key: 'toy', kinds: [] } as unknown as GameView, viewOf('...'), '');
  model.spans = spansOf('...');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Let the pause after typing pass. */
const pause = () => vi.advanceTimersByTimeAsync(200);

describe('what is typed', () => {
  it('is kept when the answer to an earlier text arrives', async () => {
    model.type('x..');
    await pause();
    const earlier = await asked('/api/editor/text');
    model.type('xx');
    await answer(earlier);
    expect(model.text).toBe('xx');
    await pause();
    await answer(await asked('/api/editor/text'));
    expect([model.text, model.error?.text]).toEqual(['xx', 'Write three signs.']);
  });

  it('is kept when the answer about an earlier draft arrives', async () => {
    model.change(draftOf('.x.'));
    const earlier = await asked('/api/editor/check');
    model.type('xx.');
    await answer(earlier);
    expect(model.text).toBe('xx.');
    await pause();
    await answer(await asked('/api/editor/text'));
    expect(model.share).toBe('toy;;xx.');
  });

  it('is kept when a position opens that was asked for earlier', async () => {
    void model.open({ share: 'toy;;.x.' });
    const earlier = await asked('/api/editor/open');
    model.type('xx.');
    await answer(earlier);
    expect(model.text).toBe('xx.');
  });

  it('is kept when an earlier draft is refused, and the draft before it returns', async () => {
    const { draft } = model;
    model.change(draftOf('.x.'));
    const earlier = await asked('/api/editor/check');
    model.type('xx.');
    await earlier.answer({ error: 'rules', text: 'No.', line: null, column: null }, 400);
    expect(model.text).toBe('xx.');
    expect(model.draft).toEqual(draft);
  });

  it('gives way to a later undo', async () => {
    model.change(draftOf('..x'));
    await answer(await asked('/api/editor/check'));
    model.type('xx.');
    model.undo();
    const later = await asked('/api/editor/check');
    await pause();
    await answer(later);
    expect([model.text, requests]).toEqual(['...', []]);
  });

  it('gives way to a position that is opened later', async () => {
    model.type('xx.');
    void model.open({ share: 'toy;;.x.' });
    const later = await asked('/api/editor/open');
    await pause();
    await answer(later);
    await answer(await asked('/api/editor/text'));
    expect([model.text, requests]).toEqual(['.x.', []]);
  });
});

it('signs that are placed in quick succession all stay', async () => {
  model.tool = { is: 'sign', sign: 1 };
  model.use([0]);
  model.use([2]);
  await answer(await asked('/api/editor/text'));
  await answer(await asked('/api/editor/text'));
  expect(model.text).toBe('x.x');
});
