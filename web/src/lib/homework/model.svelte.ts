/** The homework of a class on this page: loaded, kept current, and changed. */
import { get, patch, post, remove } from '#lib/net/client.ts';
import { SingleRequest } from '#lib/net/singleRequest.ts';
import type { EditHomeworkRequest, HomeworkSummaryView, HomeworkView } from '#lib/net/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { endOfDay, type HomeworkDraft } from './draft.ts';

/** A value that is reloaded when homework has changed. */
abstract class Followed {
  readonly #request = new SingleRequest(() => this.fetch().catch((problem) => toasts.error(problem)));

  protected abstract fetch(): Promise<void>;
  protected abstract concerns(classroom: string): boolean;

  /** Load, and load again after changes, until the returned function is called. */
  follow(): () => void {
    void this.load();
    return connection.listen((message) => {
      if (message.type === 'hello' || (message.type === 'homework' && this.concerns(message.classroom))) {
        void this.load();
      }
    });
  }

  load(): Promise<void> {
    return this.#request.run();
  }
}

export class ClassHomework extends Followed {
  list = $state.raw<HomeworkView[] | null>(null);

  constructor(readonly code: string) {
    super();
  }

  protected async fetch(): Promise<void> {
    this.list = await get('/api/classrooms/{code}/homework', { path: { code: this.code } });
  }

  protected concerns(classroom: string): boolean {
    return classroom === this.code;
  }

  /** Assign new homework, or change one. */
  async save(draft: HomeworkDraft, before: HomeworkView | null): Promise<void> {
    const { title, comment } = draft;
    const body = { title, comment, due: endOfDay(draft.due), tasks: draft.tasks.map((task) => task.request) };
    if (before === null) {
      await post('/api/classrooms/{code}/homework', { path: { code: this.code }, body });
    } else {
      await this.#change(before, body);
    }
    await this.load();
  }

  /** Close homework, or open it again. */
  async setClosed(homework: HomeworkView, closed: boolean): Promise<void> {
    const { title, comment, due, tasks } = homework;
    const kept = tasks.map(({ number }) => ({ is: 'kept' as const, number }));
    await this.#change(homework, { title, comment, due, tasks: kept }, closed);
    await this.load();
  }

  async #change(
    { id, version, closed: was }: HomeworkView,
    body: Omit<EditHomeworkRequest, 'version' | 'closed'>,
    closed = was !== null,
  ): Promise<void> {
    await patch('/api/homework/{homework}', { path: { homework: id }, body: { ...body, version, closed } });
  }

  async remove({ id }: HomeworkView): Promise<void> {
    await remove('/api/homework/{homework}', { path: { homework: id } });
    await this.load();
  }

  /** Begin or continue the match of a task, and return its id. */
  async play({ id }: HomeworkView, task: number): Promise<string> {
    const path = { homework: id, task };
    return (await post('/api/homework/{homework}/tasks/{task}/play', { path })).id;
  }
}

/** The open homework of the viewer in all classes. */
class OwnHomework extends Followed {
  list = $state.raw<HomeworkSummaryView[]>([]);
  loaded = $state(false);

  protected async fetch(): Promise<void> {
    this.list = await get('/api/homework');
    this.loaded = true;
  }

  protected concerns(): boolean {
    return true;
  }
}

export const ownHomework = new OwnHomework();
