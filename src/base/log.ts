import { pino } from 'pino';

export type Log = {
  debug(facts: object, sentence: string): void;
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Logs go to stderr, so that stdout stays free for what a command was asked to print. */
export function openLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      redact: ['password', '*.password', 'token', '*.token', 'key', '*.key', 'headers.authorization'],
    },
    pino.destination({ fd: 2, sync: true }),
  );
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
