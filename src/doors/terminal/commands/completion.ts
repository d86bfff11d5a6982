import type { Command } from 'commander';
import { type CommandWords, completionScripts } from '../completion-scripts.ts';
import { done } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';

type CompletionOptions = { program: Command; shell: keyof typeof completionScripts };

/** The script is made from the tree of commands itself, so it cannot know other commands than there are. */
export async function completion(terminal: Terminal, { program, shell }: CompletionOptions): Promise<number> {
  terminal.write(completionScripts[shell](wordsOf(program, [])));
  return done;
}

function wordsOf(command: Command, path: readonly string[]): CommandWords[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  const words = [
    ...commands.map((each) => ({ word: each.name(), about: each.description() })),
    ...help
      .visibleOptions(command)
      .flatMap(({ long, description }) => (long ? [{ word: long, about: description }] : [])),
    ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
      argChoices.map((word) => ({ word, about: description })),
    ),
  ];
  return [{ path: path.join(' '), words }, ...commands.flatMap((each) => wordsOf(each, [...path, each.name()]))];
}
