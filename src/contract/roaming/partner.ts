import { z } from 'zod';
import { tokenId } from '../access/token.ts';
import { time, visibleText } from '../common.ts';
import { siteId } from '../stations/site.ts';

const party = z
  .string()
  .regex(/^([A-Za-z]{2}-[A-Za-z0-9]{3}|\*)$/, 'must be a country and a party id such as DE-ABC, or * for any')
  .transform((text) => text.toUpperCase());

export const partnerStates = ['invited', 'connecting', 'unconfirmed', 'connected', 'leaving', 'left'] as const;

const grantedSites = z
  .array(siteId)
  .max(10_000)
  .nullable()
  .describe('Which published sites it sees, and where its drivers may charge; null: all of them');

export const newPartner = z.object({
  name: visibleText.min(1).max(60),
  parties: z
    .array(party)
    .min(1)
    .max(200)
    .describe('Who may speak over this connection; * lets in whoever speaks over no other'),
  isHub: z.boolean().default(false),
  tariffId: z
    .string()
    .max(60)
    .nullable()
    .default(null)
    .describe('What its drivers pay at our stations: a tariff with net prices'),
  siteIds: grantedSites.default(null),
});
export type NewPartner = z.output<typeof newPartner>;

export const partner = z.object({
  id: z.string(),
  name: z.string(),
  state: z
    .enum(partnerStates)
    .describe(
      'invited: our token waits for them; connecting: we are at it; unconfirmed: they have not used what they were given yet; leaving: they have to hear that it is over',
    ),
  parties: z.array(z.string()),
  isHub: z.boolean(),
  version: z.string().nullable(),
  versionsUrl: z.string().nullable(),
  roles: z.array(z.object({ role: z.string(), party: z.string(), name: z.string() })),
  modules: z.array(z.string()).describe('What they serve'),
  tariffId: z.string().nullable(),
  tolerance: z.string().describe('How far a record may lie from our own calculation'),
  isSharingTokens: z.boolean(),
  siteIds: z.array(z.string()).nullable(),
  waiting: z.int().describe('So much they have still to hear'),
  createdAt: time,
  connectedAt: time.nullable(),
  lastHeardAt: time.nullable(),
  lastSuccessAt: time.nullable(),
  lastFailureAt: time.nullable(),
  lastFailure: z.string().nullable(),
  silentSince: time.nullable().describe('Since when nothing reaches it; null: it answers'),
});
export type Partner = z.infer<typeof partner>;

export const partnerList = z.object({
  partners: z.array(partner),
  versionsUrl: z.string().describe('Where partners find us'),
});

export const balance = z.object({
  currency: z.string(),
  receivable: z.string().describe('What the partner owes us, with taxes'),
  payable: z.string().describe('What we owe the partner'),
  recordsSent: z.int(),
  recordsReceived: z.int(),
});

export const partnerDetail = partner.extend({
  balances: z.array(balance),
  givenUp: z.int(),
  tariffObstacles: z
    .array(z.string())
    .describe('Why its tariff is not published, so that it sees no price; empty: it is'),
});
export type PartnerDetail = z.infer<typeof partnerDetail>;

export const invitation = z.object({
  partner,
  token: z.string().describe('Token A, shown this once: give it to the partner with the address'),
  versionsUrl: z.string(),
});
export type Invitation = z.infer<typeof invitation>;

export const partnerConnection = z.object({
  versionsUrl: z.url().max(255).describe('Where the partner lists its versions'),
  token: z.string().min(1).max(64).describe('Token A that the partner gave you'),
});

export const partnerChange = z.object({
  name: visibleText.min(1).max(60).optional(),
  parties: z.array(party).min(1).max(200).optional(),
  tariffId: z.string().max(60).nullable().optional(),
  tolerance: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be an amount such as "0.01"')
    .optional(),
  isSharingTokens: z.boolean().optional(),
  siteIds: grantedSites.optional(),
  tokenForm: z.enum(['base64', 'raw']).optional().describe('How it reads our token; most want base64'),
});

export const exchange = z.object({
  at: time,
  direction: z.enum(['in', 'out']),
  method: z.string(),
  path: z.string(),
  httpStatus: z.int().nullable(),
  ocpiCode: z.int().nullable(),
  tookMs: z.int(),
  request: z.string().nullable().describe('As it was said; tokens and what names drivers are hidden'),
  answer: z.string().nullable(),
  failure: z.string().nullable(),
});
export type PartnerExchange = z.infer<typeof exchange>;
export const exchangeList = z.object({ exchanges: z.array(exchange) });
export const exchangeQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  failuresOnly: z.stringbool().default(false),
});

