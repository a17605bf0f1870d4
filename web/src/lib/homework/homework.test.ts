import { expect, test } from 'vitest';
import type { HomeworkView, PuzzleSummaryView, TaskProgressView, TaskView } from '#lib/net/types.ts';
import {
  type DraftTask,
  dateOf,
  draftOf,
  endOfDay,
  matchingPuzzles,
  puzzleKey,
  spreadOut,
  withTasks,
} from './draft.ts';
import { doneByTask, doneCount, isOverdue, nextTask, taskState } from './progress.ts';
import { dueReminders } from './reminders.ts';

const progress = (done: number | null, more: Partial<TaskProgressView> = {}): TaskProgressView => ({
  done,
  attempts: done === null ? 0 : 1,
  clean: false,
  running: false,
  ...more,
});

const task = (number: number, more: Partial<TaskView> = {}): TaskView => ({
  number,
  game: 'sim',
  game_title: 'Sim',
  share: `share ${number}`,
  name: 'Level 2',
  puzzle: null,
  grade: null,
  seat: 0,
  side: 'Red',
  goal: 'win',
  help: true,
  ...more,
});

const homework = (more: Partial<HomeworkView> = {}): HomeworkView => ({
  id: 'a',
  version: 0,
  title: 'Corners',
  comment: '',
  created: 0,
  due: null,
  closed: null,
  tasks: [task(1), task(2)],
  own: [],
  pupils: [],
  ...more,
});

const puzzle = (id: string, grade: number, turns = 1): PuzzleSummaryView => ({
  id,
  share: `share ${id}`,
  theme: 'x',
  grade,
  turns,
  state: 'new',
});

test('the state of a task says whether it was done, when and how', () => {
  expect(taskState(progress(5, { clean: true }), null)).toBe('clean');
  expect(taskState(progress(5), 5)).toBe('done');
  expect(taskState(progress(6, { clean: true }), 5)).toBe('late');
  expect(taskState(progress(null, { attempts: 1, running: true }), null)).toBe('running');
  expect(taskState(progress(null, { attempts: 1 }), null)).toBe('tried');
  expect(taskState(progress(null), null)).toBe('open');
});

test('done tasks are counted by pupil and by task', () => {
  const pupil = (number: number, ...tasks: TaskProgressView[]) => ({ number, name: 'Ben', tasks });
  const view = homework({ pupils: [pupil(1, progress(1), progress(null)), pupil(2, progress(1), progress(2))] });
  expect(view.pupils.map((one) => doneCount(one.tasks))).toEqual([1, 2]);
  expect(doneByTask(view)).toEqual([2, 1]);
});

test('the next task is the next one that is not done, from the beginning after the last', () => {
  const view = homework({ own: [progress(null), progress(1), progress(null)] });
  expect(nextTask(view)).toBe(0);
  expect(nextTask(view, 0)).toBe(2);
  expect(nextTask(view, 2)).toBe(0);
  expect(nextTask(homework({ own: [progress(1)] }))).toBeNull();
  expect(isOverdue({ due: 5 }, 6)).toBe(true);
  expect(isOverdue({ due: null }, 6)).toBe(false);
});

test('homework that is edited keeps its tasks by number', () => {
  const view = homework({ tasks: [task(3), task(5, { puzzle: 'p', seat: null })], due: endOfDay('2026-11-18') });
  const draft = draftOf(view, (one) => `task ${one.number}`);
  expect(draft.tasks.map((one) => one.request)).toEqual([
    { is: 'kept', number: 3 },
    { is: 'kept', number: 5 },
  ]);
  expect(draft.due).toBe('2026-11-18');
  expect(draft.tasks[1]?.key).toBe(puzzleKey('sim', 'p'));
});

test('puzzles of a range are offered once, easy ones first', () => {
  const all = [puzzle('a', 3), puzzle('b', 1, 2), puzzle('c', 1), puzzle('d', 5)];
  const taken: DraftTask[] = [{ key: puzzleKey('sim', 'c'), share: '', text: '', request: { is: 'kept', number: 1 } }];
  expect(matchingPuzzles(all, 'sim', { from: 1, to: 4 }, taken).map((one) => one.id)).toEqual(['b', 'a']);
  expect(withTasks(taken, taken)).toHaveLength(1);
});

test('some of many puzzles are spread over all', () => {
  expect(spreadOut([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]);
  expect(spreadOut([1, 2], 5)).toEqual([1, 2]);
  expect(spreadOut([], 5)).toEqual([]);
  expect(spreadOut([1, 2, 3, 4, 5, 6, 7], 5)).toHaveLength(5);
});

test('a due date is the end of that day', () => {
  const end = endOfDay('2026-11-18');
  expect(end).not.toBeNull();
  expect(dateOf(end ?? 0)).toBe('2026-11-18');
  expect(dateOf((end ?? 0) + 1)).toBe('2026-11-19');
  expect(endOfDay('')).toBeNull();
});

test('pupils are reminded of homework with open tasks that is due within a day, and again when it is overdue', () => {
  const hour = 3_600_000;
  const summary = (id: string, due: number | null, done = 0) => ({
    id,
    classroom: 'abc',
    class_name: '7b',
    title: id,
    due,
    tasks: 2,
    done,
  });
  const list = [
    summary('soon', 23 * hour, 1),
    summary('later', 25 * hour),
    summary('never', null),
    summary('complete', hour, 2),
  ];
  expect(dueReminders(list, 0, 1).map(({ homework, overdue }) => [homework.id, overdue])).toEqual([['soon', false]]);
  const [before, after] = [0, 24 * hour].map((now) => dueReminders(list, now, 1)[0]);
  expect(after).toMatchObject({ homework: { id: 'soon' }, overdue: true });
  expect(after?.key).not.toBe(before?.key);
  expect(dueReminders([summary('soon', 22 * hour)], 0, 1)[0]?.key).not.toBe(before?.key);
  expect(dueReminders(list, 0, 2)[0]?.key).not.toBe(before?.key);
});
