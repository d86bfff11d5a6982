import { z } from 'zod';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { plainJson } from '#base/json-schema.ts';
import type { Charging } from '#charging/open-charging.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { CallContext } from '#tools/context.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import type { Plan } from '#tools/plan.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, mustHaveEvse, onlineChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { placeByCode, stationTarget } from '../place.ts';
import { runningSessions, sessionsInPlan } from '../running-sessions.ts';
import { commandResult, commandTimeoutMs, resultOf, runAtStation, why, whyNotDone } from '../station-command.ts';
import { type AskedLimit, profileForAgents, profileKey } from './get-charging-limits.ts';

/** Our limits stand on a level of their own, so that they replace each other and nothing else. */
const stackLevel = 1;

type LimitNeeds = { charging: Charging; clock: Clock };

async function planLimit(needs: LimitNeeds, asked: AskedLimit): Promise<Plan> {
  const { rate, station, held, evse, running } = await lookToSet(needs, asked);
  const where = placeByCode({ evseId: evse });
  const until =
    asked.minutes === undefined ? sentenceOf('until-cleared') : sentenceOf('for-minutes', { minutes: asked.minutes });
  const amount =
    rate.unit === 'W'
      ? sentenceOf('amount-kw', { kw: rate.limit / 1000 })
      : sentenceOf('amount-a-per-phase', { amperes: rate.limit });
  return {
    targets: [stationTarget(station.id, { evseId: evse })],
    effect: sentenceOf(rate.limit === 0 ? 'effect-limit-pauses' : 'effect-limit', { where, amount, until }),
    details: {
      limit_before: held === undefined ? null : plainJson(profileForAgents(held)),
      running_sessions: sessionsInPlan(running),
    },
    preconditions: { limit_before: held === undefined ? null : profileKey(held) },
  };
}

async function setLimit(needs: LimitNeeds, asked: AskedLimit, context: CallContext) {
  const { rate, station, purpose, evseId } = await lookToSet(needs, asked);
  const record = await runAtStation(needs, context, {
    stationId: station.id,
    name: 'set-charging-profile',
    input: {
      purpose,
      stackLevel,
      evseId,
      kind: 'absolute',
      startsAt: needs.clock.now().toISOString(),
      unit: rate.unit,
      ...(asked.minutes !== undefined && { durationSeconds: asked.minutes * 60 }),
      periods: [{ startSeconds: 0, limit: rate.limit }],
    },
    why: asked.why,
  });
  const chargingProfileId = record.outcome?.answer['chargingProfileId'];
  const text = whyNotDone(record) ?? 'The charge point took the limit; get_charging_limits shows it.';
  return {
    text,
    data: {
      ...resultOf(record),
      charging_profile_id: typeof chargingProfileId === 'number' ? chargingProfileId : undefined,
    },
  };
}

async function lookToSet({ charging }: LimitNeeds, asked: AskedLimit) {
  const rate = rateOf(asked);
  const { evse_id: evseId = 0 } = asked;
  const evse = evseId === 0 ? undefined : evseId;
  const station = await onlineChargePoint(charging, asked.charge_point_id);
  mustHaveEvse(station, evse);
  const purpose = evse === undefined ? 'charging-station-max-profile' : 'tx-default-profile';
  const held = (await charging.chargingProfiles.find(station.id)).find(
    (profile) =>
      profile.state === 'active' &&
      profile.purpose === purpose &&
      profile.evseId === evseId &&
      profile.stackLevel === stackLevel,
  );
  return { rate, station, purpose, held, evse, evseId, running: await runningSessions(charging, station.id, evse) };
}

/** Every version takes one digit behind the point. */
function rateOf({ limit_kw, limit_a, charging_profile_id }: AskedLimit): { unit: 'W' | 'A'; limit: number } {
  if (charging_profile_id !== undefined)
    throw wrongArgument(
      'charging_profile_id names a limit to take away: give it with limit_kw null alone.',
      'charging_profile_id',
    );
  if (typeof limit_kw === 'number' && limit_a === undefined) return { unit: 'W', limit: Math.round(limit_kw * 1000) };
  if (limit_kw === undefined && limit_a !== undefined) return { unit: 'A', limit: Math.round(limit_a * 10) / 10 };
  throw wrongArgument('Give either limit_kw or limit_a; limit_kw null takes our limits away.', 'limit_kw', 'limit_a');
}

