import type { Paint, Tone } from '../../paint.ts';
import { cleanText } from '../clean-text.ts';
import { readInline, settledLength } from './inline.ts';
import { paintWords, type Word, widthOfWords, wordsOf, wrapWords } from './words.ts';

type Options = {
  /** Columns of the screen; it may be resized meanwhile. */
  width(): number;
  paint: Paint;
  write(text: string): void;
};

/** A line that has begun to be shown: how much of it was, where the cursor stands, and how far its further lines are indented. */
type Flow = { shown: number; column: number; indent: number; tone: Tone | undefined };

const longestLine = 100;
const marker = /^(\s*)(?:(#{1,6})|([-*+])|(\d{1,4}[.)])|(>+))\s+/;

/** Markdown that comes in pieces, shown as it comes: words as soon as they are whole, tables as soon as they end. */
export class MarkdownStream {
  private readonly options: Options;
  private line = '';
  private flow: Flow | undefined;
  private table: string[] = [];
  private isCode = false;
  private wasBlank = true;

  constructor(options: Options) {
    this.options = options;
  }

  /** Whether the cursor stands in the middle of a line. */
  get isMidLine(): boolean {
    return this.flow !== undefined;
  }

  push(piece: string): void {
    this.line += piece;
    for (let end = this.line.indexOf('\n'); end >= 0; end = this.line.indexOf('\n')) {
      const whole = this.line.slice(0, end);
      this.line = this.line.slice(end + 1);
      this.endLine(whole);
    }
    if (this.isSureText()) this.advance(this.line, settledLength(this.line));
  }

  /** Nothing more comes, or something else has to be shown first. */
  end(): void {
    if (this.line !== '') this.endLine(this.line);
    this.line = '';
    this.endTable();
    this.isCode = false;
    this.wasBlank = true;
  }

  private get width(): number {
    return Math.max(20, Math.min(this.options.width(), longestLine));
  }

  /** Of an unfinished line: it can become neither a row, a fence, a rule nor a marker any more. */
  private isSureText(): boolean {
    if (this.flow !== undefined) return true;
    if (this.isCode || this.table.length > 0) return false;
    return /^\s*[^\s|]+\s+\S/.test(this.line) && !/^\s*(```|~~~)/.test(this.line);
  }

  private endLine(raw: string): void {
    const line = raw.replace(/\r$/, '');
    if (this.flow !== undefined) {
      this.advance(line, line.length);
      this.flow = undefined;
      this.options.write('\n');
      return;
    }
    if (/^\s*(```|~~~)/.test(line)) {
      this.endTable();
      this.isCode = !this.isCode;
      return;
    }
    if (this.isCode) return this.show(`  ${this.options.paint('code', cleanText(line))}`);
    if (/^\s*\|/.test(line)) {
      this.table.push(line);
      return;
    }
    this.endTable();
    if (line.trim() === '') return this.showBlank();
    if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) return this.show(this.options.paint('quiet', '─'.repeat(this.width)));
    this.advance(line, line.length);
    this.flow = undefined;
    this.options.write('\n');
  }

  /** Shows a line up to there. */
  private advance(line: string, to: number): void {
    if (this.flow === undefined) this.flow = this.begin(line);
    const { flow, width } = this;
    if (to <= flow.shown) return;
    const words = wordsOf(readInline(cleanText(line.slice(flow.shown, to)), flow.tone));
    flow.shown = to;
    for (const word of words.flatMap((given) => wrapWords([given], width - flow.indent).flat())) {
      const isFirst = flow.column <= flow.indent;
      if (!isFirst && flow.column + 1 + word.width > width) {
        this.options.write(`\n${' '.repeat(flow.indent)}`);
        flow.column = flow.indent;
      } else if (!isFirst) {
        this.options.write(' ');
        flow.column += 1;
      }
      this.options.write(paintWords([word], this.options.paint));
      flow.column += word.width;
    }
  }

  /** What stands in front of a line: a bullet, a number, the mark of a quotation. */
  private begin(line: string): Flow {
    const { paint, write } = this.options;
    this.wasBlank = false;
    const [matched = '', space = '', heading, bullet, number, quote] = marker.exec(line) ?? [];
    const before = ' '.repeat(Math.min(space.length, 12));
    const sign = bullet === undefined ? (number ?? (quote === undefined ? '' : '│')) : '•';
    if (matched === '') return { shown: 0, column: 0, indent: 0, tone: undefined };
    if (heading !== undefined) return { shown: matched.length, column: 0, indent: 0, tone: 'strong' };
    write(`${before}${paint('quiet', sign)} `);
    const indent = before.length + sign.length + 1;
    return { shown: matched.length, column: indent, indent, tone: undefined };
  }

  private endTable(): void {
    if (this.table.length === 0) return;
    const lines = this.table.map(cleanText);
    this.table = [];
    const { width, options } = { width: this.options.width(), options: this.options };
    for (const line of renderMarkdownTable(lines, { width, paint: options.paint }) ?? lines) this.show(line);
  }

  private show(line: string): void {
    this.wasBlank = false;
    this.options.write(`${line}\n`);
  }

  private showBlank(): void {
    if (!this.wasBlank) this.options.write('\n');
    this.wasBlank = true;
  }
}

