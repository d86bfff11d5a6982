import { isatty } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { type Clock, systemClock } from '#base/clock.ts';
import type { Fetch } from '#base/patient-fetch.ts';
import { failed } from './exit-code.ts';
import { chooseLanguage, type Language, languageFlag } from './language.ts';
import { type Paint, paintWith } from './paint.ts';
import { openInput, type TerminalInput } from './terminal-input.ts';
import { type Text, texts } from './text/text.ts';

/** What a command has of the world: where it writes, in which language, and when it is told to end. */
export type Terminal = {
  readonly language: Language;
  readonly text: Text;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** How we were called, to be repeated in hints. */
  readonly command: string;
  /** A person looks at a screen; false: a program reads along, so nothing is cut, coloured or redrawn. */
  readonly isInteractive: boolean;
  readonly paint: Paint;
  readonly input: TerminalInput;
  /** How requests reach the server; absent: over the network, to whoever proves to be it. */
  readonly send?: Fetch | undefined;
  /** Of the screen; undefined when there is none. */
  size(): { columns: number; rows: number } | undefined;
  /** One or more lines of what was asked for. */
  out(lines: string): void;
  /** Lines about the work itself: problems, progress. */
  err(lines: string): void;
  write(text: string): void;
  /** Aborted by Ctrl+C or a signal to end; asking for it keeps the first one from ending the process at once. */
  untilInterrupted(options?: { onHangUp?: (() => void) | undefined }): AbortSignal;
};

export function openTerminal(args: readonly string[]): Terminal {
  const { stdout, stderr, env } = process;
  const language = chooseLanguage({ flag: languageFlag(args), env });
  const isInteractive = isatty(stdout.fd);
  const hasColour = isInteractive && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  leaveWhenNobodyReads();
  return {
    language,
    text: texts[language],
    env,
    clock: systemClock,
    command: env['npm_command'] === undefined ? 'sigec' : 'npx sigec',
    isInteractive,
    paint: paintWith({ hasColour }),
    input: openInput(),
    size: () => (isInteractive ? { columns: stdout.columns || 80, rows: stdout.rows || 24 } : undefined),
    out: (lines) => void stdout.write(`${lines}\n`),
    // Colours are chosen by the output; where problems go to a file instead, they stay away from it.
    err: (lines) => void stderr.write(`${isatty(stderr.fd) ? lines : stripVTControlCharacters(lines)}\n`),
    write: (text) => void stdout.write(text),
    untilInterrupted,
  };
}

/** `sigec event list | head` closes our output early, which is no failure. */
function leaveWhenNobodyReads(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

/** `onHangUp`: what a server does at SIGHUP, which for everybody else means that the terminal is gone. */
function untilInterrupted({ onHangUp }: { onHangUp?: (() => void) | undefined } = {}): AbortSignal {
  const ending = new AbortController();
  const end = () => {
    if (ending.signal.aborted) process.exit(failed); // asked twice: leave at once
    ending.abort();
  };
  process
    .on('SIGINT', end)
    .on('SIGTERM', end)
    .on('SIGHUP', onHangUp ?? end);
  return ending.signal;
}
