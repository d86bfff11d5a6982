import { z } from 'zod';

/**
 * What we rely on of objects of partners. All else is kept as it came and never a reason to refuse: enumerations grow, texts are too long,
 * and a field that is optional may be wrong.
 */
export const id = z.string().trim().min(1).max(255);
export const moment = z.iso.datetime({ offset: true });
export const party = { countryCode: z.string().length(2), partyId: z.string().length(3) };
export const updated = { lastUpdated: moment };
/** Some write numbers as texts; one without bounds could be counted with by nobody. */
export const amount = z
  .number()
  .or(
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  )
  .refine((number) => Math.abs(number) < 1e12);
export const word = z.string().toUpperCase();
export const currency = z.string().length(3).toUpperCase();

/** Of a list what can be read: one bad item does not hide the others. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((each) => {
        const read = item.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    );
}

export const price = z.looseObject({
  beforeTaxes: amount,
  taxes: z
    .array(z.looseObject({ name: z.string().catch('tax'), amount }))
    .optional()
    .catch(undefined),
});
export type Price = z.infer<typeof price>;

const ofPart = { lastUpdated: moment.optional().catch(undefined) };
const connector = z.looseObject({ id, ...ofPart });
export const evse = z.looseObject({
  uid: id,
  status: word.catch('UNKNOWN'),
  connectors: listOf(connector),
  ...ofPart,
});
export const location = z.looseObject({ ...party, id, evses: listOf(evse).optional(), ...updated });

export const component = z.looseObject({
  type: word,
  price: amount,
  vat: amount.optional().catch(undefined),
  stepSize: amount.catch(1),
});
export const restrictions = z
  .looseObject({
    startTime: z.string().optional(),
    endTime: z.string().optional(),
    startDate: z.string().optional(),
    endDate: z.string().optional(),
    minKwh: amount.optional(),
    maxKwh: amount.optional(),
    minCurrent: amount.optional(),
    maxCurrent: amount.optional(),
    minPower: amount.optional(),
    maxPower: amount.optional(),
    minDuration: amount.optional(),
    maxDuration: amount.optional(),
    dayOfWeek: z.array(word).optional(),
    reservation: word.optional(),
  })
  .optional();
export type Restrictions = NonNullable<z.infer<typeof restrictions>>;
const limit = z.looseObject({ beforeTaxes: amount, afterTaxes: amount.optional().catch(undefined) });

export const tariff = z.looseObject({
  ...party,
  id,
  currency,
  minPrice: limit.optional().catch(undefined),
  maxPrice: limit.optional().catch(undefined),
  elements: z.array(z.looseObject({ priceComponents: z.array(component), restrictions })).min(1),
  ...updated,
});
export type RoamingTariff = z.infer<typeof tariff>;

const token = z.looseObject({ ...party, uid: id, type: word, contractId: id });
export const roamingToken = token.extend({
  issuer: z.string().catch(''),
  valid: z.boolean(),
  whitelist: word,
  ...updated,
});
export type RoamingToken = z.infer<typeof roamingToken>;
export const cdrToken = token;
export type CdrToken = z.infer<typeof cdrToken>;
/** In 2.2 a session and a record do not say whose token it was. */
const usedToken = token.partial({ countryCode: true, partyId: true });

const period = z.looseObject({
  startDateTime: moment,
  dimensions: listOf(z.looseObject({ type: word, volume: amount })),
  tariffId: z.string().optional().catch(undefined),
});
export type ChargingPeriod = z.infer<typeof period>;

export const roamingSession = z.looseObject({
  ...party,
  id,
  startDateTime: moment,
  endDateTime: moment.optional().catch(undefined),
  kwh: amount,
  cdrToken: usedToken,
  currency: currency.catch(''),
  chargingPeriods: z.array(period).optional().catch(undefined),
  totalCost: price.optional().catch(undefined),
  authorizationReference: z.string().optional().catch(undefined),
  status: word,
  ...updated,
});
export type RoamingSession = z.infer<typeof roamingSession>;

export const chargingProfile = z.looseObject({
  startDateTime: moment.optional().catch(undefined),
  duration: z.int().min(1).optional().catch(undefined),
  chargingRateUnit: z.enum(['W', 'A']),
  minChargingRate: amount.optional().catch(undefined),
  chargingProfilePeriod: z
    .array(z.looseObject({ startPeriod: z.int().min(0), limit: amount }))
    .min(1)
    .max(1_000),
});
export type ChargingProfile = z.infer<typeof chargingProfile>;
export const activeProfile = z.looseObject({ startDateTime: moment, chargingProfile });

export const cdr = z.looseObject({
  ...party,
  id,
  startDateTime: moment,
  endDateTime: moment,
  sessionId: z.string().optional().catch(undefined),
  cdrToken: usedToken,
  cdrLocation: z.looseObject({ timeZone: z.string().optional() }).optional().catch(undefined),
  currency,
  // A copy of what held then: nobody needs to know whose it is or when it was changed.
  tariffs: z
    .array(tariff.partial({ countryCode: true, partyId: true, lastUpdated: true }))
    .optional()
    .catch(undefined),
  chargingPeriods: z.array(period).catch([]),
  totalCost: price,
  totalEnergy: amount,
  totalTime: amount.catch(0),
  authorizationReference: z.string().optional().catch(undefined),
  credit: z.boolean().optional().catch(undefined),
  creditReferenceId: z.string().optional().catch(undefined),
  ...updated,
});
export type Cdr = z.infer<typeof cdr>;
