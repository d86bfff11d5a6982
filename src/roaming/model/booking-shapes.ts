import { z } from 'zod';
import { cdrToken, currency, listOf, moment, id as named, party, price, updated, word } from './shapes.ts';

/** What we rely on of the modules that 2.3.0 has beside its core; all else is kept as it came. */
const timeslot = z.looseObject({ startFrom: moment, endBefore: moment });
const short = z.string().trim().min(1).max(36);
/** Some write ids as numbers, as the examples of the specification do. */
const id = z.number().transform(String).or(named);

export const bookingRequest = z.looseObject({
  ...party,
  requestId: short,
  locationId: id,
  // `#NA` stands where nothing is known yet.
  evseUid: id
    .optional()
    .catch(undefined)
    .transform((uid) => (uid === '#NA' || uid === '' ? undefined : uid)),
  tokens: listOf(cdrToken),
  period: timeslot,
  authorizationReference: short,
  canceled: z.looseObject({ cancellationReason: word.catch('UNKNOWN') }).optional(),
});
export type BookingRequest = z.infer<typeof bookingRequest>;

export const bookingStatuses = [
  ...(['PENDING', 'RESERVED', 'CANCELED', 'FAILED', 'NO_SHOW', 'FULFILLED', 'REJECTED'] as const),
] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export const booking = z.looseObject({
  ...party,
  id,
  requestId: id,
  locationId: id,
  evseUid: id.optional().catch(undefined),
  period: timeslot,
  reservationStatus: word,
  authorizationReference: z.string().optional().catch(undefined),
  ...updated,
});
export type Booking = z.infer<typeof booking>;

export const calendar = z.looseObject({ id, availableTimeslots: listOf(timeslot), ...updated });
export const bookingLocation = z.looseObject({
  ...party,
  id,
  locationId: id,
  evseUid: id.optional().catch(undefined),
  calendars: listOf(calendar),
  ...updated,
});

/** Payment terminals of a provider that takes the money, and what it took of a payer. */
export const terminal = z.looseObject({
  terminalId: id,
  reference: z.string().optional().catch(undefined),
  locationIds: z.array(id).catch([]),
  evseUids: z.array(id).catch([]),
  ...updated,
});
export type Terminal = z.infer<typeof terminal>;

export const capture = z.looseObject({
  id,
  authorizationReference: short,
  totalCosts: price,
  currency,
  eftData: z.array(z.string()).catch([]),
  captureStatusCode: word,
  captureStatusMessage: z.string().optional().catch(undefined),
  ...updated,
});
export type Capture = z.infer<typeof capture>;
