import type { ToolCall } from '#assistant/conversation/message.ts';
import type { ProposalShown, TurnEnding, TurnEvent } from '#assistant/conversation/turn-event.ts';
import { cutToWidth } from '../display-width.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';
import { callWords, durationWords } from './call-words.ts';
import { cleanText } from './clean-text.ts';
import { LiveLine } from './live-line.ts';
import { MarkdownStream } from './markdown/markdown-stream.ts';

/** A tool call as it was shown, kept so that it can be unfolded. */
export type ShownCall = {
  call: ToolCall;
  server: string;
  title: string;
  startedAt: number;
  ended?: { isError: boolean; text: string; tookMs: number };
};

/** Shows an answer while it comes about: words as they come, one folded line for each tool, and what goes on right now. */
export class TurnView {
  readonly calls: ShownCall[] = [];
  readonly proposals: ProposalShown[] = [];
  /** The whole answer, as Markdown. */
  answer = '';
  private readonly terminal: Terminal;
  private readonly isQuiet: boolean;
  private readonly live: LiveLine;
  private readonly text: MarkdownStream | PlainText;
  private startedAt = performance.now();

  /** Quiet: nothing is shown, and what was heard is told by whoever made this. */
  constructor(terminal: Terminal, { isQuiet = false }: { isQuiet?: boolean } = {}) {
    this.terminal = isQuiet ? { ...terminal, isInteractive: false } : terminal;
    this.isQuiet = isQuiet;
    this.live = new LiveLine(this.terminal);
    const write = (piece: string) => {
      if (!isQuiet) terminal.write(piece);
    };
    this.text = terminal.isInteractive
      ? new MarkdownStream({ width: () => terminal.size()?.columns ?? 80, paint: terminal.paint, write })
      : new PlainText(write);
  }

  begin(): void {
    this.startedAt = performance.now();
    this.showWork();
  }

  readonly show = (event: TurnEvent): void => {
    const { chat } = this.terminal.text;
    switch (event.type) {
      case 'text':
        this.live.clear();
        this.answer += event.text;
        this.text.push(event.text);
        return;
      case 'call-started':
        this.calls.push({ ...event, startedAt: performance.now() });
        if (this.answer !== '' && !this.answer.endsWith('\n')) this.answer += '\n\n';
        this.endText();
        return this.showWork();
      case 'call-progress':
        return this.live.show(() => this.progressWords(event));
      case 'call-ended':
        return this.endCall(event);
      case 'proposal-made':
        this.proposals.push(event.proposal);
        return;
      case 'warning':
        return this.note(event.text, 'warning');
      case 'compacted':
        return this.note(chat.compacted(String(event.messagesBefore), String(event.messagesAfter)), 'quiet');
      case 'retrying': {
        const until = performance.now() + event.inMs;
        const wait = () => durationWords(this.terminal, Math.max(0, until - performance.now()));
        this.endText();
        return this.live.show(() => chat.retrying(visible(event.reason), wait()));
      }
      case 'ended':
        return this.end(event.ending);
      case 'approval-asked':
      case 'question-asked': // asked by whoever speaks for the person
    }
  };

  /** Someone is asked now, or something else is to be written. */
  pause(): void {
    this.live.clear();
    this.endText();
  }

  resume(): void {
    this.showWork();
  }

  private end({ reason, about }: TurnEnding): void {
    this.pause();
    if (reason === 'done' || this.isQuiet) return;
    this.terminal.err(this.terminal.paint(reason === 'cancelled' ? 'warning' : 'bad', visible(about ?? reason)));
  }

  private endCall({ callId, ...ended }: Extract<TurnEvent, { type: 'call-ended' }>): void {
    const shown = this.calls.findLast(({ call, ended: before }) => call.id === callId && before === undefined);
    if (shown === undefined) return;
    shown.ended = ended;
    this.live.clear();
    this.line(this.foldedLine(shown, this.calls.indexOf(shown) + 1));
    this.showWork();
  }

  /** "⏵ 3 list_charge_points  status: faulted   38 ms" */
  private foldedLine(shown: ShownCall, number: number): string {
    const { terminal } = this;
    const { ended } = shown;
    const { paint } = terminal;
    const took = durationWords(terminal, ended?.tookMs ?? 0);
    const outcome = ended?.isError === true ? `${terminal.text.chat.callFailed}, ${took}` : took;
    const room = (terminal.size()?.columns ?? 200) - outcome.length - 8;
    const asked = cutToWidth(callWords(shown), room);
    const sign = ended?.isError === true ? paint('bad', '✗') : paint('good', '⏵');
    return `  ${sign} ${paint('quiet', `${number} ${asked}  ${outcome}`)}`;
  }

  private progressWords({ callId, done, total, about }: Extract<TurnEvent, { type: 'call-progress' }>): string {
    const name = this.calls.find(({ call }) => call.id === callId)?.call.name ?? '';
    const share = total === undefined || total <= 0 ? undefined : Math.max(0, Math.min(1, done / total));
    const bar = share === undefined ? String(done) : `${barOf(share)} ${Math.floor(share * 100)}%`;
    return [visible(name), bar, ...(about === undefined ? [] : [visible(about)])].join('  ');
  }

  private showWork(): void {
    const running = this.calls.filter(({ ended }) => ended === undefined);
    const since = running[0]?.startedAt ?? this.startedAt;
    const took = () => durationWords(this.terminal, performance.now() - since);
    const words = running.map(callWords).join(' · ');
    this.live.show(() => (words === '' ? `${this.terminal.text.chat.thinking}  ${took()}` : `${words}  ${took()}`));
  }

  private note(words: string, tone: 'warning' | 'quiet'): void {
    this.pause();
    if (!this.isQuiet) this.terminal.err(this.terminal.paint(tone, visible(words)));
  }

  /** Beside the answer, which a program may read. */
  private line(line: string): void {
    if (this.isQuiet) return;
    if (this.terminal.isInteractive) this.terminal.write(`${line}\n`);
    else this.terminal.err(line);
  }

  private endText(): void {
    this.live.clear();
    this.text.end();
  }
}

const barWidth = 20;

function barOf(share: number): string {
  const full = Math.floor(share * barWidth);
  return `[${'#'.repeat(full)}${' '.repeat(barWidth - full)}]`;
}

/** An answer for a program: the Markdown itself, line by line. */
class PlainText {
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
