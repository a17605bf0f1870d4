import { beforeEach, describe, expect, it } from 'vitest';
import { FakeSocket } from '#lib/net/testSocket.ts';
import type { AnalysisMessage, HintMessage } from '#lib/net/types.ts';
import { EngineRefusedError, EngineSocket, SupersededError } from './engineSocket.ts';

let wires: FakeSocket[];
let engine: EngineSocket;
const last = () => wires.at(-1) as FakeSocket;

beforeEach(() => {
  wires = [];
  engine = new EngineSocket(() => {
    wires.push(new FakeSocket());
    return last() as unknown as WebSocket;
  });
});

describe('the engine', () => {
  it('connects with the first request and stays connected', async () => {
    const hint = engine.ask<HintMessage>({ type: 'hint', match: 'm' });
    expect(last().sent).toEqual([]);
    last().open();
    last().receive({ type: 'hint', id: 1, turn: 'a' });
    expect((await hint).turn).toBe('a');
    void engine.ask({ type: 'hint', match: 'm' });
    expect(wires).toHaveLength(1);
    expect(last().sent.map((message) => message.id)).toEqual([1, 2]);
  });

  it('returns the last report, and reports the length of the queue', async () => {
    const waits: number[] = [];
    const found = engine.ask({ type: 'analyse', match: 'm' }, (ahead) => waits.push(ahead));
    last().open();
    last().receive({ type: 'queued', id: 1, ahead: 2 });
    last().receive({ type: 'found', id: 1, depth: 1, done: false });
    last().receive({ type: 'found', id: 1, depth: 5, done: true });
    expect(await found).toMatchObject({ depth: 5 });
    expect(waits).toEqual([2]);
  });

  it('reports progress and can be stopped', async () => {
    const depths: number[] = [];
    const found = engine.ask<AnalysisMessage>({ type: 'analyse', match: 'm' }, undefined, (report) =>
      depths.push(report.depth),
    );
    last().open();
    last().receive({ type: 'found', id: 1, depth: 1, done: false });
    last().receive({ type: 'found', id: 1, depth: 2, done: false });
    engine.stop();
    expect(last().sent.at(-1)).toEqual({ type: 'stop', id: 1 });
    last().receive({ type: 'found', id: 1, depth: 2, done: true });
    await found;
    expect(depths).toEqual([1, 2]);
  });
});

describe('a request to the engine', () => {
  it('is cancelled if it is stopped while the connection opens', async () => {
    const review = engine.ask({ type: 'review', match: 'm' });
    engine.stop();
    await expect(review).rejects.toBeInstanceOf(SupersededError);
    last().open();
    expect(last().sent).toEqual([]);
  });

  it('is cancelled by a new one', async () => {
    const first = engine.ask({ type: 'hint', match: 'm' });
    const second = engine.ask<HintMessage>({ type: 'hint', match: 'm' });
    await expect(first).rejects.toBeInstanceOf(SupersededError);
    last().open();
    last().receive({ type: 'hint', id: 1, turn: 'late' });
    last().receive({ type: 'hint', id: 2, turn: 'b' });
    expect((await second).turn).toBe('b');
  });

  it('fails with the reason of a refusal', async () => {
    const hint = engine.ask({ type: 'hint', match: 'm' });
    last().open();
    last().receive({ type: 'refused', id: 1, reason: 'people', text: 'Not now.' });
    await expect(hint).rejects.toThrow('Not now.');
  });
});

describe('the connection of the engine', () => {
  it('is opened again by the next request after a loss', async () => {
    const hint = engine.ask({ type: 'hint', match: 'm' });
    last().close();
    await expect(hint).rejects.toBeInstanceOf(EngineRefusedError);
    void engine.ask({ type: 'hint', match: 'm' }).catch(() => undefined);
    expect(wires).toHaveLength(2);
  });

  it('rejects pending requests when it is closed', async () => {
    const hint = engine.ask({ type: 'hint', match: 'm' });
    engine.close();
    await expect(hint).rejects.toBeInstanceOf(SupersededError);
  });
});
