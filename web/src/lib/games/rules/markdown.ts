/**
 * Parse Markdown into a tree of blocks and inline parts for components to render. No HTML is produced, so texts cannot
 * inject code; unsupported syntax (raw HTML, images) stays text.
 */
import { lexer, type Token, type Tokens } from 'marked';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; inside: Inline[] }
  | { kind: 'link'; address: string; inside: Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'heading'; level: number; id: string; text: string; inside: Inline[] }
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'diagram'; number: number }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'line' };

export function readMarkdown(markdown: string): Block[] {
  return blocks(lexer(markdown), new Set());
}

function blocks(tokens: Token[], ids: Set<string>): Block[] {
  return tokens.flatMap((token) => block(token, ids));
}

function block(token: Token, ids: Set<string>): Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading': {
      const { depth, text, tokens } = token as Tokens.Heading;
      return [
        { kind: 'heading', level: depth, id: idOf(text, ids), text: plain(inline(tokens)), inside: inline(tokens) },
      ];
    }
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      return [
        { kind: 'list', ordered, start: Number(start) || 1, items: items.map((item) => blocks(item.tokens, ids)) },
      ];
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [
        {
          kind: 'table',
          head: header.map((cell) => inline(cell.tokens)),
          rows: rows.map((row) => row.map((cell) => inline(cell.tokens))),
        },
      ];
    }
    case 'code': {
      const { lang, text } = token as Tokens.Code;
      return [
        lang === 'diagram' && /^\d+$/.test(text) ? { kind: 'diagram', number: Number(text) } : { kind: 'code', text },
      ];
    }
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocks((token as Tokens.Blockquote).tokens, ids) }];
    case 'hr':
      return [{ kind: 'line' }];
    default: {
      const { tokens } = token as Tokens.Paragraph;
      return [{ kind: 'paragraph', inside: tokens ? inline(tokens) : [{ kind: 'text', text: token.raw.trim() }] }];
    }
  }
}

function inline(tokens: Token[]): Inline[] {
  return tokens.map((token): Inline => {
    switch (token.type) {
      case 'strong':
      case 'em':
        return { kind: token.type, inside: inline((token as Tokens.Em).tokens) };
      case 'codespan':
        return { kind: 'code', text: (token as Tokens.Codespan).text };
      case 'br':
        return { kind: 'break' };
      case 'link': {
        const { href, tokens: inside } = token as Tokens.Link;
        return isSafe(href)
          ? { kind: 'link', address: href, inside: inline(inside) }
          : { kind: 'text', text: token.raw };
      }
      case 'escape':
        return { kind: 'text', text: (token as Tokens.Escape).text };
      case 'text': {
        const { text, tokens: inside } = token as Tokens.Text;
        return inside?.length === 1 ? inline(inside)[0]! : { kind: 'text', text };
      }
      default:
        return { kind: 'text', text: token.raw };
    }
  });
}

/** Allow relative and http(s) links only; in particular no `javascript:`. */
function isSafe(address: string): boolean {
  return /^(https?:\/\/|\/(?!\/)|#)/i.test(address);
}

function plain(parts: Inline[]): string {
  return parts.map((part) => ('inside' in part ? plain(part.inside) : 'text' in part ? part.text : ' ')).join('');
}

function idOf(text: string, taken: Set<string>): string {
  const base = `rules-${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}`;
  let id = base;
  for (let n = 2; taken.has(id); n += 1) {
    id = `${base}-${n}`;
  }
  taken.add(id);
  return id;
}
