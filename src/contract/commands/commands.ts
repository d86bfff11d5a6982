import type { z } from 'zod';
import { authorizationCommands } from './authorization.ts';
import { batterySwapCommands } from './battery-swaps.ts';
import { certificateCommands } from './certificates.ts';
import { chargingProfileCommands } from './charging-profiles.ts';
import { controlCommands } from './control.ts';
import { customerInformationCommands } from './customer-information.ts';
import { dataTransferCommands } from './data-transfer.ts';
import { derCommands } from './der.ts';
import { displayCommands } from './displays.ts';
import { firmwareCommands } from './firmware.ts';
import { logCommands } from './logs.ts';
import { monitoringCommands } from './monitoring.ts';
import { reservationCommands } from './reservations.ts';
import { securityCommands } from './security.ts';
import { sessionCommands } from './sessions.ts';
import { tariffCommands } from './tariffs.ts';
import { variableCommands } from './variables.ts';

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
  ...chargingProfileCommands,
  ...derCommands,
  ...batterySwapCommands,
};

export type CommandName = keyof typeof commands;
export type InputOf<Name extends CommandName> = z.output<(typeof commands)[Name]['input']>;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
