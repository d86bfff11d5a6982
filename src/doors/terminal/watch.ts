import { setTimeout as pause } from 'node:timers/promises';
import { asError } from '#base/errors.ts';
import type { Terminal } from './terminal.ts';

/** What is to be seen now; `extent` says how many of the lines a small screen can do without. */
type Draw = () => Promise<string[]>;

const everyMs = 2_000;
const startOfScreen = '\u001b[H';
const clearBelow = '\u001b[J';

/** Shows again and again until interrupted: in place on a screen, as a new block on every change elsewhere. */
export async function watch(terminal: Terminal, draw: Draw, { pauseMs = everyMs } = {}): Promise<void> {
  const signal = terminal.untilInterrupted();
  let lines = await draw(); // a failure of the first one is told like any other
  let problem: string | undefined;
  let shown: string | undefined;
  while (!signal.aborted) {
    const now = [...lines, ...(problem === undefined ? [] : [terminal.paint('bad', problem)])];
    if (terminal.isInteractive) redraw(terminal, now);
    else if (now.join('\n') !== shown) terminal.out(now.join('\n'));
    shown = now.join('\n');
    await pause(pauseMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
    try {
      lines = await draw();
      problem = undefined;
    } catch (error) {
      problem = terminal.text.problem.watchLost(asError(error).message);
    }
  }
}

/** Lines that the screen has no room for are counted: scrolling would push the first ones away. */
function redraw(terminal: Terminal, lines: readonly string[]): void {
  const room = (terminal.size()?.rows ?? lines.length + 1) - 1;
  const hidden = lines.length - room + 1;
  const shown = lines.length <= room ? lines : [...lines.slice(0, room - 1), terminal.text.list.more(hidden)];
  terminal.write(`${startOfScreen}${clearBelow}${shown.join('\n')}\n`);
}
