/** Progress in a lesson. */
import type { LessonStepSummaryView, LessonView } from '#lib/net/types.ts';

/** Return the first step that is not done, or the first step. */
export function firstOpenStep(steps: readonly LessonStepSummaryView[]): LessonStepSummaryView | undefined {
  return steps.find((step) => !step.done) ?? steps[0];
}

/** Return the lesson with a step marked as done. */
export function withStepDone(lesson: LessonView, key: string): LessonView {
  return { ...lesson, steps: lesson.steps.map((step) => (step.key === key ? { ...step, done: true } : step)) };
}
