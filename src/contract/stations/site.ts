import { z } from 'zod';
import { tokenId } from '../access/token.ts';
import { currency } from '../billing/money.ts';
import { visibleText } from '../common.ts';
import { hours, timeZone, weekday } from '../reports/calendar.ts';
import { offlinePolicies } from '../word-lists.ts';

export const siteId = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[\w.-]+$/, 'must be letters, digits, dots, dashes and underscores');

const line = (most: number) => visibleText.max(most);

export const openingHours = z
  .array(z.strictObject({ days: z.array(weekday).min(1), hours }))
  .min(1, 'a site that is never open has no uptime: name its hours, or give null where it is always open')
  .max(50);
export type OpeningHours = z.infer<typeof openingHours>;

/** Who is admitted: everyone whose token stands, or the named groups alone. */
export const admits = z.union([z.literal('everyone'), z.array(tokenId).min(1).max(200)]);
export type Admits = z.infer<typeof admits>;

/** What a station does with a token that it does not know while it is offline (C15). */
export const offlinePolicy = z.enum(offlinePolicies);
export type OfflinePolicy = z.infer<typeof offlinePolicy>;

const siteFields = z.object({
  name: line(100).min(1),
  address: z
    .strictObject({
      street: line(200),
      city: line(100),
      region: line(100),
      postalCode: line(20),
      country: z.string().regex(/^[A-Z]{2}$/, 'must be a country of ISO 3166 in two letters, such as BR'),
    })
    .partial()
    .nullable()
    .default(null),
  position: z
    .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .nullable()
    .default(null),
  timeZone,
  currency,
  openingHours: openingHours.nullable().default(null).describe('null: always open'),
  isClosedOutside: z.boolean().default(false).describe('Whether nobody may begin to charge outside the opening hours'),
  admits: admits.default('everyone'),
  offlinePolicy: offlinePolicy.nullable().default(null).describe('null: stations keep the setting they have'),
  tariffFallbackText: line(255).nullable().default(null).describe('What stations show when no price is known (I04)'),
  costFallbackText: line(255).nullable().default(null).describe('What stations show when no cost is known (I05)'),
});

export const newSite = siteFields.extend({ id: siteId });
export type NewSite = z.output<typeof newSite>;

export const siteChange = z.object(
  Object.fromEntries(Object.entries(siteFields.shape).map(([name, shape]) => [name, bare(shape).optional()])) as {
    [Name in keyof typeof siteFields.shape]: z.ZodOptional<Bare<(typeof siteFields.shape)[Name]>>;
  },
);
export type SiteChange = z.output<typeof siteChange>;

type Bare<Shape> = Shape extends z.ZodDefault<infer Inner> ? Inner : Shape;

/** Without its default: what a change does not name stays. */
function bare(shape: z.ZodType): z.ZodType {
  return shape instanceof z.ZodDefault ? (shape.unwrap() as z.ZodType) : shape;
}

/** A station at its site. */
export const stationPlace = z.object({
  stationId: z.string(),
  siteId: z.string(),
  note: z.string().nullable().describe('Where it stands, such as "level 2, by the lift"'),
  admits: admits.nullable().describe('null: whoever the site admits'),
});
export type StationPlace = z.infer<typeof stationPlace>;

export const placeStation = z.object({
  note: line(200).nullable().default(null),
  admits: admits.nullable().default(null),
});
export type PlaceStation = z.output<typeof placeStation>;

/** A device at its site: a light, a display, a gate, and the connector it stands at, if any. */
export const devicePlace = z.object({
  deviceId: z.string(),
  siteId: z.string(),
  stationId: z.string().nullable(),
  evseId: z.int().nullable(),
  connectorId: z.int().nullable(),
  note: z.string().nullable(),
});
export type DevicePlace = z.infer<typeof devicePlace>;

export const placeDevice = z.object({
  stationId: z.string().max(48).nullable().default(null),
  evseId: z.int().min(1).nullable().default(null),
  connectorId: z.int().min(1).nullable().default(null),
  note: line(200).nullable().default(null),
});
export type PlaceDevice = z.output<typeof placeDevice>;

export const site = newSite.extend({
  createdAt: z.string(),
  createdBy: z.string(),
  stationCount: z.int(),
});
export type Site = z.infer<typeof site>;

export const siteDetail = site.extend({ stations: z.array(stationPlace), devices: z.array(devicePlace) });
export type SiteDetail = z.infer<typeof siteDetail>;

export const siteList = z.object({ sites: z.array(site) });
export type SiteList = z.infer<typeof siteList>;
