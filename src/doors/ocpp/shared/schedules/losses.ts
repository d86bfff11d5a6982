import type { Loss } from '#contract/commands/command.ts';
import type { RatePlan, Schedule, SchedulePeriod } from '#contract/energy/schedule.ts';
import type { OcppVersion } from '#contract/stations/station.ts';

/** Why a version cannot say a part of a schedule, by the part's name. */
type Whys<Part> = { readonly [Name in keyof Part]?: string };

/** What a version of OCPP lacks to say a schedule. */
export type Lacks = {
  version: OcppVersion;
  /** Without these words there is no such schedule at all. */
  purposes: Whys<Record<Schedule['purpose'], unknown>>;
  kinds: Whys<Record<Schedule['kind'], unknown>>;
  /** Without a limit a period says nothing. */
  needsLimit: boolean;
  schedule: Whys<Omit<Schedule, keyof RatePlan>>;
  plan: Whys<Omit<RatePlan, 'periods'>>;
  period: Whys<SchedulePeriod>;
};

const perPhase = 'has no limits per phase';
const discharge = 'knows no discharging';
const setpoint = 'knows limits, no setpoints';
const v2x = 'knows no modes of operation for cars that feed back';

export const lacks201: Lacks = {
  version: '2.0.1',
  purposes: { priority: 'knows no priority charging', 'local-generation': 'knows no local generation' },
  kinds: { dynamic: 'knows no dynamic schedules' },
  needsLimit: true,
  schedule: {
    maxOfflineSeconds: 'cannot end a schedule when the station is offline',
    isInvalidAfterOffline: 'cannot end a schedule when the station is offline',
    updateEverySeconds: 'knows no dynamic schedules',
  },
  plan: {
    usesLocalTime: 'counts in UTC only',
    randomDelaySeconds: 'cannot delay a schedule by chance',
    limitAtSoc: 'knows no limit by state of charge',
    powerToleranceW: 'knows no power tolerance',
  },
  period: {
    limitL2: perPhase,
    limitL3: perPhase,
    dischargeLimit: discharge,
    dischargeLimitL2: discharge,
    dischargeLimitL3: discharge,
    setpoint,
    setpointL2: setpoint,
    setpointL3: setpoint,
    setpointReactive: setpoint,
    setpointReactiveL2: setpoint,
    setpointReactiveL3: setpoint,
    operationMode: v2x,
    baselineW: v2x,
    frequencyCurve: v2x,
    signalCurve: v2x,
    shouldPrecondition: 'cannot ask for preconditioning',
    shouldSleep: 'cannot put an EVSE to sleep',
  },
};

export const lacks16: Lacks = {
  ...lacks201,
  version: '1.6',
  schedule: { ...lacks201.schedule, alternatives: 'has one plan per charging profile' },
  plan: { ...lacks201.plan, priceLevels: 'tells cars no prices' },
  period: { ...lacks201.period, phaseToUse: 'cannot choose the phase' },
};

export const lacks21: Lacks = {
  version: '2.1',
  purposes: {},
  kinds: {},
  needsLimit: false,
  schedule: {},
  plan: {},
  period: {},
};

/** Why a version does not know schedules of a purpose; undefined when it does. */
export function cannotSayPurpose(purpose: Schedule['purpose'], lacks: Lacks): Loss | undefined {
  const why = lacks.purposes[purpose];
  return why === undefined ? undefined : { field: 'purpose', why: `OCPP ${lacks.version} ${why}` };
}

/** Why a version has no words for the schedule as such; undefined when it has. */
export function cannotSay(schedule: Schedule, lacks: Lacks): Loss | undefined {
  const { purpose, kind, periods, alternatives = [] } = schedule;
  const all = [...periods, ...alternatives.flatMap((plan) => plan.periods)];
  const isWithoutLimit = lacks.needsLimit && all.some(({ limit }) => limit === undefined);
  const whyKind = lacks.kinds[kind];
  const noPurpose = cannotSayPurpose(purpose, lacks);
  if (noPurpose !== undefined) return noPurpose;
  if (whyKind !== undefined) return { field: 'kind', why: `OCPP ${lacks.version} ${whyKind}` };
  return isWithoutLimit
    ? { field: 'periods.limit', why: `OCPP ${lacks.version} needs a limit in every period` }
    : undefined;
}

/** The schedule without what a version cannot say, and what that was, each part named once. */
export function leaveOut(schedule: Schedule, lacks: Lacks): { said: Schedule; losses: Loss[] } {
  const losses = new Map<string, Loss>();
  function strip<Part extends object>(part: Part, whys: object, prefix = ''): Part {
    const lost = Object.entries(whys).filter(([name]) => part[name as keyof Part] !== undefined);
    for (const [name, why] of lost)
      losses.set(prefix + name, { field: prefix + name, why: `OCPP ${lacks.version} ${String(why)}` });
    return Object.fromEntries(Object.entries(part).filter(([name]) => !lost.some(([gone]) => gone === name))) as Part;
  }
  function stripPlan<Plan extends RatePlan>(plan: Plan): Plan {
    const periods = plan.periods.map((period) => strip(period, lacks.period, 'periods.'));
    return { ...strip(plan, lacks.plan), periods };
  }
  const said = strip(stripPlan(schedule), lacks.schedule);
  const { alternatives } = said;
  return {
    said: alternatives === undefined ? said : { ...said, alternatives: alternatives.map(stripPlan) },
    losses: [...losses.values()],
  };
}
