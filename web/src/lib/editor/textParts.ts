/** A position text in parts that can be pointed at: each with what it means and where it stands on the board. */
import type { Span } from '#lib/net/types.ts';

export interface TextPart {
  text: string;
  /** Which of the spans it is; null for blanks and what could not be read. */
  span: number | null;
  /** Whether the error is here. */
  wrong: boolean;
}

/** The whole text in parts. An error is marked at its column, which counts from 1; one after the end gets its own part. */
export function textParts(text: string, spans: readonly Span[], column: number | null): TextPart[] {
  const parts: TextPart[] = [];
  const wrongAt = column === null ? -1 : column - 1;
  const add = (start: number, end: number, span: number | null) => {
    const inside = start <= wrongAt && wrongAt < end;
    if (inside && span === null && end - start > 1) {
      add(start, wrongAt, null);
      parts.push({ text: text.slice(wrongAt, wrongAt + 1), span, wrong: true });
      add(wrongAt + 1, end, null);
    } else if (end > start) {
      parts.push({ text: text.slice(start, end), span, wrong: inside });
    }
  };
  let at = 0;
  for (const [n, { start, end }] of spans.entries()) {
    if (start >= at && end <= text.length) {
      add(at, start, null);
      add(start, end, n);
      at = end;
    }
  }
  add(at, text.length, null);
  return wrongAt >= text.length ? [...parts, { text: '', span: null, wrong: true }] : parts;
}

/** The part that stands for a site, if any; of several the first that stands for the fewest. */
export function spanOf(spans: readonly Span[], site: number | null): number | null {
  let found: number | null = null;
  for (const [n, { sites }] of spans.entries()) {
    if (site !== null && sites.includes(site) && (found === null || sites.length < (spans[found]?.sites.length ?? 0))) {
      found = n;
    }
  }
  return found;
}

/** The text with another sign for a site; null where no single sign stands for it. */
export function replaceSign(text: string, spans: readonly Span[], site: number, sign: string): string | null {
  const span = spans.find(({ sites }) => sites.length === 1 && sites[0] === site);
  return span ? text.slice(0, span.start) + sign + text.slice(span.end) : null;
}
