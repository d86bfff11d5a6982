import type { Paint, Tone } from '../../paint.ts';
import { cleanText } from '../clean-text.ts';
import { readInline, settledLength } from './inline.ts';
import { renderMarkdownTable } from './markdown-table.ts';
import { paintWords, wordsOf, wrapWords } from './words.ts';

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
