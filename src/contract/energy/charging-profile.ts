import { z } from 'zod';
import { time } from '../common.ts';

/** The purposes of OCPP. External constraints come from others and are only ever reported; the last two exist since OCPP 2.1. */
export const chargingProfilePurpose = z.enum([
  'charging-station-max-profile',
  'tx-default-profile',
  'tx-profile',
  'charging-station-external-constraints',
  'priority-charging',
  'local-generation',
]);
export type ChargingProfilePurpose = z.infer<typeof chargingProfilePurpose>;

export const chargingProfileKind = z.enum(['absolute', 'recurring', 'relative', 'dynamic']);
export type ChargingProfileKind = z.infer<typeof chargingProfileKind>;

/** Who steers power during a period, for cars that can feed back (OCPP 2.1). */
export const operationMode = z.enum([
  'idle',
  'charging-only',
  'central-setpoint',
  'external-setpoint',
  'external-limits',
  'central-frequency',
  'local-frequency',
  'local-load-balancing',
]);
export type OperationMode = z.infer<typeof operationMode>;

export const rateUnit = z.enum(['W', 'A']);

const seconds = z.number();

/** What is asked for at a moment: limits and setpoints, in the unit of the schedule; L2 and L3 where phases differ. */
export const rateUpdate = z.object({
  limit: z.number().optional(),
  limitL2: z.number().optional(),
  limitL3: z.number().optional(),
  dischargeLimit: z.number().optional().describe('Towards the grid, so zero or below'),
  dischargeLimitL2: z.number().optional(),
  dischargeLimitL3: z.number().optional(),
  setpoint: z.number().optional().describe('Above zero the car charges, below it feeds back'),
  setpointL2: z.number().optional(),
  setpointL3: z.number().optional(),
  setpointReactive: z.number().optional(),
  setpointReactiveL2: z.number().optional(),
  setpointReactiveL3: z.number().optional(),
});
export type RateUpdate = z.infer<typeof rateUpdate>;

export const schedulePeriod = rateUpdate.extend({
  startSeconds: seconds.describe('After the start of the schedule; the period lasts until the next one'),
  phases: z.number().optional().describe('How many phases may be used; absent: three'),
  phaseToUse: z.number().optional().describe('Only with one phase'),
  operationMode: operationMode.optional(),
  baselineW: z.number().optional().describe('Power around which frequency support swings'),
  frequencyCurve: z.array(z.object({ frequencyHz: z.number(), powerW: z.number() })).optional(),
  signalCurve: z.array(z.object({ signal: z.number(), powerW: z.number() })).optional(),
  shouldPrecondition: z.boolean().optional().describe('The battery is warmed for what is to come'),
  shouldSleep: z.boolean().optional().describe('The EVSE saves its own energy'),
});
export type SchedulePeriod = z.infer<typeof schedulePeriod>;

/** Power over time: the periods that a charging profile consists of. */
export const chargingSchedule = z.object({
  unit: rateUnit,
  startsAt: time.optional(),
  durationSeconds: seconds.optional().describe('Absent: the last period goes on'),
  minRate: z.number().optional().describe('Below it charging is not efficient'),
  usesLocalTime: z.boolean().optional(),
  randomDelaySeconds: seconds.optional(),
  limitAtSoc: z.object({ percent: z.number(), limit: z.number() }).optional(),
  powerToleranceW: z.number().optional(),
  priceLevels: z
    .array(z.object({ startSeconds: seconds, durationSeconds: seconds.optional(), level: z.number() }))
    .optional()
    .describe('For the car: 1 is the cheapest time'),
  periods: z.array(schedulePeriod),
});
export type ChargingSchedule = z.infer<typeof chargingSchedule>;

