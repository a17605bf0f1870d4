/** The list in parts with a heading each: the days on which games were played, or which game it was. */
import type { LibraryEntryView } from '#lib/net/types.ts';
import { dateText } from '#lib/strings/format.ts';
import { t } from '#lib/strings/index.ts';
import type { Sort } from './filters/filters.ts';

const DAY = 86_400_000;

export interface Group {
  /** "" where the order has no parts. */
  heading: string;
  entries: LibraryEntryView[];
}

/** Today, yesterday, this week, then months; the year only where it is another. */
export function periodName(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime();
  if (time >= midnight) {
    return t('library.period.today');
  }
  // Rounded, because one day of the year has 23 hours and one has 25.
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

/** The entries of a page, which come in order, in their parts. */
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
