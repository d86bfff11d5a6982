import { CommanderError } from 'commander';
import { asError, SigecError } from '#base/errors.ts';
import { done, exitCodeOf, failed, wrongUse } from './exit-code.ts';
import { bareCommand } from './nouns/system.ts';
import { buildProgram } from './program.ts';
import type { Terminal } from './terminal.ts';
import type { Text } from './text/text.ts';
import { visible } from './visible.ts';

/** Runs one command line and gives its exit code. Whatever goes wrong ends as a sentence, never as a stack trace. */
export async function runSigec(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = done;
  const program = buildProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    const { operands, unknown } = program.parseOptions([...args]);
    const isBare = operands.length === 0 && unknown.length === 0;
    await program.parseAsync(isBare ? [...args, bareCommand] : [...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return tell(error, terminal);
  }
}

function tell(error: unknown, terminal: Terminal): number {
  const { text, paint } = terminal;
  if (error instanceof CommanderError) return tellWrongUse(error, terminal);
  if (!(error instanceof SigecError)) {
    terminal.err(paint('bad', text.problem.unexpected(visible(asError(error).message))));
    return failed;
  }
  const sentence = visible(error.message);
  terminal.err(paint('bad', error.code === 'CANNOT_START' ? text.problem.cannotStart(sentence) : sentence));
  return exitCodeOf[error.code];
}

function tellWrongUse(error: CommanderError, terminal: Terminal): number {
  if (['commander.helpDisplayed', 'commander.version'].includes(error.code)) return done;
  if (error.code === 'commander.help') return error.exitCode === 0 ? done : wrongUse; // a noun without a verb: its help was shown
  terminal.err(`${wrongUseSentence(error, terminal.text)} ${terminal.text.wrongUse.seeHelp(terminal.command)}`);
  return wrongUse;
}

/** What the parser could not understand, in the language of the user; its own words only come in English. */
function wrongUseSentence({ code, message }: CommanderError, text: Text): string {
  const told = visible(message);
  const { wrongUse } = text;
  const [, name = ''] = /for argument '([^']*)'/.exec(told) ?? /'([^']*)'/.exec(told) ?? [];
  const [, suggestion] = /\(Did you mean (?:one of )?(.*)\?\)/.exec(told) ?? [];
  const sentence = () => {
    switch (code) {
      case 'commander.unknownCommand':
        return wrongUse.unknownCommand(name);
      case 'commander.unknownOption':
        return wrongUse.unknownOption(name);
      case 'commander.missingArgument':
        return wrongUse.missingArgument(name);
      case 'commander.optionMissingArgument':
        return wrongUse.missingValue(name);
      case 'commander.missingMandatoryOptionValue':
        return wrongUse.missingOption(name);
      case 'commander.conflictingOption':
        return wrongUse.conflict([...told.matchAll(/'([^']*)'/g)].map(([, option = '']) => option).join(', '));
      case 'commander.excessArguments':
        return wrongUse.tooMany;
      case 'commander.invalidArgument':
        return wrongUse.invalidValue({ option: name, accepts: /Allowed choices are (.*)\./.exec(told)?.[1] ?? '' });
      default:
        return wrongUse.other;
    }
  };
  return suggestion === undefined ? sentence() : `${sentence()} ${wrongUse.didYouMean(suggestion)}`;
}
