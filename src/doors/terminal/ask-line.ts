import { createInterface, type Interface } from 'node:readline';

/** For a line that a person edits for longer than a word. */
export type LineOptions = {
  /** What was typed before, the newest first. */
  history?: readonly string[];
  /** What could stand in the place of the end of the line, and that end. */
  complete?(line: string): Promise<[found: string[], end: string]>;
  /** Said at Ctrl+C on an empty line; the next one leaves. Absent: the first one leaves. */
  leaveHint?: string;
};

/** The question goes beside the output, which another program may read. */
export function askLine(question: string, options: LineOptions = {}): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const { complete, history } = options;
  const reader = createInterface({
    input: process.stdin,
    output: process.stderr,
    ...(history !== undefined && { history: [...history], historySize: Math.max(1, history.length + 1) }),
    ...(complete !== undefined && { completer: completerOf(complete) }),
  });
  const left = () => {
    process.stderr.write('\n'); // what follows stands on a line of its own
    resolve(undefined);
  };
  reader.once('close', left);
  if (options.leaveHint !== undefined) leaveAtTheSecond(reader, options.leaveHint);
  const lines: string[] = [];
  reader.on('line', (line) => {
    lines.push(line);
    if (lines.length > 1) return;
    // Lines that were pasted together are one answer.
    setImmediate(() => {
      reader.off('close', left).close();
      resolve(lines.join('\n'));
    });
  });
  reader.setPrompt(question);
  reader.prompt();
  return promise;
}

/** Ctrl+C takes back what stands in the line; on an empty one it says how to leave, and then leaves. */
function leaveAtTheSecond(reader: Interface, hint: string): void {
  let isWarned = false;
  reader.on('SIGINT', () => {
    if (reader.line === '' && isWarned) {
      reader.close();
      return;
    }
    isWarned = reader.line === '';
    process.stderr.write(isWarned ? `\n${hint}\n` : '\n');
    reader.write(null, { ctrl: true, name: 'e' });
    reader.write(null, { ctrl: true, name: 'u' });
    reader.prompt();
  });
}

type Completer = (line: string, done: (error: null, found: [string[], string]) => void) => void;

/** A completion that cannot be had is none. */
function completerOf(complete: NonNullable<LineOptions['complete']>): Completer {
  return (line, done) => {
    const offer = async () => done(null, await complete(line).catch((): [string[], string] => [[], line]));
    void offer();
  };
}
