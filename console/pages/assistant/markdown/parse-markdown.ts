import { type Inline, parseInline } from './parse-inline.ts';

export type Block =
  | { type: 'heading'; level: number; content: Inline[] }
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; start: number | null; items: Block[][] }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][]; align: ('left' | 'right' | 'center')[] }
  | { type: 'rule' };

const marker = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+/;
const deepest = 8;

/** Markdown as models and our own interpreter write it. What is half written yet is read as far as it goes; HTML is text. */
export function parseMarkdown(text: string, depth = 0): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const read = readers.map((reader) => reader(lines, at, depth)).find((found) => found !== undefined);
    const { block, next } = read ?? paragraph(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

type Read = { block: Block; next: number };
type Reader = (lines: readonly string[], at: number, depth: number) => Read | undefined;

const readers: readonly Reader[] = [code, heading, rule, quote, list, table];

function code(lines: readonly string[], at: number): Read | undefined {
  const fence = /^\s*(`{3,}|~{3,})/.exec(lines[at] ?? '')?.[1];
  if (fence === undefined) return undefined;
  const found = lines.findIndex((line, index) => index > at && line.trim().startsWith(fence));
  const end = found === -1 ? lines.length : found; // its end is still to come
  return { block: { type: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function heading(lines: readonly string[], at: number): Read | undefined {
  const [, signs, words] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(lines[at] ?? '') ?? [];
  if (signs === undefined || words === undefined) return undefined;
  return { block: { type: 'heading', level: signs.length, content: parseInline(words) }, next: at + 1 };
}

function rule(lines: readonly string[], at: number): Read | undefined {
  return /^\s*([-*_])(?:\s*\1){2,}\s*$/.test(lines[at] ?? '') ? { block: { type: 'rule' }, next: at + 1 } : undefined;
}

function quote(lines: readonly string[], at: number, depth: number): Read | undefined {
  if (!/^\s*>/.test(lines[at] ?? '') || depth >= deepest) return undefined;
  const next = endOf(lines, at, (line) => /^\s*>/.test(line));
  const inner = lines.slice(at, next).map((line) => line.replace(/^\s*>\s?/, ''));
  return { block: { type: 'quote', blocks: parseMarkdown(inner.join('\n'), depth + 1) }, next };
}

/** What is indented under an item belongs to it, other lists too. */
function list(lines: readonly string[], at: number, depth: number): Read | undefined {
  const first = marker.exec(lines[at] ?? '');
  if (first === null || depth >= deepest) return undefined;
  const [, indent = '', bullet, number] = first;
  const isItem = (line: string) => {
    const found = marker.exec(line);
    return found?.[1] === indent && (found[2] === undefined) === (bullet === undefined);
  };
  const items: string[][] = [];
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const isInside = line.startsWith(`${indent}  `) || (line.trim() === '' && isInsideAfter(lines, next + 1, indent));
    if (isItem(line)) items.push([line.replace(marker, '')]);
    else if (isInside) items.at(-1)?.push(line.slice(indent.length).replace(/^ {1,4}/, ''));
    else break;
  }
  const read = items.map((item) => parseMarkdown(item.join('\n'), depth + 1));
  return { block: { type: 'list', start: bullet === undefined ? Number(number) : null, items: read }, next };
}

function isInsideAfter(lines: readonly string[], at: number, indent: string): boolean {
  const following = lines.slice(at).find((line) => line.trim() !== '');
  if (following === undefined) return false;
  return following.startsWith(`${indent}  `) || marker.exec(following)?.[1] === indent;
}

function table(lines: readonly string[], at: number): Read | undefined {
  const [head = '', under = ''] = lines.slice(at, at + 2);
  if (!head.includes('|') || !/^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(under) || !under.includes('-'))
    return undefined;
  const next = endOf(lines, at + 2, (line) => line.includes('|'));
  const names = cells(head);
  const align = cells(under).map((sign) => {
    if (sign.endsWith(':')) return sign.startsWith(':') ? ('center' as const) : ('right' as const);
    return 'left' as const;
  });
  const rows = lines.slice(at + 2, next).map((line) => {
    const given = cells(line);
    return names.map((_, index) => parseInline(given[index] ?? ''));
  });
  return { block: { type: 'table', head: names.map((name) => parseInline(name)), rows, align }, next };
}

function cells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function paragraph(lines: readonly string[], at: number): Read {
  const isMore = (line: string, index: number) =>
    line.trim() !== '' && readers.every((reader) => reader(lines, index, 0) === undefined);
  let next = at + 1;
  while (next < lines.length && isMore(lines[next] ?? '', next)) next += 1;
  const words = lines.slice(at, next).map((line) => line.trim());
  return { block: { type: 'paragraph', content: parseInline(words.join('\n')) }, next };
}

function endOf(lines: readonly string[], from: number, isInside: (line: string) => boolean): number {
  let next = from;
  while (next < lines.length && isInside(lines[next] ?? '')) next += 1;
  return next;
}