type Column = { width: number; isRight: boolean };

const gap = 2;
/** A column that would become narrower than this is no longer readable as one. */
const narrowest = 8;

/** The lines of a table as they were written; undefined: they are none. */
function renderMarkdownTable(
  lines: readonly string[],
  { width, paint }: { width: number; paint: Paint },
): string[] | undefined {
  const [header, rule, ...body] = lines.map(cellsOf);
  if (header === undefined || rule === undefined || !rule.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  const titles = header.map((cell) => wordsOf(readInline(cell, 'strong')));
  const rows = body.map((cells) => header.map((_, index) => wordsOf(readInline(cells[index] ?? ''))));
  const columns = titles.map((title, index) => ({
    width: Math.max(1, ...[title, ...rows.map((row) => row[index] ?? [])].map(widthOfWords)),
    isRight: /^-+:$/.test(rule[index] ?? ''),
  }));
  const fitting = fit(columns, width);
  if (fitting === undefined) return records(titles, rows, { width, paint });
  const line = paint('quiet', fitting.map((column) => '─'.repeat(column.width)).join('─'.repeat(gap)));
  return [...renderRow(titles, fitting, paint), line, ...rows.flatMap((row) => renderRow(row, fitting, paint))];
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  // A bar inside code or behind a backslash divides nothing.
  const cells = inner.match(/(?:\\.|`[^`]*`|[^|\\]|\\$)+|(?<=\|)(?=\|)|^(?=\|)|(?<=\|)$/g) ?? [''];
  return cells.map((cell) => cell.trim());
}

/** The widest gives way first, and its cells are wrapped; undefined: there is no room for all of them. */
function fit(columns: readonly Column[], width: number): Column[] | undefined {
  const fitted = columns.map((column) => ({ ...column }));
  const total = () => fitted.reduce((sum, column) => sum + column.width, gap * (fitted.length - 1));
  while (total() > width) {
    const widest = fitted.reduce((one, other) => (other.width > one.width ? other : one));
    if (widest.width <= narrowest) return undefined;
    widest.width -= 1;
  }
  return fitted;
}

function renderRow(row: readonly Word[][], columns: readonly Column[], paint: Paint): string[] {
  const cells = columns.map(({ width }, index) => wrapWords(row[index] ?? [], width));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const parts = columns.map(({ width, isRight }, index) => {
      const words = cells[index]?.[line] ?? [];
      const space = ' '.repeat(Math.max(0, width - widthOfWords(words)));
      return isRight ? space + paintWords(words, paint) : paintWords(words, paint) + space;
    });
    return parts.join(' '.repeat(gap)).trimEnd();
  });
}

/** On a narrow screen every row is told field by field. */
function records(
  titles: readonly Word[][],
  rows: readonly Word[][][],
  { width, paint }: { width: number; paint: Paint },
): string[] {
  const blocks = rows.map((row) =>
    titles.flatMap((title, index) => {
      const words = [...title, ...(row[index] ?? [])];
      return wrapWords(words, width).map((line, at) => `${at === 0 ? '' : '  '}${paintWords(line, paint)}`);
    }),
  );
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}
