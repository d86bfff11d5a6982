import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { stationId } from '../stations/station.ts';

/** What is brought to the stations. */
export const campaignAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('firmware'),
    imageId: z.uuid().describe('An image of the catalogue'),
    rollbackImageId: z
      .uuid()
      .nullable()
      .default(null)
      .describe('The image that a station gets again when the campaign is stopped; null: it keeps what it has'),
  }),
  z.object({
    kind: z.literal('settings'),
    variables: z
      .array(z.object({ name: z.string().min(1).max(210), value: z.string().max(2500) }))
      .min(1)
      .max(50)
      .describe('Component.Variable, or an OCPP 1.6 key, with the value that it is to have'),
  }),
  z.object({
    kind: z.literal('certificates'),
    purpose: z.enum(['station', 'v2g', 'v2g20', 'combined']).default('station'),
  }),
]);
export type CampaignAction = z.output<typeof campaignAction>;
export const campaignKinds = ['firmware', 'settings', 'certificates'] as const;
export type CampaignKind = CampaignAction['kind'];

/** Which stations: all that fit everything that is named here. */
export const campaignTarget = z.object({
  stationIds: z.array(stationId).min(1).max(10_000).optional().describe('Absent: all that fit the rest'),
  siteIds: z.array(z.string().max(60)).min(1).max(500).optional(),
  vendor: z.string().max(50).optional(),
  model: z.string().max(50).optional(),
  firmwareVersion: z.string().max(50).optional().describe('The one that they run now'),
});
export type CampaignTarget = z.output<typeof campaignTarget>;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be such as 22:00');

export const campaignWindow = z
  .object({ from: clockTime, until: clockTime })
  .describe('By the clock of the site of each station; it may pass midnight');
export type CampaignWindow = z.output<typeof campaignWindow>;

export const campaignGates = z.object({
  backWithinMinutes: z
    .number()
    .min(0.1)
    .max(1440)
    .default(30)
    .describe('A station that is not back by then has failed'),
  soakMinutes: z
    .number()
    .min(0)
    .max(10_080)
    .default(30)
    .describe('For so long a station has to work as before until it counts'),
  maxFailurePercent: z
    .number()
    .min(0)
    .max(50)
    .default(5)
    .describe('Of the stations that ended; at the canary none may fail'),
  maxSuccessDropPoints: z
    .number()
    .min(1)
    .max(100)
    .default(10)
    .describe('By how many points first-time success may fall, beyond chance'),
  canaryVisits: z
    .int()
    .min(0)
    .max(50)
    .default(3)
    .describe(
      'So many drivers have to have come to the canary, where some usually come; waited for 48 times soakMinutes at most',
    ),
});
export type CampaignGates = z.output<typeof campaignGates>;

export const campaignPlan = z.object({
  name: visibleText.min(3).max(100),
  action: campaignAction,
  target: campaignTarget.default({}),
  window: campaignWindow.nullable().default(null),
  canaryStations: z.int().min(1).max(20).default(1).describe('How many stations go first'),
  stagePercents: z
    .array(z.number().gt(0).max(100))
    .min(1)
    .max(10)
    .default([5, 25, 100])
    .refine((steps) => steps.at(-1) === 100 && steps.every((step, index) => step > (steps[index - 1] ?? 0)), {
      error: 'must rise to 100',
    })
    .describe('What share of all is reached with each stage after the canary'),
  gates: campaignGates.default(campaignGates.parse({})),
  maxAtOnce: z.int().min(1).max(500).default(10).describe('How many stations are under way at once'),
});
export type CampaignPlan = z.output<typeof campaignPlan>;

export const campaignState = z.enum(['running', 'paused', 'stopped', 'canceled', 'done']);
export type CampaignState = z.infer<typeof campaignState>;

export const campaignStationState = z.enum([
  'waiting',
  'asked',
  'checking',
  'done',
  'failed',
  'skipped',
  'rolling-back',
  'rolled-back',
]);
export type CampaignStationState = z.infer<typeof campaignStationState>;

/** Why a station failed, was left out, or has to wait. */
export const campaignReason = z.enum([
  'already-there',
  'other-product',
  'nothing-to-renew',
  'gone',
  'refused',
  'no-answer',
  'not-sent',
  'download-failed',
  'signature-invalid',
  'installation-failed',
  'not-back',
  'other-version',
  'boot-loop',
  'new-fault',
  'new-finding',
  'value-refused',
  'value-differs',
  'not-renewed',
  'not-rolled-back',
]);
export type CampaignReason = z.infer<typeof campaignReason>;

export const campaignWait = z.enum(['stage', 'turn', 'offline', 'window', 'session', 'state']);
export type CampaignWait = z.infer<typeof campaignWait>;

export const campaignStopCause = z.enum(['canary-failed', 'too-many-failed', 'fewer-successes', 'person']);
export type CampaignStopCause = z.infer<typeof campaignStopCause>;

export const campaignStation = z.object({
  stationId: z.string(),
  stage: z.int().describe('0: the canary'),
  state: campaignStationState,
  reason: campaignReason.nullable(),
  waitsFor: campaignWait.nullable().describe('What keeps a waiting station from being asked now'),
  versionBefore: z.string().nullable().describe('The firmware that it reported before it was asked'),
  versionNow: z.string().nullable(),
  askedAt: time.nullable(),
  changedAt: time,
});
export type CampaignStation = z.infer<typeof campaignStation>;

export const campaign = campaignPlan.extend({
  id: z.uuid(),
  state: campaignState,
  stage: z.int().describe('0: the canary'),
  stages: z.array(z.int()).describe('Up to how many stations each stage reaches'),
  counts: z.record(campaignStationState, z.int()),
  touched: z.int().describe('Stations that were asked to change'),
  total: z.int(),
  stop: campaignStopCause.nullable(),
  why: z.string().nullable().describe('What the person said who paused, stopped or canceled it'),
  firstTimeSuccess: z
    .object({ before: z.number().nullable(), after: z.number().nullable(), visitsAfter: z.int() })
    .nullable()
    .describe('Of the stations that were reached; null: nothing was judged yet'),
  createdAt: time,
  createdBy: z.string(),
  endedAt: time.nullable(),
});
export type Campaign = z.infer<typeof campaign>;

export const campaignList = z.object({ campaigns: z.array(campaign).describe('Newest first') });
export const campaignDetails = z.object({ campaign, stations: z.array(campaignStation).describe('In their order') });
export type CampaignDetails = z.infer<typeof campaignDetails>;

export const campaignPreview = z.object({
  total: z.int().describe('Stations that would be reached'),
  stages: z.array(z.int()).describe('Up to how many stations each stage reaches'),
  canary: z.array(z.string()),
  skipped: z
    .array(z.object({ stationId: z.string(), reason: campaignReason }))
    .describe('That fit the filter, and need or can take nothing'),
  stationIds: z.array(z.string()).describe('In the order in which they would be reached'),
  offline: z.int(),
  charging: z.int(),
});
export type CampaignPreview = z.infer<typeof campaignPreview>;

export const changeCampaign = z.object({
  why: visibleText.max(300).optional(),
  rollBack: z
    .boolean()
    .default(false)
    .describe('Only when it is stopped or canceled: stations get again what they had, where that can be'),
});
