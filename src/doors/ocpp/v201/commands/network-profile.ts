import type { NetworkConnectionProfileType as Profile201 } from 'typed-ocpp/dist/ocpp20/types.js';
import type { InputOf } from '#contract/commands/commands.ts';
import type { NetworkInterface } from '#contract/stations/network-profiles.ts';
import { byStatus, lossOf, type Translator } from '../../command.ts';
import type { Messages } from '../messages.generated.ts';

type Input = InputOf<'set-network-profile'>;

/** B09. OCPP 2.0.1 has one word for all of OCPP 2 and no way to give identity and password along. */
export const setNetworkProfile: Translator<Messages, 'set-network-profile'> = async (input, context) => {
  const losses = lossOf(input, {
    identity: 'SetNetworkProfile of OCPP 2.0.1 has no identity',
    password: 'SetNetworkProfile of OCPP 2.0.1 has no password',
  });
  if (input.version === '2.1')
    losses.push({ field: 'version', why: 'OCPP 2.0.1 has no word for 2.1; OCPP20 was sent' });
  if (input.interface === 'any')
    losses.push({ field: 'interface', why: 'OCPP 2.0.1 has no word for any; Wired0 was sent' });
  const response = await context.call('SetNetworkProfile', {
    configurationSlot: input.slot,
    connectionData: {
      ...sharedProfile(input),
      ocppVersion: input.version === '1.6' ? 'OCPP16' : 'OCPP20',
      ocppInterface: input.interface === 'any' ? 'Wired0' : wireInterface[input.interface],
    },
  });
  const outcome = byStatus(response, ['Accepted'], { losses });
  if (outcome.status === 'accepted')
    await context.charging.variables.recordNetworkProfile(context.stationId, keptProfile(input, null));
  return outcome;
};

export const wireInterface = {
  'wired-0': 'Wired0',
  'wired-1': 'Wired1',
  'wired-2': 'Wired2',
  'wired-3': 'Wired3',
  'wireless-0': 'Wireless0',
  'wireless-1': 'Wireless1',
  'wireless-2': 'Wireless2',
  'wireless-3': 'Wireless3',
} as const satisfies Record<Exclude<NetworkInterface, 'any'>, Profile201['ocppInterface']>;

const wireApnAuthentication = { none: 'NONE', pap: 'PAP', chap: 'CHAP', auto: 'AUTO' } as const;
const wireVpn = { ikev2: 'IKEv2', ipsec: 'IPSec', l2tp: 'L2TP', pptp: 'PPTP' } as const;

export function sharedProfile({ url, messageTimeoutSeconds, securityProfile, apn, vpn }: Input) {
  return {
    ocppTransport: 'JSON',
    ocppCsmsUrl: url,
    messageTimeout: messageTimeoutSeconds,
    securityProfile,
    ...(apn && {
      apn: {
        apn: apn.name,
        apnAuthentication: wireApnAuthentication[apn.authentication],
        ...(apn.user !== undefined && { apnUserName: apn.user }),
        ...(apn.password !== undefined && { apnPassword: apn.password }),
        ...(apn.simPin !== undefined && { simPin: apn.simPin }),
        ...(apn.preferredNetwork !== undefined && { preferredNetwork: apn.preferredNetwork }),
        ...(apn.isOnlyPreferred !== undefined && { useOnlyPreferredNetwork: apn.isOnlyPreferred }),
      },
    }),
    ...(vpn && {
      vpn: {
        type: wireVpn[vpn.type],
        server: vpn.server,
        user: vpn.user,
        password: vpn.password,
        key: vpn.key,
        ...(vpn.group !== undefined && { group: vpn.group }),
      },
    }),
  } as const;
}

/** What we remember of it: no secrets, and no identity where none could be said. */
export function keptProfile(input: Input, identity: string | null) {
  const { slot, url, version, securityProfile, messageTimeoutSeconds, apn, vpn } = input;
  return {
    slot,
    url,
    version,
    interface: input.interface,
    securityProfile,
    messageTimeoutSeconds,
    identity,
    apn: apn?.name ?? null,
    vpnServer: vpn?.server ?? null,
  };
}
