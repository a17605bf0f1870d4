/** A task of homework in words. */
import type { TaskGoal, TaskView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

/** Return what a pupil has to do: the theme of a puzzle, or the position to play. */
export function taskText(task: TaskView): string {
  return task.side === null || task.goal === null
    ? task.name
    : positionText({ goal: task.goal, side: task.side, bot: task.name, help: task.help });
}

export function positionText(task: { goal: TaskGoal; side: string; bot: string; help: boolean }): string {
  const { side, bot } = task;
  const text = t(`homework.task.${task.goal}`, { side, bot });
  return task.help ? text : `${text}, ${t('homework.task.alone')}`;
}
