import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import type {
  ChargingSchedule,
  CompositeSchedule,
  ExternalLimit,
  StoredChargingProfile,
} from '#contract/energy/charging-profile.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';

export type AskedLimit = {
  charge_point_id: string;
  evse_id?: number | undefined;
  limit_kw?: number | null | undefined;
  limit_a?: number | undefined;
  minutes?: number | undefined;
  charging_profile_id?: number | undefined;
  why?: string | undefined;
};

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

const heldProfile = rates.extend({
  charging_profile_id: z.number(),
  evse_id: z.number().describe('0: the whole charge point'),
  purpose: z.string(),
  state: z.string().describe('planned: not sent yet; active: the charge point holds it'),
  stack_level: z.number(),
  since: z.string(),
  valid_to: z.string().optional(),
  reported_source: z.string().describe('csms: ours'),
});

const compositeLimit = rates.extend({ evse_id: z.number(), read_at: z.string() });

const foreignLimit = z.object({
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

function compositeForAgents(composite: CompositeSchedule): z.input<typeof compositeLimit> {
  return { ...ratesOf(composite), evse_id: composite.evseId, read_at: composite.readAt };
}

function foreignForAgents({ evseId, source, setAt, schedules }: ExternalLimit): z.input<typeof foreignLimit> {
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

const most = 20;

export function getChargingLimits({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'get_charging_limits',
    title: 'Charging limits of a charge point',
    description:
      'Tells which limits and charging profiles hold at a charge point: those that we set and it holds or is yet to get, those that others set there (a grid operator, an energy manager), and what all of them came to when it was last asked (composite, with its age). ' +
      'Use it to find out why a car charges slowly. To have the composite told anew use request_charge_point_report with report "charging-limits"; to set one or take one away, set_charging_limit.',
    category: 'stations',
    level: 'observe',
    tier: 'R0',
    input: z.object({ charge_point_id: chargePointId }),
    output: z.object({
      charge_point_id: z.string(),
      charging_profiles: z.array(heldProfile),
      composite: z.array(compositeLimit),
      limits_by_others: z.array(foreignLimit),
    }),
    examples: [{ charge_point_id: 'CP-7' }],
    subject: (input) => input.charge_point_id,
    async run({ charge_point_id }) {
      const station = await knownChargePoint(charging, charge_point_id);
      const isKept = station.acceptedAt !== null;
      const [profiles, composites, { limits }] = isKept
        ? await Promise.all([
            charging.chargingProfiles.find(station.id),
            charging.chargingProfiles.composites(station.id),
            charging.chargingProfiles.limits(station.id),
          ])
        : [[], [], { limits: [] }];
      const held = profiles.filter(({ state }) => state !== 'cleared');
      const foreign = limits.filter(({ clearedAt }) => clearedAt === null);
      const text =
        held.length + foreign.length === 0
          ? 'No limit is known to hold there, beyond what the equipment itself can do.'
          : `${held.length} charging profiles of ours or known to be there, ${foreign.length} limits by others.`;
      return {
        text,
        data: {
          charge_point_id: untrustedText(station.id),
          charging_profiles: held.slice(0, most).map(profileForAgents),
          composite: composites.slice(0, most).map(compositeForAgents),
          limits_by_others: foreign.slice(0, most).map(foreignForAgents),
        },
      };
    },
  });
}
