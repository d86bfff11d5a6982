import { isatty } from 'node:tty';
import { pino } from 'pino';
import { logLine } from './log-line.ts';

export type Log = {
  debug(facts: object, sentence: string): void;
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Logs go to stderr, so that stdout stays free for what a command was asked to print: short lines on a screen, else JSON for programs. */
export function openLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      redact: ['password', '*.password', 'token', '*.token', 'key', '*.key', 'headers.authorization'],
    },
    isatty(2)
      ? { write: (line) => void process.stderr.write(`${logLine(line)}\n`) }
      : pino.destination({ fd: 2, sync: true }),
  );
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
