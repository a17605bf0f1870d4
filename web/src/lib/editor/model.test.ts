import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestRequest, TestRequests } from '#lib/net/testRequests.ts';
import type { EditorView, GameView } from '#lib/net/types.ts';
import type { Draft } from './draft.ts';
import { EditorModel } from './model.svelte.ts';

/** Return a board of three sites, written as three signs; a text of any other length is wrong. */
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

let requests: TestRequests;
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
function answer({ path, body, answer: send }: TestRequest): Promise<void> {
  if (path === '/api/editor/text') {
    return send(readAnswer(String(body.text)));
  }
  const text = String(body.share ?? body.notes)
    .split(';')
    .at(-1) as string;
  return send(
    path === '/api/editor/open'
      ? viewOf(text)
      : { problems: [], position: positionOf(text), text, spans: spansOf(text) },
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  requests = new TestRequests();
  model = new EditorModel({ key: 'toy', kinds: [] } as unknown as GameView, viewOf('...'), '');
  model.spans = spansOf('...');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Let the pause after typing pass. */
const pause = () => vi.advanceTimersByTimeAsync(200);

/** Answer the request about a typed text. */
const answerTyped = async () => {
  await pause();
  await answer(await requests.next('/api/editor/text'));
};

describe('what is typed', () => {
  it('is kept when the answer to an earlier text arrives', async () => {
    model.type('x..');
    await pause();
    const earlier = await requests.next('/api/editor/text');
    model.type('xx');
    await answer(earlier);
    expect(model.text).toBe('xx');
    await answerTyped();
    expect([model.text, model.error?.text]).toEqual(['xx', 'Write three signs.']);
  });

  it('is kept when the answer about an earlier draft arrives', async () => {
    model.change(draftOf('.x.'));
    const earlier = await requests.next('/api/editor/check');
    model.type('xx.');
    await answer(earlier);
    expect(model.text).toBe('xx.');
    await answerTyped();
    expect(model.share).toBe('toy;;xx.');
  });

  it('is kept when a position opens that was asked for earlier', async () => {
    void model.open({ share: 'toy;;.x.' });
    const earlier = await requests.next('/api/editor/open');
    model.type('xx.');
    await answer(earlier);
    expect(model.text).toBe('xx.');
  });

  it('is kept when an earlier draft is refused, and the draft before it returns', async () => {
    const { draft } = model;
    model.change(draftOf('.x.'));
    const earlier = await requests.next('/api/editor/check');
    model.type('xx.');
    await earlier.answer({ error: 'rules', text: 'No.', line: null, column: null }, 400);
    expect(model.text).toBe('xx.');
    expect(model.draft).toEqual(draft);
  });
});

describe('what is typed before another change', () => {
  it('gives way to an undo', async () => {
    model.change(draftOf('..x'));
    await answer(await requests.next('/api/editor/check'));
    model.type('xx.');
    model.undo();
    const later = await requests.next('/api/editor/check');
    await pause();
    await answer(later);
    expect([model.text, requests.paths]).toEqual(['...', []]);
  });

  it('gives way to a position that is opened', async () => {
    model.type('xx.');
    void model.open({ share: 'toy;;.x.' });
    const later = await requests.next('/api/editor/open');
    await pause();
    await answer(later);
    await answer(await requests.next('/api/editor/text'));
    expect([model.text, requests.paths]).toEqual(['.x.', []]);
  });
});

it('signs that are placed in quick succession all stay', async () => {
  model.tool = { is: 'sign', sign: 1 };
  model.use([0]);
  model.use([2]);
  await answer(await requests.next('/api/editor/text'));
  await answer(await requests.next('/api/editor/text'));
  expect(model.text).toBe('x.x');
});