export const partnerLocation = z.object({
  id: z.string(),
  name: z.string().nullable(),
  address: z.string(),
  evses: z.array(z.object({ uid: z.string(), status: z.string() })),
  isStale: z.boolean().describe('It was missing when everything was read'),
  lastUpdated: time,
});
export const partnerLocationList = z.object({ locations: z.array(partnerLocation), total: z.int() });

export const partnerSession = z.object({
  direction: z
    .enum(['here', 'there'])
    .describe('here: their driver at a station of ours; there: our driver at one of theirs'),
  id: z.string(),
  status: z.string().describe('As OCPI says it: PENDING, ACTIVE, COMPLETED, INVALID, RESERVATION'),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  energyKwh: z.number(),
  total: z.string().nullable().describe('Until now, with taxes where they are told; null: nothing was told'),
  currency: z.string().nullable(),
  locationId: z.string().nullable(),
  evseUid: z.string().nullable(),
  lastUpdated: time,
});
export type PartnerSession = z.infer<typeof partnerSession>;
export const partnerSessionList = z.object({ sessions: z.array(partnerSession) });

export const partnerTariff = z.object({
  direction: z.enum(['shown', 'theirs']).describe('shown: what their drivers pay here; theirs: what ours pay there'),
  party: z.string(),
  id: z.string(),
  currency: z.string(),
  elements: z.array(
    z.object({
      prices: z.array(
        z.object({
          type: z.string().describe('ENERGY per kWh, TIME and PARKING_TIME per hour, FLAT once'),
          price: z.number(),
          vat: z.number().nullable(),
          stepSize: z.number(),
        }),
      ),
      when: z.record(z.string(), z.unknown()).describe('All of it has to hold; empty: always'),
    }),
  ),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  isStale: z.boolean().describe('It was missing when everything was read'),
  lastUpdated: time,
});
export type PartnerTariff = z.infer<typeof partnerTariff>;
export const partnerTariffList = z.object({ tariffs: z.array(partnerTariff) });

export const partnerRecord = z.object({
  direction: z.enum(['sent', 'received']),
  id: z.string(),
  sessionId: z.string().nullable(),
  startedAt: z.string(),
  energyKwh: z.number(),
  net: z.string(),
  total: z.string(),
  currency: z.string(),
  credits: z.string().nullable().describe('Which record this one takes back'),
  state: z.enum(['waiting', 'delivered', 'received', 'disputed', 'settled']),
  proof: z.string().nullable().describe('The address that the partner gave for it'),
  failure: z.string().nullable(),
  doubts: z.array(z.object({ code: z.string(), told: z.string().optional(), ours: z.string().optional() })),
});
export type PartnerRecord = z.infer<typeof partnerRecord>;
export const partnerRecordList = z.object({ records: z.array(partnerRecord) });

/** A plug as partners see it: no station of OCPP 1.6 tells these. The most exact place wins. */
export const plug = z.object({
  stationId: z.string().max(48).optional(),
  evseId: z.int().min(1).optional(),
  connectorId: z.int().min(1).optional(),
  standard: z.string().regex(/^[A-Z0-9_]{3,40}$/, 'must be a word of OCPI such as IEC_62196_T2 or IEC_62196_T2_COMBO'),
  format: z.enum(['SOCKET', 'CABLE']),
  powerType: z.enum(['AC_1_PHASE', 'AC_2_PHASE', 'AC_2_PHASE_SPLIT', 'AC_3_PHASE', 'DC']),
  maxVoltage: z.int().min(1).max(2000),
  maxAmperage: z.int().min(1).max(2000),
  maxPowerW: z.int().min(1).max(10_000_000).optional(),
});
export type Plug = z.output<typeof plug>;
export const publication = z.object({
  plugs: z
    .array(plug)
    .min(1)
    .max(500)
    .describe('The plugs there; the most exact place wins, one without any place is for all'),
});
export const publishedSite = z.object({ siteId: z.string(), plugs: z.array(plug), setAt: time });
export const publishedSiteList = z.object({ sites: z.array(publishedSite) });
export const publicationOutcome = z.object({
  siteId: z.string(),
  missing: z.array(z.string()).describe('What has to be entered before it can be published'),
});

