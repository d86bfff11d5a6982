import { createInterface } from 'node:readline';
import { text as readAll } from 'node:stream/consumers';
import { isatty } from 'node:tty';

/** What is typed or piped in. */
export type TerminalInput = {
  /** A person can be asked; false: a program or a file stands there. */
  readonly isInteractive: boolean;
  /** One line, asked for with these words; undefined: whoever was asked left (Ctrl+C, Ctrl+D). */
  line(question: string): Promise<string | undefined>;
  /** All of it, until it ends. */
  all(): Promise<string>;
};

/** The input of this process. */
export function openInput(): TerminalInput {
  return {
    isInteractive: isatty(0),
    line: askLine,
    all: () => readAll(process.stdin),
  };
}

/** The question goes beside the output, which another program may read. */
function askLine(question: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const left = () => {
    process.stderr.write('\n'); // what follows stands on a line of its own
    resolve(undefined);
  };
  reader.once('close', left);
  reader.question(question, (answer) => {
    reader.off('close', left).close();
    resolve(answer);
  });
  return promise;
}
