/** The words in which a command and its outcome are spoken of, for the door that carries them out. */
export type { Loss, Outcome } from '#contract/command.ts';
export type { CommandName, InputOf } from '#contract/commands.ts';