export const startElsewhere = z.object({
  tokenId,
  locationId: z.string().min(1).max(36),
  party: z
    .string()
    .regex(/^[A-Za-z]{2}-[A-Za-z0-9]{3}$/, 'must be a country and a party id such as DE-ABC')
    .optional()
    .describe('Whose location it is, where several parties behind a hub have one of this id'),
  evseUid: z.string().max(36).optional(),
  connectorId: z.string().max(36).optional(),
});
export const reserveElsewhere = startElsewhere.omit({ connectorId: true }).extend({
  minutes: z.int().min(1).max(1440).default(30),
});
export const elsewhereReservation = z.object({
  reservationId: z.string(),
  id: z.string().describe('Of the command; its result stands with the commands'),
  answer: z.string(),
  message: z.string().nullable(),
});
export const bookElsewhere = startElsewhere.omit({ connectorId: true }).extend({
  startsAt: time,
  endsAt: time.describe('At most a day later'),
});
export const elsewhereBooking = z.object({
  id: z.string().describe('As the partner calls it'),
  status: z.string().describe('RESERVED: it is kept; PENDING: what becomes of it is told later'),
});
export const partnerBooking = z.object({
  direction: z
    .enum(['here', 'there'])
    .describe('here: their driver at an EVSE of ours; there: our driver at one of theirs'),
  id: z.string(),
  status: z.string().describe('As OCPI says it: PENDING, RESERVED, FULFILLED, CANCELED, NO_SHOW, REJECTED, FAILED'),
  locationId: z.string(),
  evseUid: z.string().nullable(),
  startsAt: z.string(),
  endsAt: z.string(),
  lastUpdated: time,
});
export type PartnerBooking = z.infer<typeof partnerBooking>;
export const partnerBookingList = z.object({ bookings: z.array(partnerBooking) });
export const bookablePlace = z.object({
  id: z.string(),
  locationId: z.string(),
  evseUid: z.string().nullable(),
  free: z.array(z.object({ from: z.string(), until: z.string() })),
  isStale: z.boolean().describe('It was missing when everything was read'),
});
export const bookablePlaceList = z.object({ places: z.array(bookablePlace), total: z.int() });

export const partnerTerminal = z.object({
  id: z.string(),
  reference: z.string().nullable().describe('What its provider calls it, such as a serial number'),
  locationIds: z.array(z.string()),
  evseUids: z.array(z.string()),
  lastUpdated: z.string(),
});
export const partnerTerminalList = z.object({ terminals: z.array(partnerTerminal) });
export const terminalPlaces = z.object({
  locationIds: z.array(z.string().max(36)).max(1000).default([]),
  evseUids: z.array(z.string().max(36)).max(1000).default([]),
});
export const newTerminal = terminalPlaces.extend({
  reference: z.string().min(1).max(36).describe('What its provider knows it by, such as a serial number'),
});
export const partnerCapture = z.object({
  id: z.string(),
  reference: z.string().describe('What the provider gave with the start of the session'),
  captured: z.string().describe('With taxes'),
  billed: z.string().nullable().describe('What the record of the session says, with taxes'),
  currency: z.string(),
  sessionId: z.string().nullable(),
  state: z
    .enum(['matches', 'differs', 'failed', 'no-record'])
    .describe('failed: nothing was taken; no-record: no session with this reference was settled yet'),
  message: z.string().nullable(),
  at: z.string(),
});
export type PartnerCapture = z.infer<typeof partnerCapture>;
export const partnerCaptureList = z.object({ captures: z.array(partnerCapture) });

export const limitElsewhere = z.object({
  unit: z.enum(['W', 'A']),
  periods: z
    .array(z.object({ startSeconds: z.int().min(0), limit: z.number().min(0).max(1e7) }))
    .min(1)
    .max(100)
    .describe('Each lasts until the next; the first begins at 0'),
  startsAt: time.optional().describe('Absent: when the session charges'),
  durationSeconds: z.int().min(1).max(604_800).optional().describe('Absent: the last one goes on'),
});
export const elsewhereCommand = z.object({ id: z.string(), answer: z.string(), message: z.string().nullable() });
export const partnerCommand = z.object({
  id: z.string(),
  direction: z.enum(['in', 'out']),
  kind: z.string(),
  askedAt: time,
  answer: z.string().nullable(),
  result: z.string().nullable().describe('null: nothing came yet, which is no failure'),
  endedAt: time.nullable(),
  sessionId: z.string().nullable(),
});
export const partnerCommandList = z.object({ commands: z.array(partnerCommand) });

export const pullOutcome = z.object({
  outcomes: z.array(
    z.object({
      module: z.string(),
      read: z.int(),
      unreadable: z.int(),
      stale: z.int(),
      failure: z.string().nullable(),
    }),
  ),
});
export const ofPublishedSite = z.object({ siteId });
