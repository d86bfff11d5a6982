import { z } from 'zod';
import { time } from '../common.ts';
import { ocppVersion } from './station.ts';

export const networkInterface = z.enum([
  'wired-0',
  'wired-1',
  'wired-2',
  'wired-3',
  'wireless-0',
  'wireless-1',
  'wireless-2',
  'wireless-3',
  'any',
]);
export type NetworkInterface = z.infer<typeof networkInterface>;

export const apnAuthentication = z.enum(['none', 'pap', 'chap', 'auto']);
export const vpnType = z.enum(['ikev2', 'ipsec', 'l2tp', 'pptp']);

/** How a station reaches a server: what was given to it, without the secrets. */
export const networkProfile = z.object({
  slot: z.int(),
  url: z.string(),
  version: ocppVersion,
  interface: networkInterface,
  securityProfile: z.int(),
  messageTimeoutSeconds: z.int(),
  identity: z.string().nullable(),
  apn: z.string().nullable(),
  vpnServer: z.string().nullable(),
  setAt: time,
  rank: z.int().nullable().describe('1: tried first (NetworkConfigurationPriority); null: not among those tried'),
});
export type NetworkProfile = z.infer<typeof networkProfile>;

export const networkProfileList = z.object({
  profiles: z.array(networkProfile),
  activeSlot: z.int().nullable().describe('OCPPCommCtrlr.ActiveNetworkProfile, as far as it was read'),
});
export type NetworkProfileList = z.infer<typeof networkProfileList>;

/** `known`: the slots that a station told of, in its order. `given`: what we gave it for which, the newest first. */
export type NetworkSlots = {
  known: readonly number[];
  given: readonly Pick<NetworkProfile, 'slot' | 'securityProfile' | 'interface'>[];
};
