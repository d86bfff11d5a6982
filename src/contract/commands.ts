import type { z } from 'zod';
import { authorizationCommands } from './commands/authorization.ts';
import { batterySwapCommands } from './commands/battery-swaps.ts';
import { certificateCommands } from './commands/certificates.ts';
import { controlCommands } from './commands/control.ts';
import { customerInformationCommands } from './commands/customer-information.ts';
import { dataTransferCommands } from './commands/data-transfer.ts';
import { derCommands } from './commands/der.ts';
import { displayCommands } from './commands/displays.ts';
import { firmwareCommands } from './commands/firmware.ts';
import { logCommands } from './commands/logs.ts';
import { monitoringCommands } from './commands/monitoring.ts';
import { reservationCommands } from './commands/reservations.ts';
import { scheduleCommands } from './commands/schedules.ts';
import { securityCommands } from './commands/security.ts';
import { sessionCommands } from './commands/sessions.ts';
import { tariffCommands } from './commands/tariffs.ts';
import { variableCommands } from './commands/variables.ts';

/** Everything that can be asked of a station. A group of commands is one file and one row here. */
export const commands = {
  ...controlCommands,
  ...authorizationCommands,
  ...reservationCommands,
  ...tariffCommands,
  ...sessionCommands,
  ...monitoringCommands,
  ...displayCommands,
  ...dataTransferCommands,
  ...variableCommands,
  ...securityCommands,
  ...certificateCommands,
  ...firmwareCommands,
  ...logCommands,
  ...customerInformationCommands,
  ...scheduleCommands,
  ...derCommands,
  ...batterySwapCommands,
};

export type CommandName = keyof typeof commands;
export type InputOf<Name extends CommandName> = z.output<(typeof commands)[Name]['input']>;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
