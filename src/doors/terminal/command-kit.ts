import { Argument, type Command, Option } from 'commander';
import { languages } from './language.ts';
import { addSettings } from './settings-flags.ts';
import type { Terminal } from './terminal.ts';

/** What stands beside a flag or an argument in the help, and how its value is read. */
export type About =
  | string
  | {
      about: string;
      /** The name of an argument's value, where an option bears the argument's own. */
      as?: string;
      choices?: readonly string[];
      isRequired?: boolean;
      /** May be given several times; `list`: or once with commas. */
      repeats?: 'list' | 'whole';
      usual?: string;
      conflicts?: string[];
    };
export type Flags = Readonly<Record<string, About>>;

/** What a command needs: the running system, that system and JSON for programs, the settings of the product, or nothing. */
type Reach = 'server' | 'server-json' | 'settings' | 'server-settings' | 'nothing';

export type Verb = {
  about: string;
  /** `<id>`, `[id]` or `<ids...>` with its help: its value stands among the options, under its name. */
  args?: Flags;
  options?: Flags;
  /** What stands below the help. */
  after?: string;
  /** `server-json` unless it is said otherwise. */
  reach?: Reach;
  usage?: string;
  /** A command whose own options count alone, since one of them bears the name of an option that may stand before it. */
  isApart?: boolean;
  isHidden?: boolean;
  allows?: 'excess-arguments' | 'unknown-options';
  run: Run;
};
type Run = (options: Record<string, unknown>) => Promise<number>;
type Work = (terminal: Terminal, options: never) => Promise<number>;

export type CommandKit = ReturnType<typeof commandKit>;
export type Help = Terminal['text']['help'];

/** What the commands have in common. */
export function commandKit(terminal: Terminal, onDone: (exitCode: number) => void) {
  const { text } = terminal;
  const { help } = text;

  function addVerb(parent: Command, name: string, verb: Verb): Command {
    const command = parent.command(name, { hidden: verb.isHidden ?? false }).description(verb.about);
    for (const [form, about] of Object.entries(verb.args ?? {})) command.addArgument(argumentOf(form, about));
    const { reach = 'server-json' } = verb;
    if (reach.startsWith('server')) addServerOptions(command, terminal);
    if (reach === 'server-json') command.option('--json', help.json);
    if (reach.endsWith('settings'))
      addSettings(command, text, { isHidden: true }).addHelpText('after', `\n${help.sameSettings}`);
    for (const [flags, about] of Object.entries(verb.options ?? {})) command.addOption(optionOf(flags, about));
    if (verb.after !== undefined) command.addHelpText('after', `\n${verb.after}`);
    if (verb.usage !== undefined) command.usage(verb.usage);
    if (verb.allows === 'excess-arguments') command.allowExcessArguments();
    if (verb.allows === 'unknown-options') command.allowUnknownOption();
    return command.addOption(languageOption(terminal).hideHelp()).action(async () => {
      const options = verb.isApart ? command.opts() : command.optsWithGlobals();
      onDone(await verb.run({ ...options, ...argumentsOf(verb, command.args) }));
    });
  }

  return {
    terminal,
    help,
    addVerb,
    addVerbs(parent: Command, verbs: Readonly<Record<string, Verb>>): void {
      for (const [name, verb] of Object.entries(verbs)) addVerb(parent, name, verb);
    },
    /** The work of a command by its name in a file, which is loaded only when it is called: the other commands then cost nothing. */
    from:
      <Module extends object>(load: () => Promise<Module>) =>
      (name: WorkIn<Module>, more: object = {}): Run =>
      async (options) => {
        const work = (await load())[name] as unknown as (terminal: Terminal, options: object) => Promise<number>;
        return work(terminal, { ...options, ...more });
      },
  };
}

type WorkIn<Module> = { [Name in keyof Module]: Module[Name] extends Work ? Name : never }[keyof Module];

/** Given before the command they count as well. */
export function addServerOptions(command: Command, { text: { help } }: Terminal): Command {
  return command.option('--url <address>', help.url).option('--key <key>', help.key);
}

export function languageOption({ text: { help } }: Terminal): Option {
  return new Option('--lang <language>', help.lang).choices(languages);
}

function optionOf(flags: string, given: About): Option {
  const { about, choices, isRequired, repeats, usual, conflicts } =
    typeof given === 'string' ? { about: given } : given;
  const option = new Option(flags, about);
  if (choices !== undefined) option.choices(choices);
  if (isRequired) option.makeOptionMandatory();
  if (usual !== undefined) option.default(usual);
  if (conflicts !== undefined) option.conflicts(conflicts);
  if (repeats !== undefined)
    option.argParser<string[] | undefined>((value, before = []) => [
      ...before,
      ...(repeats === 'whole' ? [value] : value.split(',').filter((word) => word !== '')),
    ]);
  return option;
}

function argumentOf(form: string, given: About): Argument {
  if (typeof given === 'string') return new Argument(form, given);
  const argument = new Argument(form, given.about);
  return given.choices === undefined ? argument : argument.choices(given.choices);
}

/** The values by the names of their arguments: `<ids...>` takes all that are left. */
function argumentsOf({ args = {}, allows }: Verb, values: readonly string[]): Record<string, unknown> {
  const named = Object.entries(args).map(([form, about], index): [string, unknown] => {
    const name = new Argument(form).name().replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const { as = name } = typeof about === 'string' ? {} : about;
    return [as, form.includes('...') ? values.slice(index) : values[index]];
  });
  return { ...Object.fromEntries(named), ...(allows === 'excess-arguments' && { excess: values }) };
}
