import { type Commands, sharedWith } from '../command.ts';
import { commands201 } from '../v201/commands.ts';
import { reset, trigger } from './commands/control.ts';
import type { Messages } from './messages.generated.ts';

/** Every command of the business in OCPP 2.1: what 2.0.1 says is said the same way, unless a row of its own stands here. */
export const commands21: Commands<Messages> = {
  ...sharedWith<Messages>(commands201),
  reset,
  trigger,
};
