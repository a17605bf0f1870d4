/** How far somebody has come in a lesson. */
import type { LessonStepSummaryView, LessonView } from '#lib/net/types.ts';

/** The step to go on with: the first that is not done, or the first of all. */
export function firstOpenStep(steps: readonly LessonStepSummaryView[]): LessonStepSummaryView | undefined {
  return steps.find((step) => !step.done) ?? steps[0];
}

/** The lesson with a step done. */
export function withStepDone(lesson: LessonView, key: string): LessonView {
  return { ...lesson, steps: lesson.steps.map((step) => (step.key === key ? { ...step, done: true } : step)) };
}
