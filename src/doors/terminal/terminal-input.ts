import { createInterface } from 'node:readline';
import { text as readAll } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { askLine, type LineOptions } from './ask-line.ts';

export type TerminalInput = {
  /** A person can be asked; false: a program or a file stands there. */
  readonly isInteractive: boolean;
  /** One line, asked for with these words; undefined: whoever was asked left (Ctrl+C, Ctrl+D). */
  line(question: string, options?: LineOptions): Promise<string | undefined>;
  all(): Promise<string>;
  /** The same line by line, as they come. */
  lines(): AsyncIterable<string>;
  /** Until what is returned is called, Ctrl+C is told instead of ending the process, and other keys are left aside. */
  duringWork(onInterrupt: () => void): () => void;
};

const ctrlC = 0x03;

export function openInput(): TerminalInput {
  let onInterrupt: (() => void) | undefined;
  let listening: (() => void) | undefined;
  const listen = () => {
    listening ??= onInterrupt === undefined ? undefined : listenForCtrlC(onInterrupt);
  };
  const stop = () => {
    listening?.();
    listening = undefined;
  };
  return {
    isInteractive: isatty(0),
    async line(question, options) {
      stop(); // whoever is asked in the middle of the work types freely
      try {
        return await askLine(question, options);
      } finally {
        listen();
      }
    },
    all: () => readAll(process.stdin),
    lines: () => createInterface({ input: process.stdin }),
    duringWork(given) {
      onInterrupt = given;
      listen();
      return () => {
        onInterrupt = undefined;
        stop();
      };
    },
  };
}

/** Keys that are typed meanwhile would mix with what is shown, and answer questions that nobody has read yet. */
function listenForCtrlC(onInterrupt: () => void): () => void {
  const { stdin } = process;
  process.on('SIGINT', onInterrupt);
  const typed = (keys: Buffer) => {
    if (keys.includes(ctrlC)) onInterrupt();
  };
  if (stdin.isTTY) stdin.setRawMode(true).on('data', typed).resume();
  return () => {
    process.off('SIGINT', onInterrupt);
    if (stdin.isTTY) stdin.off('data', typed).setRawMode(false).pause();
  };
}
