/** Homework as the form edits it. */
import type { AnyTaskRequest, HomeworkView, PuzzleSummaryView, TaskView } from '#lib/net/types.ts';

/** Tasks of one homework, as the server allows. */
export const MAX_TASKS = 40;

export interface DraftTask {
  /** Equal for tasks that are the same. */
  key: string;
  share: string;
  text: string;
  request: AnyTaskRequest;
}

export interface HomeworkDraft {
  title: string;
  comment: string;
  /** A date such as 2026-11-18, or "". */
  due: string;
  tasks: DraftTask[];
}

export const EMPTY_DRAFT: HomeworkDraft = { title: '', comment: '', due: '', tasks: [] };

export interface PuzzleRange {
  from: number;
  to: number;
  count: number;
}

export const puzzleKey = (game: string, puzzle: string) => `puzzle ${game} ${puzzle}`;

/** Return the key of a task that is already assigned. */
function keyOf(task: TaskView): string {
  return task.puzzle === null ? `kept ${task.number}` : puzzleKey(task.game, task.puzzle);
}

/** Return homework to edit; `textOf` describes a task. */
export function draftOf(homework: HomeworkView, textOf: (task: TaskView) => string): HomeworkDraft {
  return {
    title: homework.title,
    comment: homework.comment,
    due: homework.due === null ? '' : dateOf(homework.due),
    tasks: homework.tasks.map((task) => ({
      key: keyOf(task),
      share: task.share,
      text: textOf(task),
      request: { is: 'kept', number: task.number },
    })),
  };
}

/** Return the puzzles within a range of difficulty that are not in the draft, the easiest first. */
export function matchingPuzzles(
  puzzles: readonly PuzzleSummaryView[],
  game: string,
  { from, to }: Pick<PuzzleRange, 'from' | 'to'>,
  tasks: readonly DraftTask[],
): PuzzleSummaryView[] {
  const taken = new Set(tasks.map((task) => task.key));
  return puzzles
    .filter((one) => from <= one.grade && one.grade <= to && !taken.has(puzzleKey(game, one.id)))
    .sort((one, other) => one.grade - other.grade || one.turns - other.turns);
}

/** Return some of the puzzles, evenly spread over their difficulty. */
export function spreadOut<T>(puzzles: readonly T[], count: number): T[] {
  const step = Math.max(1, puzzles.length / Math.max(1, count));
  return puzzles.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step)).slice(0, count);
}

/** Return the tasks with more, without those that are there already. */
export function withTasks(tasks: readonly DraftTask[], more: readonly DraftTask[]): DraftTask[] {
  const added = more.filter((task) => !tasks.some((one) => one.key === task.key));
  return [...tasks, ...added].slice(0, MAX_TASKS);
}

/** Return the end of a day of the viewer's calendar in milliseconds. */
export function endOfDay(date: string): number | null {
  const [year, month, day] = date.split('-').map(Number);
  return year && month && day ? new Date(year, month - 1, day, 23, 59, 59, 999).getTime() : null;
}

/** Return the day of a time in the viewer's calendar, as date fields have it. */
export function dateOf(time: number): string {
  const at = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
