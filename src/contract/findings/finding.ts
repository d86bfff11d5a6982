import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { sentence } from '../sentence.ts';
import { findingCauses, findingKinds, findingVerdicts, remedySteps } from '../word-lists.ts';

/** What a detector noticed: which part of a station is about to fail, or fails already. */
export const findingKind = z.enum(findingKinds);
export type FindingKind = z.infer<typeof findingKind>;

export const findingCause = z.enum(findingCauses);
export type FindingCause = z.infer<typeof findingCause>;

/** `passed`: nobody looked, and the signal went back to normal by itself. */
export const findingVerdict = z.enum(findingVerdicts);
export type FindingVerdict = z.infer<typeof findingVerdict>;

/** A step of the remediation ladder. */
export const remedyStep = z.enum(remedySteps);
export type RemedyStep = z.infer<typeof remedyStep>;

export const findingSeverity = z
  .enum(['critical', 'warning', 'notice'])
  .describe('critical: somebody cannot charge, or may be harmed; warning: it will fail; notice: it can wait');
export type FindingSeverity = z.infer<typeof findingSeverity>;

export const findingDetector = z.enum(['cusum', 'ewma', 'consecutive', 'threshold', 'hazard']);
export type FindingDetector = z.infer<typeof findingDetector>;

/** Stations of the same maker, model and firmware. */
export const cohort = z.object({
  vendor: z.string(),
  model: z.string(),
  firmwareVersion: z.string().nullable(),
});
export type Cohort = z.infer<typeof cohort>;

export const findingEvidence = z.object({
  eventId: z
    .string()
    .nullable()
    .describe('The event of the ledger that it stands on; null: it was seen in meter values'),
  sessionRef: z.string().nullable().describe("The session whose meter values show it, by the station's own name of it"),
  stationId: z.string(),
  at: time,
  signal: z.string().describe('Such as start-failed or temperature'),
  value: z.number(),
});
export type FindingEvidence = z.infer<typeof findingEvidence>;

export const finding = z.object({
  id: z.uuid(),
  kind: findingKind,
  stationId: z.string().nullable().describe('null: of all stations of a model or firmware'),
  evseId: z.int().nullable().describe('null: the whole station'),
  connectorId: z.int().nullable(),
  cohort: cohort.nullable(),
  severity: findingSeverity,
  detector: findingDetector,
  risk: z.number().min(0).max(1).describe('How likely it fails to charge within the horizon'),
  horizonHours: z.int(),
  cause: findingCause.describe('The probable one'),
  code: z.string().nullable().describe("The station's own error code, such as ConnectorLockFailure or CX017"),
  action: remedyStep.describe('The recommended step of the remediation ladder'),
  title: sentence,
  why: sentence,
  advice: sentence,
  evidence: z.array(findingEvidence),
  openedAt: time,
  lastSeenAt: time.describe('When the detector last saw it'),
  closedAt: time.nullable(),
  closedBy: z.string().nullable().describe('null while it is open, or where it passed by itself'),
  verdict: findingVerdict.nullable(),
  actualCause: findingCause.nullable().describe('What it was, as whoever closed it says'),
  note: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

export const findingQuery = z.object({
  state: z.enum(['open', 'closed', 'all']).default('open'),
  stationId: z.string().max(48).optional(),
  siteId: z.string().max(60).optional(),
  kind: findingKind.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type FindingQuery = z.output<typeof findingQuery>;

/** How often alarms were right, as far as people said so. */
export const fieldPrecision = z.object({
  trueAlarms: z.int(),
  falseAlarms: z.int(),
  passed: z.int(),
  precision: z.number().nullable().describe('null: nobody has judged one yet'),
});

export const findingList = z.object({
  findings: z.array(finding).describe('The gravest and likeliest first'),
  open: z.int(),
  field: fieldPrecision,
});
export type FindingList = z.infer<typeof findingList>;

export const closeFinding = z.object({
  verdict: z.enum(['true-alarm', 'false-alarm']).describe('Whether there was something the matter'),
  cause: findingCause.optional().describe('What it was; absent: the probable cause was right, or there was none'),
  note: visibleText.max(300).optional(),
});
export type CloseFinding = z.output<typeof closeFinding>;

/** A station by the detector of it that has risen furthest, be it an alarm yet or not. */
export const stationRisk = z.object({
  stationId: z.string(),
  evseId: z.int().nullable(),
  connectorId: z.int().nullable(),
  risk: z.number().describe('How likely it fails to charge within the horizon'),
  horizonHours: z.int(),
  kind: findingKind.describe('What it would be'),
  hasFinding: z.boolean().describe('An open finding tells of this station'),
});
export type StationRisk = z.infer<typeof stationRisk>;
export const riskList = z.object({
  risks: z.array(stationRisk).describe('The likeliest first; empty: nothing points to one'),
});
export const riskQuery = z.object({ limit: z.coerce.number().int().min(1).max(100).default(10) });

export const cohortHealth = cohort.extend({
  stations: z.int(),
  troublesPerStationDay: z.number().describe('Signs of trouble, such as failed starts, restarts and faults'),
  failureProbability: z
    .number()
    .describe('That one of its stations fails within 14 days; drawn towards the fleet while little is known'),
  firstTimeSuccess: z.number().nullable().describe('Of its last starts; null: there were none'),
  openFindings: z.int(),
});
export type CohortHealth = z.infer<typeof cohortHealth>;
export const cohortList = z.object({ cohorts: z.array(cohortHealth).describe('The one most in trouble first') });

export const stationDiagnosis = z.object({
  stationId: z.string(),
  risk: stationRisk.nullable().describe('null: nothing points to a failure'),
  findings: z.array(finding).describe('Open ones, gravest first'),
  signals: z
    .array(
      z.object({
        signal: z.string().describe('Such as starts, lock or clock'),
        evseId: z.int().nullable(),
        connectorId: z.int().nullable(),
        score: z.number().describe('1 is an alarm'),
        evidence: z.array(findingEvidence).describe('What it rose by, oldest first'),
      }),
    )
    .describe('Those that have risen, highest first'),
  firstTimeSuccess: z.number().nullable().describe('Of the last 30 days'),
  uptime: z.number().nullable().describe('Of the last 365 days, in percent by the formula of NEVI'),
});
export type StationDiagnosis = z.infer<typeof stationDiagnosis>;
