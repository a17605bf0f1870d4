/** Courses: saved studies that are chapters in an order. */
import type { StudySummaryView } from '#lib/net/types.ts';

export interface Course {
  /** Empty for the studies that are in no course. */
  name: string;
  studies: StudySummaryView[];
}

/** Return the courses by name with their chapters in order, then the studies that are in no course, if there are any. */
export function groupByCourse(studies: readonly StudySummaryView[]): Course[] {
  const groups = Map.groupBy(studies, (study) => study.course);
  const names = [...groups.keys()].sort((a, b) => Number(!a) - Number(!b) || a.localeCompare(b));
  return names.map((name) => {
    const found = groups.get(name) ?? [];
    return { name, studies: name ? found.sort(compareChapters) : found };
  });
}

function compareChapters(a: StudySummaryView, b: StudySummaryView): number {
  return a.chapter - b.chapter || a.created - b.created || (a.id < b.id ? -1 : 1);
}

/** Return the chapters of the course that a study belongs to. */
export function chaptersWith(studies: readonly StudySummaryView[], id: string | null): StudySummaryView[] {
  const course = studies.find((study) => study.id === id)?.course;
  return course ? (groupByCourse(studies).find(({ name }) => name === course)?.studies ?? []) : [];
}

/** Return the chapter before or after a study. */
export function chapterBeside(
  studies: readonly StudySummaryView[],
  id: string | null,
  by: 1 | -1,
): StudySummaryView | null {
  const chapters = chaptersWith(studies, id);
  return chapters[chapters.findIndex((study) => study.id === id) + by] ?? null;
}

/** Return ids with one of them moved by a place. */
export function moveId(ids: readonly string[], id: string, by: 1 | -1): string[] {
  const from = ids.indexOf(id);
  const others = ids.filter((one) => one !== id);
  return others.toSpliced(Math.max(0, from + by), 0, id);
}

/** Return the studies as choices, those of a course numbered in a group. */
export function studyChoices(studies: readonly StudySummaryView[]): { value: string; text: string; group: string }[] {
  return groupByCourse(studies).flatMap((course) =>
    course.studies.map(({ id, name }, n) => ({
      value: id,
      text: course.name ? `${n + 1}. ${name}` : name,
      group: course.name,
    })),
  );
}

/** Return whether a file probably has several studies; the server decides. */
export function hasSeveralStudies(text: string): boolean {
  const content = text.trimStart();
  return /^\[\s*\{/.test(content) || (content.startsWith('[') && (content.match(/^\[Game\s/gm)?.length ?? 0) > 1);
}
