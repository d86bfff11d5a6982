import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import type {
  ChargingSchedule,
  CompositeSchedule,
  ExternalLimit,
  StoredChargingProfile,
} from '#contract/energy/charging-profile.ts';

/** What set_charging_limit is given; limit_kw null: take away. */
export type AskedLimit = {
  charge_point_id: string;
  evse_id?: number | undefined;
  limit_kw?: number | null | undefined;
  limit_a?: number | undefined;
  minutes?: number | undefined;
  charging_profile_id?: number | undefined;
  why?: string | undefined;
};

/** A step of power over time. */
const step = z.object({
  start_seconds: z.number(),
  limit: z.number().optional(),
  phases: z.number().optional(),
});

const rates = z.object({
  unit: z.enum(['W', 'A']),
  starts_at: z.string().optional(),
  duration_seconds: z.number().optional(),
  steps: z.array(step),
});

export const heldProfile = rates.extend({
  charging_profile_id: z.number(),
  evse_id: z.number().describe('0: the whole charge point'),
  purpose: z.string(),
  state: z.string().describe('planned: not sent yet; active: the charge point holds it'),
  stack_level: z.number(),
  since: z.string(),
  valid_to: z.string().optional(),
  reported_source: z.string().describe('csms: ours'),
});

export const compositeLimit = rates.extend({ evse_id: z.number(), read_at: z.string() });

export const foreignLimit = z.object({
  evse_id: z.number(),
  reported_source: z.string(),
  set_at: z.string(),
  schedules: z.array(rates),
});

const maxSteps = 12;

function ratesOf({ unit, startsAt, durationSeconds, periods }: ChargingSchedule): z.input<typeof rates> {
  return {
    unit,
    starts_at: startsAt,
    duration_seconds: durationSeconds,
    steps: periods
      .slice(0, maxSteps)
      .map(({ startSeconds, limit, phases }) => ({ start_seconds: startSeconds, limit, phases })),
  };
}

export function profileForAgents(profile: StoredChargingProfile): z.input<typeof heldProfile> {
  return {
    ...ratesOf(profile),
    charging_profile_id: profile.chargingProfileId,
    evse_id: profile.evseId,
    purpose: profile.purpose,
    state: profile.state,
    stack_level: profile.stackLevel,
    since: profile.since,
    valid_to: profile.validTo,
    reported_source: untrustedText(profile.source, 40),
  };
}

export function compositeForAgents(composite: CompositeSchedule): z.input<typeof compositeLimit> {
  return { ...ratesOf(composite), evse_id: composite.evseId, read_at: composite.readAt };
}

export function foreignForAgents({ evseId, source, setAt, schedules }: ExternalLimit): z.input<typeof foreignLimit> {
  return {
    evse_id: evseId,
    reported_source: untrustedText(source, 40),
    set_at: setAt,
    schedules: schedules.slice(0, 3).map(ratesOf),
  };
}

/** What a plan rests upon: which profile it is, and what it allows. */
export function profileKey({
  chargingProfileId,
  evseId,
  unit,
  durationSeconds,
  periods,
}: StoredChargingProfile): string {
  const limits = periods.map(({ startSeconds, limit }) => `${startSeconds}:${limit ?? ''}`).join(',');
  return `${chargingProfileId}@${evseId} ${limits} ${unit} ${durationSeconds ?? ''}`;
}
