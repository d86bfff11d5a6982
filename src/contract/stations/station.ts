import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { connectorStatuses, linkStates, ocppVersions } from '../word-lists.ts';

export const ocppVersion = z.enum(ocppVersions);
export type OcppVersion = z.infer<typeof ocppVersion>;

/**
 * 48 characters without a colon is the rule of OCPP 2.x. Characters that cannot be seen, and spaces that cannot be told apart,
 * would make two stations look like one.
 */
export const stationId = z
  .string()
  .min(1)
  .max(48)
  .regex(/^[^\p{C}\p{Default_Ignorable_Code_Point}/\\:?#]+$/u, 'must be 1 to 48 visible characters without / \\ : ? #')
  .refine((id) => /^\S+( \S+)*$/u.test(id), 'must not begin or end with a space, or have two in a row');

export const connectorStatus = z.enum(connectorStatuses);
export type ConnectorStatus = z.infer<typeof connectorStatus>;

/** What OCPP 1.6 tells beyond "occupied"; later versions tell it through the session. */
export const connectorActivity = z.enum([
  'preparing',
  'charging',
  'suspended-by-station',
  'suspended-by-vehicle',
  'finishing',
]);
export type ConnectorActivity = z.infer<typeof connectorActivity>;

export const connector = z.object({
  evseId: z.int().describe('0 stands for the station as a whole'),
  connectorId: z.int(),
  status: connectorStatus,
  activity: connectorActivity.nullable(),
  reason: z.string().nullable().describe('Error code and text of the station, when it gave one'),
  changedAt: time,
});
export type Connector = z.infer<typeof connector>;

export const offlineReason = z.enum([
  'never-connected',
  'closed-by-station',
  'no-answer',
  'replaced',
  'refused-input',
  'over-budget',
  'database-away',
  'server-stopped',
  'rejected',
  'exemption-ended',
  'certificate-revoked',
]);
export type OfflineReason = z.infer<typeof offlineReason>;

export const pendingReason = z.enum([
  'unknown-station',
  'no-password',
  'wrong-password',
  'wrong-certificate',
  'profile-too-low',
  'no-common-version',
  'no-station-id',
  'rejected',
]);
export type PendingReason = z.infer<typeof pendingReason>;

export const link = z.discriminatedUnion('state', [
  z.object({ state: z.literal('online'), since: time, version: ocppVersion, address: z.string() }),
  z.object({ state: z.literal('offline'), since: time.nullable(), reason: offlineReason }),
  z.object({
    state: z.literal('pending'),
    since: time,
    reason: pendingReason,
    version: ocppVersion.nullable(),
    address: z.string(),
    attempts: z.int(),
  }),
]);
export type Link = z.infer<typeof link>;

/** Two connections claim the station: one was kept, the other is refused. */
export const stationContest = z.object({
  since: time,
  lastAt: time,
  tries: z.int().describe('How often the other connection was refused'),
  kept: z.string().describe('Where the connection comes from that speaks for the station'),
  refused: z.string().describe('Where the other one comes from'),
  frozenUntil: time.nullable().describe('Commands are not sent before; null: they are sent'),
});

/** One that holds half the world would be no restriction. */
const network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an address or a network such as 10.20.0.0/16')
  .refine(
    (text) => Number(text.split('/')[1] ?? 128) >= (text.includes(':') ? 32 : 8),
    'must be /8 or narrower, in IPv6 /32',
  );

/** Lets a station that cannot have a password connect without one: security profile 0. */
export const grantExemption = z.object({
  network: network.describe('From where alone: an address, or a network such as 10.20.0.0/16'),
  until: time.describe('At most 90 days ahead'),
  why: visibleText.min(3).max(300).describe('What keeps the station from having a password'),
});
export type GrantExemption = z.infer<typeof grantExemption>;

export const passwordExemption = z.object({
  network: z.string().describe('From where alone'),
  until: time,
  why: z.string(),
  grantedAt: time,
  grantedBy: z.string(),
});
export type PasswordExemption = z.infer<typeof passwordExemption>;

export const station = z.object({
  id: z.string(),
  link,
  vendor: z.string().nullable(),
  model: z.string().nullable(),
  serialNumber: z.string().nullable(),
  firmwareVersion: z.string().nullable(),
  bootedAt: time.nullable(),
  bootReason: z.string().nullable(),
  lastSeenAt: time.nullable(),
  hasPassword: z.boolean(),
  acceptedAt: time.nullable().describe('null while the station is pending'),
  acceptedBy: z.string().nullable(),
  rejection: z
    .object({ at: time, by: z.string(), why: z.string().nullable() })
    .nullable()
    .describe('Its boots are answered with Rejected until it is accepted again'),
  connectors: z.array(connector),
  place: z
    .object({ siteId: z.string(), note: z.string().nullable().describe('Such as "level 2, by the lift"') })
    .optional()
    .describe('Where it stands; absent: at no site'),
  passwordExemption: passwordExemption
    .optional()
    .describe('Present while the station may connect without a password; whoever knows its id could speak for it'),
  contest: stationContest.optional().describe('Present while two connections claim the station'),
});
export type Station = z.infer<typeof station>;

/** As a live stream tells it: how stations are now that changed. */
export const stationsChanged = z.object({ stations: z.array(station), gone: z.array(z.string()) });
export type StationsChanged = z.infer<typeof stationsChanged>;

export const stationFilter = z.object({
  state: z.enum(linkStates).optional().describe('Only stations whose link is in this state'),
  status: connectorStatus
    .optional()
    .describe('Only stations with a connector in this status; a station as a whole is no free connector'),
  search: z.string().max(100).optional().describe('Part of id, vendor, model or serial number'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  after: z.string().max(200).optional().describe('The `next` of the page before'),
});
export type StationFilter = z.output<typeof stationFilter>;

export const stationPage = z.object({
  stations: z.array(station),
  next: z.string().nullable().describe('Give it as `after` to read on; null at the end'),
  total: z.int().describe('All stations that fit the filter'),
  counts: z
    .object({ online: z.int(), offline: z.int(), pending: z.int() })
    .describe('Over all stations, whatever the filter'),
});
export type StationPage = z.infer<typeof stationPage>;

export const acceptStation = z.object({
  withPassword: z
    .boolean()
    .optional()
    .describe('Make a password; the default is yes unless everything stays on loopback'),
});
export type AcceptStation = z.infer<typeof acceptStation>;

export const rejectStation = z.object({ why: z.string().trim().min(1).max(300).optional() });
export type RejectStation = z.infer<typeof rejectStation>;

export const acceptedStation = z.object({
  station,
  password: z.string().nullable().describe('Shown this once; type it into the station. null: none is needed'),
});
export type AcceptedStation = z.infer<typeof acceptedStation>;
