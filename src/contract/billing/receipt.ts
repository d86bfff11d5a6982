import { z } from 'zod';
import { time } from '../common.ts';
import { bill } from './bill.ts';

/** What a driver gets for a session: who, where, how much, at what price, and the proof of the meter. */
export const receipt = z.object({
  number: z.string().describe('Stays the same for a session'),
  issuedAt: time,
  site: z.object({ name: z.string(), address: z.array(z.string()) }).nullable(),
  stationId: z.string(),
  evseId: z.int().nullable(),
  sessionId: z.uuid(),
  token: z.string().nullable().describe('Its last characters; null: none, or its driver was forgotten'),
  driver: z.string().nullable().describe('null: none, forgotten, or the key lacks the scope drivers:read'),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  timeZone: z.string(),
  energyWh: z.number().nullable(),
  firstRegisterWh: z.number().nullable(),
  lastRegisterWh: z.number().nullable(),
  flags: z.array(z.string()),
  bill,
  signedValues: z.array(
    z.object({
      at: time,
      data: z.string(),
      encoding: z.string().nullable(),
      publicKey: z.string().nullable(),
      verdict: z.string(),
    }),
  ),
});
export type Receipt = z.infer<typeof receipt>;
