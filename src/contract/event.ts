import { z } from 'zod';
import { time } from './common.ts';
import type { EventKind } from './events/events.ts';

/** A kind of the table, or one that another version of the program wrote. To compare it with anything else does not compile. */
export type StoredKind = EventKind | (string & { readonly isOfAnotherVersion: true });

/** One row of the ledger, as live readers see it. */
export const ledgerEvent = z.object({
  id: z.string().describe('Position in the ledger; give it as Last-Event-ID to read on'),
  kind: z.string().describe('A fact, such as station-booted') as unknown as z.ZodType<StoredKind, string>,
  stationId: z.string().nullable(),
  happenedAt: time.describe('When it happened, by the clock of whoever reported it'),
  recordedAt: time,
  principal: z.string().nullable().describe('Who asked for it; null: the station itself or the system'),
  flags: z.array(z.string()).describe('What is odd about it'),
  body: z.record(z.string(), z.unknown()),
});
export type LedgerEvent = z.infer<typeof ledgerEvent>;

export const eventPage = z.object({ events: z.array(ledgerEvent), next: z.string().nullable() });
export type EventPage = z.infer<typeof eventPage>;

export const eventQuery = z.object({
  after: z
    .string()
    .max(60)
    .optional()
    .describe('Position to read on from; for a stream the header Last-Event-ID says the same'),
  from: z
    .enum(['oldest', 'newest'])
    .default('oldest')
    .describe('Which end a page is taken from; its events stand in the order they happened either way'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Of a page; a stream goes on until it is closed'),
  sessions: z
    .stringbool()
    .optional()
    .describe('Of a stream: with the sessions that changed, as blocks of the kind sessions-changed without a position'),
  stations: z
    .stringbool()
    .optional()
    .describe(
      'Of a stream: with the stations that changed and the ids of those that are gone, as blocks of the kind stations-changed without a position',
    ),
});
export type EventQuery = z.output<typeof eventQuery>;

/** Of a position, `transaction.number`: what is read after it begins with the event itself. */
export function positionBefore(id: string): string {
  const [transaction = '', number = ''] = id.split('.');
  return `${transaction}.${Math.max(0, Number(number) - 1)}`;
}
