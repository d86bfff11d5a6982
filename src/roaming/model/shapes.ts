import { z } from 'zod';

/**
 * What we rely on of objects of partners. All else is kept as it came and never a reason to refuse: enumerations grow, texts are too long,
 * and a field that is optional may be wrong.
 */
const id = z.string().trim().min(1).max(255);
const moment = z.iso.datetime({ offset: true });
const party = { countryCode: z.string().length(2), partyId: z.string().length(3) };
const updated = { lastUpdated: moment };
const amount = z.number().or(
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
);

export const price = z.looseObject({
  beforeTaxes: amount,
  taxes: z
    .array(z.looseObject({ name: z.string().catch('tax'), amount }))
    .optional()
    .catch(undefined),
});
export type Price = z.infer<typeof price>;

const connector = z.looseObject({ id, ...updated });
export const evse = z.looseObject({
  uid: id,
  status: z.string().catch('UNKNOWN'),
  connectors: z.array(connector).catch([]),
  ...updated,
});
export const location = z.looseObject({ ...party, id, evses: z.array(evse).optional().catch(undefined), ...updated });

export const component = z.looseObject({
  type: z.string(),
  price: amount,
  vat: amount.optional().catch(undefined),
  stepSize: z.number().catch(1),
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
    dayOfWeek: z.array(z.string()).optional(),
    reservation: z.string().optional(),
  })
  .optional();
export type Restrictions = NonNullable<z.infer<typeof restrictions>>;
const limit = z.looseObject({ beforeTaxes: amount, afterTaxes: amount.optional().catch(undefined) });

export const tariff = z.looseObject({
  ...party,
  id,
  currency: z.string().length(3),
  minPrice: limit.optional().catch(undefined),
  maxPrice: limit.optional().catch(undefined),
  elements: z.array(z.looseObject({ priceComponents: z.array(component), restrictions })).min(1),
  ...updated,
});
export type RoamingTariff = z.infer<typeof tariff>;

const token = z.looseObject({ ...party, uid: id, type: z.string(), contractId: id });
export const roamingToken = token.extend({
  issuer: z.string().catch(''),
  valid: z.boolean(),
  whitelist: z.string(),
  ...updated,
});
export type RoamingToken = z.infer<typeof roamingToken>;
export const cdrToken = token;
export type CdrToken = z.infer<typeof cdrToken>;

const period = z.looseObject({
  startDateTime: moment,
  dimensions: z.array(z.looseObject({ type: z.string(), volume: amount })).catch([]),
  tariffId: z.string().optional().catch(undefined),
});
export type ChargingPeriod = z.infer<typeof period>;

export const roamingSession = z.looseObject({
  ...party,
  id,
  startDateTime: moment,
  endDateTime: moment.optional().catch(undefined),
  kwh: amount,
  cdrToken,
  currency: z.string().catch(''),
  chargingPeriods: z.array(period).optional().catch(undefined),
  totalCost: price.optional().catch(undefined),
  authorizationReference: z.string().optional().catch(undefined),
  status: z.string(),
  ...updated,
});
export type RoamingSession = z.infer<typeof roamingSession>;

export const cdr = z.looseObject({
  ...party,
  id,
  startDateTime: moment,
  endDateTime: moment,
  sessionId: z.string().optional().catch(undefined),
  cdrToken,
  cdrLocation: z.looseObject({ timeZone: z.string().optional() }).optional().catch(undefined),
  currency: z.string().length(3),
  tariffs: z.array(tariff).optional().catch(undefined),
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
