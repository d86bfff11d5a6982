import { cutToWidth } from '../display-width.ts';
import type { Terminal } from '../terminal.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const clearLine = '\r\u001b[K';

/** The last line of the screen while something goes on: a sign that turns, and what is being done. Elsewhere nothing. */
export class LiveLine {
  private readonly terminal: Terminal;
  private words: (() => string) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private frame = 0;
  private isDrawn = false;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  /** Asked for again at every turn, so that it may say how long it takes already. */
  show(words: () => string): void {
    if (!this.terminal.isInteractive) return;
    this.words = words;
    this.timer ??= setInterval(() => this.draw(), frameMs).unref();
    this.draw();
  }

  /** Something else has to be written now. */
  clear(): void {
    if (this.isDrawn) this.terminal.write(clearLine);
    this.isDrawn = false;
    this.words = undefined;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private draw(): void {
    if (this.words === undefined) return;
    this.frame = (this.frame + 1) % frames.length;
    const { terminal } = this;
    const columns = (terminal.size()?.columns ?? 80) - 1;
    const line = cutToWidth(`  ${frames[this.frame]} ${this.words()}`, columns);
    terminal.write(`${clearLine}${terminal.paint('quiet', line)}`);
    this.isDrawn = true;
  }
}
