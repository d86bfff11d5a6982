import type { Commands } from '../command.ts';
import { reset, setAvailability, trigger, unlock } from './commands/control.ts';
import type { Messages } from './messages.generated.ts';

/** Every command of the business in OCPP 1.6. */
export const commands16: Commands<Messages> = {
  reset,
  unlock,
  'set-availability': setAvailability,
  trigger,
};
