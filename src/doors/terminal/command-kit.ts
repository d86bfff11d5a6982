import { type Command, Option } from 'commander';
import { languages } from './language.ts';
import { addSettings } from './settings-flags.ts';
import type { Terminal } from './terminal.ts';

type Work = (given: { args: readonly string[]; options: object }) => Promise<number>;

export type CommandKit = {
  terminal: Terminal;
  /** Gives a command its work, which loads its own file: the other commands then cost nothing. */
  runs(command: Command, work: Work): void;
  /** The command speaks with the running system. */
  asks(command: Command): Command;
  /** The same, and what it reads can be had as JSON. */
  shows(command: Command): Command;
  /** The command takes the settings of the product, without listing them in its help. */
  readsSettings(command: Command): Command;
};

/** What the commands have in common. */
export function commandKit(terminal: Terminal, onDone: (exitCode: number) => void): CommandKit {
  const { text } = terminal;
  const { help } = text;
  const asks = (command: Command) => addServerOptions(command, terminal);
  return {
    terminal,
    runs(command, work) {
      command
        .addOption(languageOption(terminal).hideHelp())
        .action(async () => onDone(await work({ args: command.args, options: command.optsWithGlobals() })));
    },
    asks,
    shows: (command) => asks(command).option('--json', help.json),
    readsSettings: (command) =>
      addSettings(command, text, { isHidden: true }).addHelpText('after', `\n${help.sameSettings}`),
  };
}

/** Given before the command they count as well. */
export function addServerOptions(command: Command, { text: { help } }: Terminal): Command {
  return command.option('--url <address>', help.url).option('--key <key>', help.key);
}

export function languageOption({ text: { help } }: Terminal): Option {
  return new Option('--lang <language>', help.lang).choices(languages);
}

/** An option that takes one of a few words. */
export function choice(flags: string, about: string, words: readonly string[]): Option {
  return new Option(flags, about).choices(words);
}

/** An option that may be given several times, or once with commas. */
export function repeated(flags: string, about: string): Option {
  return new Option(flags, about).argParser<string[] | undefined>((value, before) => [
    ...(before ?? []),
    ...value.split(',').filter((word) => word !== ''),
  ]);
}

/** The same where a comma is part of the value. */
export function repeatedWhole(flags: string, about: string): Option {
  return new Option(flags, about).argParser<string[] | undefined>((value, before) => [...(before ?? []), value]);
}
