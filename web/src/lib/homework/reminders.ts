/** Select the homework to remind a pupil of. */
import type { HomeworkSummaryView } from '#lib/net/types.ts';
import { isOverdue } from './progress.ts';

const NOTICE_MS = 24 * 60 * 60_000;

export interface DueReminder {
  /** Identifies the reminder: homework has another one for each person, for another due date, and when it is overdue. */
  key: string;
  homework: HomeworkSummaryView;
  overdue: boolean;
}

/** Return the reminders of a person about homework with open tasks that is due within a day, or was. */
export function dueReminders(list: readonly HomeworkSummaryView[], now: number, person: number | null): DueReminder[] {
  return list
    .filter(({ due, done, tasks }) => due !== null && due - now < NOTICE_MS && done < tasks)
    .map((homework) => {
      const overdue = isOverdue(homework, now);
      return { key: `${person} ${homework.id} ${homework.due} ${overdue ? 'overdue' : 'due'}`, homework, overdue };
    });
}