export function setChargingLimit(needs: Pick<PackNeeds, 'charging' | 'clock'>): Tool {
  return defineTool({
    name: 'set_charging_limit',
    title: 'Set or take away a charging limit',
    description:
      'Limits how much power a charge point as a whole, or one EVSE of it, may draw, from now on or for some minutes. A new limit of the same place replaces the one before. 0 pauses charging without ending sessions. ' +
      'With limit_kw null it takes away what we set there: one by its charging_profile_id, those of one EVSE, or all; charging may get faster at once. Limits that others set, such as a grid operator, stay. ' +
      'See get_charging_limits first. Charge points of one site are limited one by one. A person has to approve; the result tells whether the charge point took it.',
    category: 'stations',
    level: 'operate',
    tier: 'R2',
    isIdempotent: true,
    timeoutMs: commandTimeoutMs,
    input: z.object({
      charge_point_id: chargePointId,
      evse_id: z
        .int()
        .min(0)
        .max(1000)
        .optional()
        .describe('0: the whole charge point. Absent: the same; with limit_kw null, every place there'),
      limit_kw: z.number().min(0).max(2000).nullable().optional().describe('Either this or limit_a; null: no limit'),
      limit_a: z.number().min(0).max(5000).optional().describe('Ampere per phase; some charge points take only this'),
      minutes: z.int().min(1).max(10_080).optional().describe('For how long; absent: until it is cleared'),
      charging_profile_id: z.int().optional().describe('With limit_kw null: only this one'),
      why,
    }),
    output: commandResult.extend({
      charging_profile_id: z.int().optional().describe('By which it can be taken away'),
      cleared: z.array(z.number()).optional().describe('Those that are gone'),
    }),
    examples: [
      { charge_point_id: 'CP-7', limit_kw: 11, minutes: 60 },
      { charge_point_id: 'CP-7', limit_kw: null },
    ],
    subject: (input) => input.charge_point_id,
    plan: (input) => (input.limit_kw === null ? planClearing(needs, input) : planLimit(needs, input)),
    run: (input, context) =>
      input.limit_kw === null ? clearLimits(needs, input, context) : setLimit(needs, input, context),
  });
}

async function planClearing(needs: Pick<LimitNeeds, 'charging'>, asked: AskedLimit): Promise<Plan> {
  const { station, held } = await lookToClear(needs, asked);
  return {
    targets: [stationTarget(station.id)],
    effect: sentenceOf(asked.charging_profile_id === undefined ? 'effect-clear-limits-all' : 'effect-clear-limits', {
      limits: held.length === 1 ? sentenceOf('one-limit') : sentenceOf('many-limits', { count: held.length }),
    }),
    details: { limits: plainJson(held.slice(0, 20).map(profileForAgents)) },
    preconditions: { limits: held.map(profileKey).toSorted() },
  };
}

async function clearLimits(needs: Pick<LimitNeeds, 'charging'>, asked: AskedLimit, context: CallContext) {
  const { station, held } = await lookToClear(needs, asked);
  const { charging_profile_id: chargingProfileId, evse_id: evseId } = asked;
  const record = await runAtStation(needs, context, {
    stationId: station.id,
    name: 'clear-charging-profiles',
    input: {
      ...(chargingProfileId !== undefined && { chargingProfileId }),
      ...(chargingProfileId === undefined && evseId !== undefined && { evseId }),
    },
    why: asked.why,
  });
  const left = new Set(
    (await needs.charging.chargingProfiles.find(station.id))
      .filter(({ state }) => state === 'active')
      .map((profile) => profile.chargingProfileId),
  );
  const cleared = held.map((profile) => profile.chargingProfileId).filter((id) => !left.has(id));
  const text = whyNotDone(record) ?? `The charge point removed ${cleared.length} limits.`;
  return { text, data: { ...resultOf(record), cleared } };
}

async function lookToClear(
  { charging }: Pick<LimitNeeds, 'charging'>,
  { charge_point_id, charging_profile_id, evse_id, limit_a, minutes }: AskedLimit,
) {
  if (limit_a !== undefined || minutes !== undefined)
    throw wrongArgument('limit_kw null takes limits away: leave limit_a and minutes out.', 'limit_kw');
  const station = await onlineChargePoint(charging, charge_point_id);
  const held = (await charging.chargingProfiles.find(station.id)).filter(
    (profile) =>
      profile.state === 'active' &&
      profile.purpose !== 'charging-station-external-constraints' &&
      (charging_profile_id === undefined || profile.chargingProfileId === charging_profile_id) &&
      (evse_id === undefined || profile.evseId === evse_id),
  );
  if (held.length > 0) return { station, held };
  throw new SigecError(
    'NOT_FOUND',
    'The charge point holds no such limit of ours, so there is nothing to take away. get_charging_limits tells which there are; limits that others set cannot be taken away from here.',
  );
}
