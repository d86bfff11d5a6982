import { cleanText } from './clean-text.ts';

/** An answer for a program: the Markdown itself, line by line. */
export class PlainText {
  private readonly write: (text: string) => void;
  private line = '';

  constructor(write: (text: string) => void) {
    this.write = write;
  }

  push(piece: string): void {
    this.line += piece;
    const end = this.line.lastIndexOf('\n') + 1;
    if (end > 0) this.write(cleanText(this.line.slice(0, end)));
    this.line = this.line.slice(end);
  }

  end(): void {
    if (this.line !== '') this.write(`${cleanText(this.line)}\n`);
    this.line = '';
  }
}
