import type { CommanderError } from 'commander';
import type { Text } from './text/text.ts';
import { visible } from './visible.ts';

/** What the parser could not understand, in the language of the user; its own words only come in English. */
export function wrongUseSentence({ code, message }: CommanderError, text: Text): string {
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