/** A charging profile as a station may hold it. */
export const chargingProfile = chargingSchedule.extend({
  chargingProfileId: z.number().describe('Unique at its station'),
  evseId: z.number().describe('0: the station as a whole'),
  purpose: chargingProfilePurpose,
  kind: chargingProfileKind,
  stackLevel: z.number().describe('Of profiles with one purpose, the highest level counts'),
  recurrency: z.enum(['daily', 'weekly']).optional(),
  validFrom: time.optional(),
  validTo: time.optional(),
  sessionRef: z.string().optional().describe("The station's name for the session"),
  maxOfflineSeconds: seconds.optional().describe('How long it counts without a connection to us'),
  isInvalidAfterOffline: z.boolean().optional(),
  updateEverySeconds: seconds.optional().describe('How often the station asks for new values of a dynamic profile'),
  alternatives: z.array(chargingSchedule).optional().describe('Further schedules the car may choose from (ISO 15118)'),
});
export type ChargingProfile = z.infer<typeof chargingProfile>;

export const chargingProfileState = z.enum(['planned', 'active', 'cleared']);
export type ChargingProfileState = z.infer<typeof chargingProfileState>;

/** A charging profile with its state. */
export const storedChargingProfile = chargingProfile.extend({
  state: chargingProfileState.describe('planned: sent once a car tells its needs; active: the station holds it'),
  since: time.describe('In this state'),
  source: z.string().describe('csms for ours; otherwise who set it, as the station calls them'),
  reportedAt: time.nullable().describe('When the station last reported that it holds it'),
});
export type StoredChargingProfile = z.infer<typeof storedChargingProfile>;
export const chargingProfileList = z.object({ chargingProfiles: z.array(storedChargingProfile) });
export type ChargingProfileList = z.infer<typeof chargingProfileList>;

/** What all profiles and limits together come to, as the station computed it. */
export const compositeSchedule = chargingSchedule.extend({
  evseId: z.int(),
  readAt: time,
  ageSeconds: z.number(),
});
export type CompositeSchedule = z.infer<typeof compositeSchedule>;
export const compositeScheduleList = z.object({ compositeSchedules: z.array(compositeSchedule) });
export type CompositeScheduleList = z.infer<typeof compositeScheduleList>;

export const externalLimit = z.object({
  evseId: z.int().describe('0: the station as a whole'),
  source: z.string().describe('As the station calls it: EMS, SO, CSO, Other …'),
  isGridCritical: z.boolean().nullable(),
  isLocalGeneration: z.boolean().nullable(),
  setAt: time,
  clearedAt: time.nullable(),
  schedules: z.array(chargingSchedule).describe('Empty when the station did not tell'),
});
export type ExternalLimit = z.infer<typeof externalLimit>;

export const afrrSignal = z.object({ signal: z.int(), at: time, sentAt: time });
export type AfrrSignal = z.infer<typeof afrrSignal>;

export const limitList = z.object({
  limits: z.array(externalLimit),
  afrrSignal: afrrSignal.nullable().describe('The last signal for frequency support that the station took'),
});
export type LimitList = z.infer<typeof limitList>;

export const evSchedule = z.object({
  evseId: z.int(),
  toldAt: time,
  timeBase: time.describe('The periods count from here'),
  schedule: chargingSchedule.describe('What the car means to draw'),
  chosenSchedule: z.int().nullable().describe('Which of the offered schedules it follows, from 1'),
  acceptsPowerTolerance: z.boolean().nullable(),
  isWithinChargingProfile: z
    .boolean()
    .nullable()
    .describe('null: we have no charging profile of that unit for this EVSE'),
});
export type EvSchedule = z.infer<typeof evSchedule>;
export const evScheduleList = z.object({ evSchedules: z.array(evSchedule) });
export type EvScheduleList = z.infer<typeof evScheduleList>;

export const priorityCharging = z.object({
  sessionRef: z.string(),
  isActive: z.boolean(),
  changedAt: time,
  changedBy: z.enum(['station', 'csms']),
});
export type PriorityCharging = z.infer<typeof priorityCharging>;
export const priorityChargingList = z.object({ priorityCharging: z.array(priorityCharging) });
export type PriorityChargingList = z.infer<typeof priorityChargingList>;
