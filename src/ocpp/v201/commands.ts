import type { Commands } from '../command.ts';
import { reset, setAvailability, trigger, unlock } from './commands/control.ts';
import type { Messages } from './messages.generated.ts';

/** Every command of the business in OCPP 2.0.1. */
export const commands201: Commands<Messages> = {
  reset,
  unlock,
  'set-availability': setAvailability,
  trigger,
};
