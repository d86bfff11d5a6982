import { z } from 'zod';
import {
  type ChargingSchedule,
  chargingProfile,
  chargingProfileKind,
  chargingProfilePurpose,
  chargingSchedule,
  rateUpdate,
  schedulePeriod,
} from './charging-profile.ts';

// What we ask of stations is held to the rules of every version; what stations report is taken as it is.

/** Every version takes one digit behind the point (OCPP 1.6 §7.13, 2.x ChargingSchedulePeriodType). */
const rate = z.number().min(-1e9).max(1e9).multipleOf(0.1);
const chargeRate = rate.min(0).optional();
const feedRate = rate.max(0).optional();
const seconds = z.int().min(0).max(2_147_483_647);

export const requestedRates = rateUpdate.extend({
  limit: chargeRate,
  limitL2: chargeRate,
  limitL3: chargeRate,
  dischargeLimit: feedRate.describe('Towards the grid, so zero or below'),
  dischargeLimitL2: feedRate,
  dischargeLimitL3: feedRate,
  setpoint: rate.optional().describe('Above zero the car charges, below it feeds back'),
  setpointL2: rate.optional(),
  setpointL3: rate.optional(),
  setpointReactive: rate.optional(),
  setpointReactiveL2: rate.optional(),
  setpointReactiveL3: rate.optional(),
});

const requestedPeriod = schedulePeriod.extend({
  ...requestedRates.shape,
  startSeconds: seconds.describe('After the start of the schedule; the period lasts until the next one'),
  phases: z.int().min(1).max(3).optional().describe('How many phases may be used; absent: three'),
  phaseToUse: z.int().min(1).max(3).optional().describe('Only with one phase'),
  frequencyCurve: z
    .array(z.object({ frequencyHz: z.number(), powerW: z.number() }))
    .min(1)
    .max(20)
    .optional(),
  signalCurve: z
    .array(z.object({ signal: z.int(), powerW: z.number() }))
    .min(1)
    .max(20)
    .optional(),
});

const requestedSchedule = chargingSchedule.extend({
  durationSeconds: seconds.min(1).optional().describe('Absent: the last period goes on'),
  minRate: chargeRate.describe('Below it charging is not efficient'),
  randomDelaySeconds: seconds.optional(),
  limitAtSoc: z.object({ percent: z.int().min(0).max(100), limit: rate.min(0) }).optional(),
  priceLevels: z
    .array(z.object({ startSeconds: seconds, durationSeconds: seconds.min(1), level: z.int().min(0).max(255) }))
    .min(1)
    .max(100)
    .optional()
    .describe('For the car, one after the other; the lowest level is the cheapest time'),
  periods: z.array(requestedPeriod).min(1).max(1024),
});

/** A charging profile as someone asks for it; the number is chosen when it is not given. */
export const requestedChargingProfile = chargingProfile
  .omit({ sessionRef: true })
  .extend({
    ...requestedSchedule.shape,
    chargingProfileId: z.int().min(0).max(2_147_483_647).optional(),
    evseId: z.int().min(0).max(1000).default(0).describe('0: the station as a whole'),
    purpose: chargingProfilePurpose.exclude(['charging-station-external-constraints']),
    kind: chargingProfileKind.default('absolute'),
    stackLevel: z.int().min(0).max(1000).default(0).describe('Of profiles with one purpose, the highest level counts'),
    sessionId: z.uuid().optional(),
    maxOfflineSeconds: seconds.optional().describe('How long it counts without a connection to us'),
    updateEverySeconds: seconds.min(1).optional().describe('How often the station asks for new values when dynamic'),
    alternatives: z
      .array(requestedSchedule)
      .max(2)
      .optional()
      .describe('Further schedules the car may choose from (ISO 15118)'),
  })
  .refine(({ alternatives = [], ...schedule }) => [schedule, ...alternatives].every(isInOrder), {
    path: ['periods'],
    error: 'must begin with one that starts at 0, each later than the one before',
  })
  .refine(({ alternatives = [], ...schedule }) => [schedule, ...alternatives].every(hasContent), {
    path: ['periods'],
    error: 'must each hold a limit, a setpoint or a mode of operation',
  })
  .refine(({ kind, startsAt }) => startsAt !== undefined || kind === 'relative' || kind === 'dynamic', {
    path: ['startsAt'],
    error: 'must say when the schedule starts, or kind must be relative or dynamic',
  })
  .refine(({ kind, recurrency }) => (kind === 'recurring') === (recurrency !== undefined), {
    path: ['recurrency'],
    error: 'belongs to the kind recurring, and to it alone',
  })
  .refine(({ kind, periods }) => kind !== 'dynamic' || periods.length === 1, {
    path: ['periods'],
    error: 'of a dynamic profile must be one, whose values change',
  })
  .refine(({ purpose, evseId }) => purpose !== 'charging-station-max-profile' || evseId === 0, {
    path: ['evseId'],
    error: 'must be 0 for charging-station-max-profile, which limits the whole station',
  })
  .refine(({ purpose, evseId }) => purpose !== 'tx-profile' || evseId > 0, {
    path: ['evseId'],
    error: 'must name the EVSE of the session',
  });
export type RequestedChargingProfile = z.output<typeof requestedChargingProfile>;

/** The charging profile that a session starts with; its EVSE is the session's. */
export const startChargingProfile = requestedSchedule
  .extend({
    kind: chargingProfileKind.exclude(['recurring']).default('relative'),
    stackLevel: z.int().min(0).max(1000).default(0),
  })
  .refine(isInOrder, {
    path: ['periods'],
    error: 'must begin with one that starts at 0, each later than the one before',
  })
  .refine(hasContent, { path: ['periods'], error: 'must each hold a limit, a setpoint or a mode of operation' });
export type StartChargingProfile = z.output<typeof startChargingProfile>;

/** Kept for the next car at an EVSE, or for a session that runs. */
export const plannedChargingProfile = requestedChargingProfile.refine(({ purpose }) => purpose === 'tx-profile', {
  path: ['purpose'],
  error: 'must be tx-profile: other profiles are set at once by the command set-charging-profile',
});

function isInOrder({ periods }: Pick<ChargingSchedule, 'periods'>): boolean {
  return periods.every(({ startSeconds }, index) =>
    index === 0 ? startSeconds === 0 : startSeconds > (periods[index - 1]?.startSeconds ?? 0),
  );
}

function hasContent({ periods }: Pick<ChargingSchedule, 'periods'>): boolean {
  return periods.every(
    ({ limit, dischargeLimit, setpoint, operationMode }) =>
      limit !== undefined || dischargeLimit !== undefined || setpoint !== undefined || operationMode !== undefined,
  );
}
