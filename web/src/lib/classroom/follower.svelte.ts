/** The board of a pupil: it follows the teacher, until the pupil tries moves. */
import { get, post } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { LegalMoveView, ShownPositionView } from '#lib/net/types.ts';
import { AnalysisModel } from '#lib/studies/model.svelte.ts';
import { movesTo, ROOT } from '#lib/studies/tree/tree.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';

export class LessonFollower {
  analysis = $state.raw<AnalysisModel | null>(null);
  /** False while the pupil tries moves. */
  following = $state(true);
  #chapter = '';
  /** Game and start position of the board. */
  #start = '';
  #node = ROOT;
  #shown: ShownPositionView | null = null;
  readonly #chapters = new LatestRequest();

  close(): void {
    this.analysis?.close();
  }

  /** Show what the teacher shows, unless the pupil tries moves; another chapter is shown in any case. */
  async show(shown: ShownPositionView): Promise<void> {
    const isLatest = this.#chapters.begin();
    const chapter = JSON.stringify([shown.course, shown.title]);
    const start = JSON.stringify([shown.game, shown.options, shown.start]);
    if (start !== this.#start) {
      try {
        const opened = await openChapter(shown);
        if (!isLatest()) {
          return opened.close();
        }
        this.analysis?.close();
        this.analysis = opened;
        this.#start = start;
      } catch (error) {
        return toasts.error(error);
      }
    }
    if (chapter !== this.#chapter) {
      this.#chapter = chapter;
      this.following = true;
    }
    this.#shown = shown;
    this.#node = this.analysis?.addLine(shown) ?? ROOT;
    if (this.following) {
      await this.analysis?.go(this.#node);
    }
  }

  /** Play a move: an answer, if a question waits for one, or else a try. Return the moves of a complete answer. */
  async play(move: LegalMoveView, asked: boolean): Promise<string[] | null> {
    const { analysis } = this;
    if (analysis === null) {
      return null;
    }
    if (!asked) {
      this.following = false;
    }
    const before = movesTo(analysis.tree, this.#node);
    await analysis.play(move);
    const moves = movesTo(analysis.tree, analysis.at);
    const answers = asked && this.following && analysis.here.turnOver && moves.length > before.length;
    return answers && before.every((text, n) => text === moves[n]) ? moves.slice(before.length) : null;
  }

  stepAside(): void {
    this.following = false;
  }

  /** Go back to what the teacher shows. */
  async return(): Promise<void> {
    this.following = true;
    if (this.analysis !== null && this.#shown !== null) {
      this.#node = this.analysis.addLine(this.#shown); // the pupil may have undone the line
      await this.analysis.go(this.#node);
    }
  }
}

async function openChapter(shown: ShownPositionView): Promise<AnalysisModel> {
  const { game, options, start, title } = shown;
  const [{ table }, info] = await Promise.all([
    post('/api/positions', { body: { game, options, text: start } }),
    get('/api/games/{key}', { path: { key: game } }),
  ]);
  const view = {
    study: { game, options, start, nodes: [{}], outcome: null, tags: {} },
    nodes: shown.nodes.slice(0, 1),
    table,
    title: info.title,
    names: table.sides.map((side) => side.name),
    id: null,
    name: title,
  };
  const colours = table.sides.map((side) => side.colour);
  const model = new AnalysisModel(view, { kinds: info.kinds, verbs: info.verbs, colours, match: null });
  model.search.on = false;
  return model;
}
