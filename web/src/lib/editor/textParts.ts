/** Split a position text into parts with a meaning and sites. */
import type { Span } from '#lib/net/types.ts';

export interface TextPart {
  text: string;
  /** Index of the span; null for blanks and unparsed text. */
  span: number | null;
  /** Whether the error is at this part. */
  wrong: boolean;
}

/**
 * Return the whole text in parts. The part at the error column (from 1) is marked; an error after the end gets its own
 * part.
 */
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

/** Return the most specific span that contains a site. */
export function spanOf(spans: readonly Span[], site: number | null): number | null {
  let found: number | null = null;
  for (const [n, { sites }] of spans.entries()) {
    if (site !== null && sites.includes(site) && (found === null || sites.length < (spans[found]?.sites.length ?? 0))) {
      found = n;
    }
  }
  return found;
}

/** Return the text with another character for a site, or null if no single character represents it. */
export function replaceSign(text: string, spans: readonly Span[], site: number, sign: string): string | null {
  const span = spans.find(({ sites }) => sites.length === 1 && sites[0] === site);
  return span ? text.slice(0, span.start) + sign + text.slice(span.end) : null;
}
