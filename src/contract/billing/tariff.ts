import { z } from 'zod';
import { tokenId } from '../access/token.ts';
import { time } from '../common.ts';
import { sentence } from '../sentence.ts';
import { cost } from './cost.ts';
import { tariffTerms } from './tariff-terms.ts';

export type { TariffTerms, TariffText } from './tariff-terms.ts';

export const tariffId = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[\w.-]+$/, 'must be letters, digits, dots, dashes and underscores');

/**
 * A tariff as it is written, in JSON or YAML alike. A tariff with one price for every moment may name it at the top:
 * `{ id: "day", currency: "BRL", perKwh: "1.90" }`.
 */
export const newTariff = z.preprocess(
  withPricesInRow,
  tariffTerms.extend({
    id: tariffId,
    validFrom: time
      .optional()
      .describe('From when it holds; absent: from now on. A session keeps the one it began with'),
  }),
);
export type NewTariff = z.output<typeof newTariff>;

function withPricesInRow(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || 'prices' in given) return given;
  const { perKwh, perMinute, perIdleMinute, ...terms } = given as Record<string, unknown>;
  const row = Object.entries({ perKwh, perMinute, perIdleMinute }).filter(([, price]) => price !== undefined);
  return { ...terms, prices: [Object.fromEntries(row)] };
}

/** What a tariff says from a certain time on; it never changes, a new version takes its place. */
export const tariffVersion = z.object({
  version: z.int().min(1),
  validFrom: time,
  terms: tariffTerms,
  createdAt: time,
  createdBy: z.string(),
});
export type TariffVersion = z.infer<typeof tariffVersion>;

export const tariff = z.object({
  id: z.string(),
  current: tariffVersion.nullable().describe('In force now; null: the first one begins later'),
  versionCount: z.int(),
  createdAt: time,
  createdBy: z.string(),
  retiredAt: time.nullable(),
});
export type Tariff = z.infer<typeof tariff>;

export const tariffDetail = tariff.extend({ versions: z.array(tariffVersion).describe('Newest first') });
export type TariffDetail = z.infer<typeof tariffDetail>;

export const tariffList = z.object({ tariffs: z.array(tariff) });
export type TariffList = z.infer<typeof tariffList>;

/** What is wrong with a tariff, where, and what to write instead. */
export const tariffProblem = z.object({
  line: z.int().nullable().describe('Of the text, from 1; null where there was no text'),
  path: z.string().describe('Such as prices[1].hours'),
  problem: z.string(),
  write: z.string().describe('What to write instead'),
  sentence: sentence.optional().describe('The problem by a stable code and its values, to be said in another language'),
  advice: sentence.optional().describe('So also what to write; absent: it is the same in every language'),
});
export type TariffProblem = z.infer<typeof tariffProblem>;

export const tariffSource = z.object({
  text: z.string().max(200_000).describe('A tariff in YAML or JSON'),
  isDryRun: z.boolean().default(false).describe('Only say whether it can be read'),
  validFrom: time.optional().describe('From when it holds, whatever the text says; absent: as the text says'),
});

/** Where a tariff holds. The most exact place wins: connector before EVSE, station, site, everywhere; a group before none. */
export const tariffAssignment = z.object({
  id: z.uuid(),
  tariffId: z.string(),
  groupId: z.string().nullable(),
  siteId: z.string().nullable(),
  stationId: z.string().nullable(),
  evseId: z.int().nullable(),
  connectorId: z.int().nullable(),
  validFrom: time.nullable(),
  validTo: time.nullable(),
  createdAt: time,
  createdBy: z.string(),
});
export type TariffAssignment = z.infer<typeof tariffAssignment>;

export const newTariffAssignment = z.object({
  tariffId,
  groupId: tokenId.nullable().default(null),
  siteId: z.string().max(60).nullable().default(null),
  stationId: z.string().max(48).nullable().default(null),
  evseId: z.int().min(1).nullable().default(null),
  connectorId: z.int().min(1).nullable().default(null),
  validFrom: time.nullable().default(null),
  validTo: time.nullable().default(null),
});
export type NewTariffAssignment = z.output<typeof newTariffAssignment>;

export const tariffAssignmentList = z.object({ assignments: z.array(tariffAssignment) });
export type TariffAssignmentList = z.infer<typeof tariffAssignmentList>;

/** What a made-up session would cost, to check a tariff before it is used. */
export const tariffTrial = z.object({
  startedAt: time,
  minutes: z.int().min(0).max(525_600),
  kwh: z.string().regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be an amount of energy such as "21.5"'),
  idleMinutes: z.int().min(0).default(0).describe('Of these minutes, at the end'),
  siteId: z.string().max(60).optional().describe('By whose clock; absent: of the installation'),
});
export type TariffTrial = z.output<typeof tariffTrial>;
export const tariffTrialAnswer = cost.extend({ version: z.int(), timeZone: z.string() });
export type TariffTrialAnswer = z.infer<typeof tariffTrialAnswer>;

/** Of a station that calculates by itself. not-supported: it knows no such message; pending: it did not answer yet. */
export const tariffSyncState = z.enum(['in-sync', 'pending', 'refused', 'not-supported']);
export type TariffSyncState = z.infer<typeof tariffSyncState>;

/** What we gave a station, and what it says it has. */
export const stationTariffs = z.object({
  set: z.array(
    z.object({ evseId: z.int().describe('0: all that have none of their own'), tariffId: z.string(), setAt: time }),
  ),
  kept: z
    .array(
      z.object({
        evseId: z.int().describe('0: all that have none of their own'),
        tariffId: z.string(),
        version: z.int(),
        state: tariffSyncState,
        said: z.string().nullable().describe("The station's own word"),
        since: time,
      }),
    )
    .describe('What a station of OCPP 2.1 was told of our own accord, since it holds there'),
  reported: z.array(
    z.object({
      tariffId: z.string(),
      kind: z.enum(['default', 'driver']),
      validFrom: time.nullable(),
      evseIds: z.array(z.int()),
      tokenIds: z.array(z.string()),
      reportedAt: time,
    }),
  ),
});
export type StationTariffs = z.infer<typeof stationTariffs>;

/** What a session costs, as we told the station or as the station told us. */
export const sessionCost = z.object({
  sessionRef: z.string(),
  source: z.enum(['ours', 'station']),
  currency: z.string(),
  total: z.string(),
  totalWithTax: z.string().nullable(),
  energyWh: z.number().nullable(),
  chargingSeconds: z.int().nullable(),
  idleSeconds: z.int().nullable(),
  tariffId: z.string().nullable(),
  isFinal: z.boolean(),
  failure: z.string().nullable().describe('Why the station could not calculate'),
  toldAt: time,
});
export type SessionCost = z.infer<typeof sessionCost>;

export const sessionCostList = z.object({ costs: z.array(sessionCost) });
export type SessionCostList = z.infer<typeof sessionCostList>;
