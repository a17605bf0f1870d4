/** What a table and a list say about the progress with a task. */
import type { HomeworkView, TaskProgressView } from '#lib/net/types.ts';

export type TaskState = 'clean' | 'done' | 'late' | 'running' | 'tried' | 'open';

export function taskState(progress: TaskProgressView, due: number | null): TaskState {
  if (progress.done !== null) {
    return due !== null && progress.done > due ? 'late' : progress.clean ? 'clean' : 'done';
  }
  return progress.running ? 'running' : progress.attempts ? 'tried' : 'open';
}

export function doneCount(tasks: readonly TaskProgressView[]): number {
  return tasks.filter((task) => task.done !== null).length;
}

/** Return the number of pupils who have done each task. */
export function doneByTask(homework: HomeworkView): number[] {
  return homework.tasks.map((_, n) => homework.pupils.filter((pupil) => pupil.tasks[n]?.done != null).length);
}

/** Return the first task that is not done, beginning after the given one. */
export function nextTask(homework: HomeworkView, after = -1): number | null {
  const open = homework.own.flatMap((task, n) => (task.done === null ? [n] : []));
  return open.find((n) => n > after) ?? open[0] ?? null;
}

/** Return whether homework is open and its due date has passed. */
export function isOverdue(homework: Pick<HomeworkView, 'due'>, now: number): boolean {
  return homework.due !== null && homework.due < now;
}
