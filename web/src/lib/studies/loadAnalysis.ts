/** Load an analysis from a match, a saved study, a file or a position. */
import { get, post } from '#lib/net/client.ts';
import type { StudyView } from '#lib/net/types.ts';
import { boardSetting } from './boardSetting.ts';
import { AnalysisModel } from './model.svelte.ts';

export async function openMatch(id: string): Promise<AnalysisModel> {
  const match = encodeURIComponent(id);
  const [view, snapshot] = await Promise.all([
    get('/api/matches/{match}/study', { path: { match } }),
    get('/api/matches/{match}', { path: { match } }),
  ]);
  const setting = await boardSetting(view.study.game, view.table);
  const colours = snapshot.state.seats.map((seat) => seat.colour);
  const finished = snapshot.state.status === 'over';
  return new AnalysisModel(view, { ...setting, colours, match: finished ? id : null });
}

export async function openStudy(id: string): Promise<AnalysisModel> {
  return openView(await get('/api/me/studies/{study}', { path: { study: id } }));
}

export async function openFile(text: string): Promise<AnalysisModel> {
  return openView(await post('/api/studies/read', { body: { text } }));
}

/** Open a position by its share string. */
export async function openPosition(share: string): Promise<AnalysisModel> {
  const { table, position } = await post('/api/positions', { body: share.includes(';') ? { share } : { game: share } });
  const info = await get('/api/games/{key}', { path: { key: table.game } });
  return openView({
    study: { game: table.game, options: table.options, start: position.text, nodes: [{}], outcome: null, tags: {} },
    nodes: [{ seat: position.seat, turn_over: true, says: null, turn: '' }],
    table,
    title: info.title,
    names: table.sides.map((side) => side.name),
    id: null,
    name: '',
  });
}

async function openView(view: StudyView): Promise<AnalysisModel> {
  return new AnalysisModel(view, await boardSetting(view.study.game, view.table));
}
