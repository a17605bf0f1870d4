/** Divide the list into groups with headings: by date, or by game. */
import type { LibraryEntryView } from '#lib/net/types.ts';
import { dateText } from '#lib/strings/format.ts';
import { t } from '#lib/strings/index.ts';
import type { Sort } from './filters/filters.ts';

const DAY = 86_400_000;

export interface Group {
  /** "" if the list is not grouped. */
  heading: string;
  entries: LibraryEntryView[];
}

/** Return today, yesterday, this week, or the month; with the year if it is not the current one. */
export function periodName(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime();
  if (time >= midnight) {
    return t('library.period.today');
  }
  // Rounded, because days have 23 or 25 hours when daylight saving time changes.
  const daysAgo = Math.round((midnight - new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()) / DAY);
  if (daysAgo <= 1) {
    return t('library.period.yesterday');
  }
  if (daysAgo < 7) {
    return t('library.period.week');
  }
  const sameYear = day.getFullYear() === today.getFullYear();
  return dateText(day, { month: 'long', ...(sameYear ? {} : { year: 'numeric' }) });
}

/** Return the entries of a page, which are sorted, in groups. */
export function groupEntries(entries: readonly LibraryEntryView[], sort: Sort, now: number): Group[] {
  const headingOf = (entry: LibraryEntryView) =>
    sort === 'updated' || sort === 'created'
      ? periodName(entry.match[sort], now)
      : sort === 'game'
        ? entry.match.title
        : '';
  const groups: Group[] = [];
  for (const entry of entries) {
    const heading = headingOf(entry);
    const last = groups.at(-1);
    if (last && last.heading === heading) {
      last.entries.push(entry);
    } else {
      groups.push({ heading, entries: [entry] });
    }
  }
  return groups;
}
