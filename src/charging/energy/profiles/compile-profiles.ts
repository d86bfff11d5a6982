import type { SchedulePeriod } from '#contract/energy/charging-profile.ts';
import type { RequestedChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import { type CurrentStep, mergeSteps, sendable, wholeSecond } from './current-steps.ts';
import { type FrequencyResponse, frequencyPeriod } from './frequency-curve.ts';
import type { PlanPurpose, ProfileAbilities } from './profile-abilities.ts';

/** What one EVSE shall do: the plan of its session until `until`, and what holds without a plan or without us. */
export type EvseOrder = {
  evseId: number;
  sessionId: string | null;
  voltageV: number;
  phases: 1 | 2 | 3;
  steps: readonly CurrentStep[];
  until: number;
  fallbackA: number;
  /** Of the whole station; null: its own limits are enough. */
  stationMaxA: number | null;
  /** How many stack levels plans of this session may have used before. Absent: none. */
  usedLevels?: number;
  /** Whether its car gives way when the frequency of the grid falls; only OCPP 2.1 can be told so. */
  frequency?: FrequencyResponse | null;
};

export type CompiledProfiles = {
  profiles: RequestedChargingProfile[];
  /** Those of them that hold the plan of the session. */
  plan: RequestedChargingProfile[];
  /** Until when the plan is in the station; afterwards the fallback holds. */
  coveredUntil: number;
  /** How many stack levels the plan takes. */
  levels: number;
};

/** A station whose clock is a little behind ours would otherwise wait for the profile to begin. */
const clockLeewaySeconds = 60;
/** A station that lost us keeps to its plan no longer than this, where its version can be told so. */
const maxOfflineSeconds = 900;

/**
 * The charging profiles for an EVSE: a maximum for the station, a default that is safe without us, and the plan of the session. A plan
 * with more periods than a schedule may have is laid end to end over stack levels, each valid only in its own stretch of time.
 */
export function compileProfiles(order: EvseOrder, abilities: ProfileAbilities, now: number): CompiledProfiles {
  const base = [...stationProfile(order, abilities, now), fallbackProfile(order, abilities, now)];
  const { sessionId } = order;
  if (sessionId === null) return { profiles: base, plan: [], coveredUntil: now, levels: 0 };
  const { purpose = 'tx-profile' } = abilities;
  if (purpose !== 'tx-profile') return lastingPlan(order, { ...abilities, purpose }, { base, now });
  const isRelative = abilities.kind === 'relative';
  const maxLevels = Math.min(abilities.maxStackLevel + 1, Math.max(1, (abilities.maxProfiles ?? 100) - base.length));
  const levels = isRelative ? 1 : maxLevels;
  const maxPeriods = isRelative ? 1 : abilities.maxPeriods;
  const steps = mergeSteps(order, abilities.version, now);
  const chunks = Array.from({ length: Math.ceil(steps.length / maxPeriods) }, (_, index) =>
    steps.slice(index * maxPeriods, (index + 1) * maxPeriods),
  ).slice(0, levels);
  const sent = chunks.flat().length;
  const coveredUntil = steps[sent]?.from ?? wholeSecond(order.until);
  const profiles = chunks.flatMap((chunk, level) => {
    const [first] = chunk;
    const end = chunks[level + 1]?.[0]?.from ?? coveredUntil;
    if (first === undefined || end <= first.from) return [];
    return [sessionProfile({ order, abilities, sessionId, level, chunk, startsAt: first.from, end })];
  });
  const plan = [
    ...profiles,
    ...overLeftovers({ order, abilities, sessionId, level: profiles.length, end: coveredUntil }),
  ];
  return { profiles: [...base, ...plan], plan, coveredUntil: Math.max(now, coveredUntil), levels: plan.length };
}

/**
 * A plan for a station that does not follow the profile of a session: as its default or as its maximum, in one profile that ends with
 * what is safe without us, for ever. Where only one period can be said, it is never above that.
 */
function lastingPlan(
  order: EvseOrder,
  abilities: ProfileAbilities & { purpose: Exclude<PlanPurpose, 'tx-profile'> },
  { base, now }: { base: readonly RequestedChargingProfile[]; now: number },
): CompiledProfiles {
  const { purpose, kind = 'absolute' } = abilities;
  const steps = mergeSteps(order, abilities.version, now);
  const fallbackA = sendable(order.fallbackA);
  const startsAt = wholeSecond(now) - clockLeewaySeconds * 1000;
  const maxSteps = kind === 'relative' ? 0 : abilities.maxPeriods - 1;
  const planned = steps.slice(0, maxSteps);
  const end = steps[planned.length]?.from ?? wholeSecond(order.until);
  const only = Math.min(steps[0]?.amperes ?? fallbackA, fallbackA);
  const said = planned.length === 0 ? [{ from: now, amperes: only }] : [...planned, { from: end, amperes: fallbackA }];
  const plan: RequestedChargingProfile = {
    ...shared(order, abilities),
    ...(purpose === 'charging-station-max-profile' && { evseId: 0 }),
    purpose,
    kind,
    stackLevel: 0,
    ...(kind === 'absolute' && { startsAt: iso(startsAt) }),
    periods: said.map(({ from, amperes }, index) =>
      period(order, abilities, amperes, index === 0 ? 0 : (from - startsAt) / 1000),
    ),
  };
  const others = base.filter((profile) => profile.purpose !== purpose);
  return {
    profiles: [...others, plan],
    plan: [plan],
    coveredUntil: planned.length === 0 ? order.until : end,
    levels: 1,
  };
}

/** One period whose values follow by themselves afterwards, for stations that take new ones often (OCPP 2.1 K28). */
export function compileDynamic(
  order: EvseOrder & { sessionId: string },
  abilities: ProfileAbilities,
): RequestedChargingProfile {
  const amperes = sendable(order.steps[0]?.amperes ?? order.fallbackA);
  return {
    ...shared(order, abilities),
    purpose: 'tx-profile',
    kind: 'dynamic',
    stackLevel: abilities.maxStackLevel,
    sessionId: order.sessionId,
    periods: [period(order, abilities, amperes, 0)],
    maxOfflineSeconds,
    isInvalidAfterOffline: true,
  };
}

type SessionPart = {
  order: EvseOrder;
  abilities: ProfileAbilities;
  sessionId: string;
  level: number;
  chunk: readonly CurrentStep[];
  startsAt: number;
  end: number;
};

/**
 * A former plan with more levels would outweigh this one in its own time: each of its levels is taken by a second after the plan, in
 * which the station is told what holds then anyway.
 */
function overLeftovers({ level, end, ...part }: Omit<SessionPart, 'chunk' | 'startsAt'>): RequestedChargingProfile[] {
  const { fallbackA, usedLevels = 0 } = part.order;
  return Array.from({ length: Math.max(0, usedLevels - level) }, (_, index) => {
    const startsAt = end + index * 1000;
    const chunk = [{ from: startsAt, amperes: sendable(fallbackA) }];
    return sessionProfile({ ...part, level: level + index, chunk, startsAt, end: startsAt + 1000 });
  });
}

function sessionProfile({
  order,
  abilities,
  sessionId,
  level,
  chunk,
  startsAt,
  end,
}: SessionPart): RequestedChargingProfile {
  const start = level === 0 ? startsAt - clockLeewaySeconds * 1000 : startsAt;
  const { kind = 'absolute' } = abilities;
  return {
    ...shared(order, abilities),
    purpose: 'tx-profile',
    kind,
    stackLevel: level,
    sessionId,
    ...(kind === 'absolute' && { startsAt: iso(start), durationSeconds: (end - start) / 1000 }),
    // Some stations look at validity alone and would let an ended schedule hide the one below it.
    ...(level > 0 && { validFrom: iso(start) }),
    validTo: iso(end),
    ...(abilities.version === '2.1' && { maxOfflineSeconds, isInvalidAfterOffline: true }),
    periods: chunk.map(({ from, amperes }, index) => {
      const planned = period(order, abilities, amperes, index === 0 ? 0 : (from - start) / 1000);
      return { ...planned, ...givingWay(order, abilities, amperes) };
    }),
  };
}

/** In the plan of a session alone: what holds without us is for every car. */
function givingWay({ frequency, voltageV, phases }: EvseOrder, { version }: ProfileAbilities, amperes: number) {
  if (frequency === undefined || frequency === null || version !== '2.1' || amperes <= 0) return {};
  return frequencyPeriod(oneDigit(amperes * voltageV * phases), frequency);
}

function fallbackProfile(order: EvseOrder, abilities: ProfileAbilities, now: number): RequestedChargingProfile {
  return {
    ...shared(order, abilities),
    purpose: 'tx-default-profile',
    ...fromNowOn(abilities, now),
    stackLevel: 0,
    periods: [period(order, abilities, sendable(order.fallbackA), 0)],
  };
}

function stationProfile(order: EvseOrder, abilities: ProfileAbilities, now: number): RequestedChargingProfile[] {
  if (order.stationMaxA === null) return [];
  return [
    {
      ...shared(order, abilities),
      evseId: 0,
      purpose: 'charging-station-max-profile',
      // 2.x K01: a maximum is never relative.
      ...fromNowOn({ kind: 'absolute' }, now),
      stackLevel: 0,
      periods: [period(order, abilities, sendable(order.stationMaxA), 0)],
    },
  ];
}

function fromNowOn(
  { kind = 'absolute' }: Pick<ProfileAbilities, 'kind'>,
  now: number,
): Pick<RequestedChargingProfile, 'kind' | 'startsAt'> {
  return kind === 'relative' ? { kind } : { kind, startsAt: iso(wholeSecond(now) - clockLeewaySeconds * 1000) };
}

function shared({ evseId }: EvseOrder, { unit }: ProfileAbilities): Pick<RequestedChargingProfile, 'evseId' | 'unit'> {
  return { evseId, unit };
}

function period(
  { voltageV, phases }: EvseOrder,
  { unit, version, pauseA = 0, ignoresPhases = false }: ProfileAbilities,
  amperes: number,
  startSeconds: number,
): SchedulePeriod {
  const saidA = amperes === 0 ? pauseA : amperes;
  const rate = oneDigit(unit === 'A' ? saidA : saidA * voltageV * (ignoresPhases ? 3 : phases));
  const place = { startSeconds, ...(phases !== 3 && !ignoresPhases && { phases }) };
  if (amperes >= 0) return { ...place, limit: rate };
  // Only OCPP 2.1 can ask a car to feed back; others hear that it shall not charge.
  return version === '2.1' ? { ...place, operationMode: 'central-setpoint', setpoint: rate } : { ...place, limit: 0 };
}

function oneDigit(rate: number): number {
  return Math.round(rate * 10) / 10;
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
