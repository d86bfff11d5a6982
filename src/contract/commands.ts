import type { z } from 'zod';
import { controlCommands } from './commands/control.ts';

/** Everything that can be asked of a station. A group of commands is one file and one row here. */
export const commands = {
  ...controlCommands,
};

export type CommandName = keyof typeof commands;
export type InputOf<Name extends CommandName> = z.output<(typeof commands)[Name]['input']>;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
