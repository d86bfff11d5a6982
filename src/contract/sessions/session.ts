import { z } from 'zod';
import { uuidPattern } from '#base/uuid.ts';
import { time } from '../common.ts';
import { sessionStates } from '../word-lists.ts';
import { sessionFlag } from './oddity.ts';

export const sessionState = z
  .enum(sessionStates)
  .describe(
    'merged: an end without a start, which was given to the session that it ends; no list shows it unless asked',
  );
export type SessionState = z.infer<typeof sessionState>;

export const session = z.object({
  id: z.string(),
  stationId: z.string(),
  ref: z
    .string()
    .describe(
      "The station's own name for it: OCPP's transaction id, with the time of the start where it was used before",
    ),
  evseId: z.int().nullable(),
  connectorId: z.int().nullable(),
  tokenHash: z.string().nullable().describe('The token that started it, as its keyed hash'),
  tokenType: z.string().nullable(),
  state: sessionState,
  chargingState: z.string().nullable(),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  stopReason: z.string().nullable(),
  reservationId: z.int().nullable(),
  remoteStartId: z.int().nullable(),
  energyWh: z.number().nullable().describe('By the registers; null while none was read'),
  firstRegisterWh: z.number().nullable(),
  lastRegisterWh: z.number().nullable(),
  lastEventAt: time.nullable().describe("When the last of its events happened, by the station's clock"),
  eventCount: z.int(),
  flags: z.array(z.string()).describe('What is odd about it, such as has-gap or meter-reset'),
});
export type Session = z.infer<typeof session>;

/** As lists show it: what was booked, or while it runs what its station was last told. */
export const listedCost = z.object({
  total: z.string(),
  currency: z.string(),
  state: z.enum(['running', 'final']),
});
export type ListedCost = z.infer<typeof listedCost>;

/** As lists show it. */
export const listedSession = session.extend({
  cost: listedCost.nullable().describe('null: no tariff holds for it, or nothing is known yet; the bill tells more'),
  powerW: z.number().nullable().describe('Of a running session, by its last meter values; null while none tell it'),
});
export type ListedSession = z.infer<typeof listedSession>;
/** As an export holds it. */
export type ExportedSession = Session & { cost: ListedCost | null };

const tokenHash = z
  .string()
  .regex(
    /^tok_[\w-]{1,40}$/,
    'must be a token as its hash, such as tok_9f…; POST /api/tokens/hash makes it from what is printed on a card',
  );
/** Of a page: after which session to read on, by when it began. */
const place = z.string().regex(new RegExp(`^-?\\d{1,14}\\.${uuidPattern}$`), 'must be the `next` of a page before');

/** Which sessions; for a list and for an export alike. */
export const sessionFilter = z.object({
  stationId: z.string().max(48).optional(),
  siteId: z.string().max(60).optional().describe('Of stations that stand at this site now'),
  evseId: z.coerce.number().int().min(0).max(2_147_483_647).optional().describe('Of the station that stationId names'),
  state: sessionState.optional(),
  tokenHash: tokenHash.optional().describe('The token it began with. POST /api/tokens/hash tells the hash of a card'),
  from: time.optional().describe('Began at this time or later'),
  to: time.optional().describe('Began before this time'),
  flag: sessionFlag.optional().describe('Has this oddity'),
  isFlagged: z.stringbool().optional().describe('true: has any oddity; false: has none'),
  minimumEnergyWh: z.coerce.number().min(0).max(1e12).optional(),
});
export type SessionFilter = z.output<typeof sessionFilter>;

export const sessionQuery = sessionFilter.extend({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  after: place.optional().describe('The `next` of the page before'),
  total: z.stringbool().optional().describe('Count them too, up to 10,000'),
});
export type SessionQuery = z.output<typeof sessionQuery>;

export const sessionPage = z.object({
  sessions: z.array(listedSession),
  next: z.string().nullable().describe('Give it as `after` to read on; null at the end'),
  total: z
    .object({ count: z.int(), isAtLeast: z.boolean().describe('There are more: counting stopped at this many') })
    .nullable()
    .describe('null unless it was asked for'),
});
export type SessionPage = z.infer<typeof sessionPage>;

/** What sessions come to together: those that were asked for, however many. */
export const sessionSums = z.object({
  sessions: z.int(),
  running: z.int().describe('So many of them still run; their energy so far is counted, their cost is not yet'),
  energyWh: z.number(),
  revenue: z
    .array(z.object({ currency: z.string(), amount: z.string() }))
    .describe('What was booked, corrections and taxes included'),
  meanSeconds: z.number().nullable().describe('How long those that have ended lasted on average; null: none has'),
});
export type SessionSums = z.infer<typeof sessionSums>;

/** Of the live events, when `sessions=true` asks for it: the sessions that changed, as the list shows them. */
export const sessionsChanged = z.object({ sessions: z.array(listedSession) });
export type SessionsChanged = z.infer<typeof sessionsChanged>;

export const meterSample = z.object({
  at: time,
  measurand: z.string(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  phase: z.string().nullable(),
  location: z.string().nullable(),
  context: z.string().nullable(),
  signed: z
    .object({
      data: z.string(),
      method: z.string().nullable(),
      encoding: z.string().nullable(),
      publicKey: z.string().nullable(),
    })
    .nullable(),
});
export const meterMessage = z.object({
  at: time,
  evseId: z.int().nullable(),
  sessionRef: z.string().nullable(),
  samples: z.array(meterSample),
});
export const meterMessageList = z.object({ messages: z.array(meterMessage) });
export type MeterMessageList = z.infer<typeof meterMessageList>;
