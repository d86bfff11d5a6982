import { z } from 'zod';
import { time } from './common.ts';

export const session = z.object({
  id: z.string(),
  stationId: z.string(),
  ref: z.string().describe("The station's own name for it: OCPP's transaction id"),
  evseId: z.int().nullable(),
  connectorId: z.int().nullable(),
  tokenHash: z.string().nullable().describe('The token that started it, as its keyed hash'),
  tokenType: z.string().nullable(),
  state: z.enum(['running', 'ended']),
  chargingState: z.string().nullable(),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  stopReason: z.string().nullable(),
  reservationId: z.int().nullable(),
  remoteStartId: z.int().nullable(),
  energyWh: z.number().nullable().describe('By the registers; null while none was read'),
  firstRegisterWh: z.number().nullable(),
  lastRegisterWh: z.number().nullable(),
  eventCount: z.int(),
  flags: z.array(z.string()).describe('What is odd about it, such as has-gap or meter-reset'),
});
export type Session = z.infer<typeof session>;

export const sessionQuery = z.object({
  stationId: z.string().max(48).optional(),
  state: z.enum(['running', 'ended']).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  after: z.uuid().optional().describe('The `next` of the page before'),
});
export type SessionQuery = z.output<typeof sessionQuery>;

export const sessionPage = z.object({ sessions: z.array(session), next: z.string().nullable() });
export type SessionPage = z.infer<typeof sessionPage>;

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
