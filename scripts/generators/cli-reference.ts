import type { Argument, Command, Option } from 'commander';
import { bareCommand } from '../../src/doors/terminal/nouns/system.ts';
import { buildProgram, pathOf } from '../../src/doors/terminal/program.ts';
import type { Terminal } from '../../src/doors/terminal/terminal.ts';
import { texts } from '../../src/doors/terminal/text/text.ts';
import type { GeneratedFile } from './generated-file.ts';
import { code, referencePage, table } from './reference-page.ts';

/** Building the tree of commands needs their texts alone. */
const program = buildProgram({ text: texts.en, env: {} } as Terminal, () => undefined);
const nouns = program.commands.filter((command) => command.name() !== bareCommand);
const commonOptions = new Set([...program.options.map(({ long }) => long), '--json']);

/** Whatever can be typed, each command once. */
export const terminalCommands: readonly Command[] = nouns.flatMap(commandsOf);

/** The reference of the terminal, from its tree of commands. */
export async function cliReference(): Promise<GeneratedFile[]> {
  const lines = [
    `The ${terminalCommands.length} commands of \`sigec\`. In a clone of this repository they are called by \`npx sigec\`; alone it shows how things are, and`,
    'what you may want next. `--help` after a command explains its options. `sigec serve` also takes every [setting](settings.md) as an option.',
    '',
    'All commands take these options, and those that show something take `--json`:',
    '',
    ...table(
      ['option', 'what it does'],
      program.options.map(({ flags, description }) => [code(flags), description]),
    ),
    ...nouns.flatMap(section),
  ];
  return [referencePage('cli', { title: 'Terminal', source: 'src/doors/terminal', lines })];
}

function section(noun: Command): string[] {
  const rows = commandsOf(noun).map((command) => [
    code([pathOf(command), ...command.registeredArguments.map(argumentText)].join(' ')),
    command.description(),
    command.options.filter(isOwn).map(optionText).join(' '),
  ]);
  return ['', `## ${noun.name()}`, '', ...table(['command', 'what it does', 'options'], rows)];
}

/** The command itself and those below it, but for nouns that only hold others. All that do something have a language. */
function commandsOf(command: Command): Command[] {
  const doesSomething = command.options.some(({ long }) => long === '--lang');
  return [...(doesSomething ? [command] : []), ...command.commands.flatMap(commandsOf)];
}

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function isOwn({ hidden, long, helpGroupHeading }: Option): boolean {
  return !hidden && helpGroupHeading !== 'Settings:' && !commonOptions.has(long);
}

function optionText({ flags, argChoices }: Option): string {
  return code(argChoices === undefined ? flags : `${flags.replace(/<.*>/, '')}${argChoices.join('|')}`);
}
