import { systemClock } from '../../src/base/clock.ts';
import type { Language } from '../../src/doors/terminal/language.ts';
import { paintWith } from '../../src/doors/terminal/paint.ts';
import type { Terminal } from '../../src/doors/terminal/terminal.ts';
import { texts } from '../../src/doors/terminal/text/text.ts';

export type RecordedTerminal = Terminal & {
  /** Everything written so far. */
  readonly shown: { out: string; err: string };
  interrupt(): void;
};

type Given = {
  language?: Language;
  env?: Record<string, string>;
  now?: string;
  /** Absent: a program reads along. */
  screen?: { columns: number; rows: number };
  /** What is piped in. */
  piped?: string;
  /** What a person types, line by line, when they are asked; absent: nobody is there. */
  typed?: readonly string[];
  /** A server without a port. */
  server?: { fetch(path: string, asked?: RequestInit): Promise<Response> };
};

/** A terminal that remembers what it was told. */
export function recordedTerminal({
  language = 'en',
  env = {},
  now,
  screen,
  piped = '',
  typed,
  server,
}: Given = {}): RecordedTerminal {
  const shown = { out: '', err: '' };
  const lines = [...(typed ?? [])];
  const interruption = new AbortController();
  return {
    language,
    send: server && ((url, asked) => server.fetch(String(url).slice(new URL(url).origin.length), asked)),
    text: texts[language],
    env,
    clock: now === undefined ? systemClock : { now: () => new Date(now) },
    command: 'sigec',
    isInteractive: screen !== undefined,
    paint: paintWith({ hasColour: false }),
    input: {
      isInteractive: typed !== undefined,
      async line(question) {
        shown.err += question;
        return lines.shift();
      },
      all: async () => piped,
      async *lines() {
        yield* piped.split('\n');
      },
      duringWork(onInterrupt) {
        interruption.signal.addEventListener('abort', onInterrupt);
        return () => interruption.signal.removeEventListener('abort', onInterrupt);
      },
    },
    size: () => screen,
    out(lines) {
      shown.out += `${lines}\n`;
    },
    err(lines) {
      shown.err += `${lines}\n`;
    },
    write(text) {
      shown.out += text;
    },
    untilInterrupted: () => interruption.signal,
    shown,
    interrupt: () => interruption.abort(),
  };
}
