import type { Chat } from '../chat.ts';
import { runCommand } from './run-command.ts';
import type { Slash, SlashOutcome } from './slash.ts';
import { isSlashName, slashes } from './slashes.ts';

const synonyms: Readonly<Record<string, string>> = {
  exit: 'quit',
  bye: 'quit',
  sair: 'quit',
  ajuda: 'help',
  '?': 'help',
};

/** `/tools reset`: a word of the conversation itself, or else a command of `sigec`, as in `/station show CP-7`. */
export async function runSlash(chat: Chat, line: string): Promise<SlashOutcome> {
  const rest = line.slice(1).trim();
  const [first = '', ...words] = wordsOf(rest);
  const name = synonyms[first.toLowerCase()] ?? first.toLowerCase();
  if (!isSlashName(name)) {
    await runCommand(chat, wordsOf(rest));
    return 'stay';
  }
  const slash: Slash = slashes[name];
  return (await slash.run(chat, words, rest.slice(first.length).trim())) ?? 'stay';
}

/** As a shell would, so far: quotes keep words together. */
export function wordsOf(line: string): string[] {
  return Array.from(
    line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
