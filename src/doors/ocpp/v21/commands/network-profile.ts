import { byStatus, type Translator } from '../../command.ts';
import { keptProfile, sharedProfile, wireInterface } from '../../v201/commands/network-profile.ts';
import type { Messages } from '../messages.generated.ts';

const wireVersion = { '1.6': 'OCPP16', '2.0.1': 'OCPP201', '2.1': 'OCPP21' } as const;

/** B09: since 2.1 the profile also says who the station is there, and its password. */
export const setNetworkProfile: Translator<Messages, 'set-network-profile'> = async (input, context) => {
  const { slot, version, identity, password } = input;
  const response = await context.call('SetNetworkProfile', {
    configurationSlot: slot,
    connectionData: {
      ...sharedProfile(input),
      ocppVersion: wireVersion[version],
      ocppInterface: input.interface === 'any' ? 'Any' : wireInterface[input.interface],
      ...(identity !== undefined && { identity }),
      ...(password !== undefined && { basicAuthPassword: password }),
    },
  });
  const outcome = byStatus(response);
  if (outcome.status === 'accepted')
    await context.charging.variables.recordNetworkProfile(context.stationId, keptProfile(input, identity ?? null));
  return outcome;
};
