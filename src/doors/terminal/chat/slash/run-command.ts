import type { Command } from 'commander';
import { buildProgram } from '../../program.ts';
import { runSigec } from '../../run.ts';
import type { Terminal } from '../../terminal.ts';
import type { Chat } from '../chat.ts';

/** What cannot run inside a conversation, since it takes the terminal for itself or starts the system. */
const elsewhere = new Set(['chat', 'ask', 'serve', 'now', 'completion', 'mcp', 'database', 'replay', 'simulate']);

/** The nouns that can be typed after a slash. */
export function commandNames(terminal: Terminal): string[] {
  const { commands } = buildProgram(terminal, () => undefined);
  return commands.map((command: Command) => command.name()).filter((name) => !elsewhere.has(name) && name !== 'help');
}

/** A command of `sigec` with the same address and key, without asking whoever answers. Ctrl+C ends it alone. */
export async function runCommand({ terminal, options }: Chat, words: readonly string[]): Promise<void> {
  const [name = ''] = words;
  if (!commandNames(terminal).includes(name)) {
    terminal.err(terminal.paint('warning', terminal.text.chat.unknownSlash(name)));
    return;
  }
  const ending = new AbortController();
  const inside: Terminal = { ...terminal, untilInterrupted: () => ending.signal };
  // Where the command asks something itself, it has the keyboard.
  const stop = terminal.input.duringWork(() => ending.abort());
  try {
    await runSigec([...serverArguments(options), ...words], inside);
  } finally {
    stop();
  }
}

function serverArguments({ url, key }: Chat['options']): string[] {
  return [...(url === undefined ? [] : ['--url', url]), ...(key === undefined ? [] : ['--key', key])];
}
