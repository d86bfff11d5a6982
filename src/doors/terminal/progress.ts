import type { Terminal } from './terminal.ts';

const pauseMs = 3_000;

/** Passes on what is told of a long work, every few seconds; of a short one nothing. */
export function everyFewSeconds<Args extends unknown[]>(tell: (...args: Args) => void): (...args: Args) => void {
  let nextAt = performance.now() + pauseMs;
  return (...args) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + pauseMs;
    tell(...args);
  };
}

const width = 30;

/** How far a long work is: a bar that grows where a person looks on, a line now and then where a program does. */
export function progressBar(
  terminal: Pick<Terminal, 'isInteractive' | 'write' | 'err'>,
  { total, words }: { total: number; words(done: number, percent: number): string },
): { show(done: number): void; end(): void } {
  const percentOf = (done: number) => Math.floor((done / Math.max(1, total)) * 100);
  const line = everyFewSeconds((done: number) => terminal.err(words(done, percentOf(done))));
  if (!terminal.isInteractive) return { show: line, end: () => undefined };
  return {
    show(done) {
      const full = Math.min(width, Math.floor((done / Math.max(1, total)) * width));
      terminal.write(`\r\u001b[K[${'#'.repeat(full)}${' '.repeat(width - full)}] ${words(done, percentOf(done))}`);
    },
    end: () => terminal.write('\r\u001b[K'),
  };
}
