import type { Loss } from '#contract/commands/command.ts';
import type { ChargingProfile, ChargingSchedule, SchedulePeriod } from '#contract/energy/charging-profile.ts';
import type { OcppVersion } from '#contract/stations/station.ts';

/** Why a version cannot say a part of a profile, by the part's name. */
type Whys<Part> = { readonly [Name in keyof Part]?: string };

export type Lacks = {
  version: OcppVersion;
  /** Without these words there is no such profile at all. */
  purposes: Whys<Record<ChargingProfile['purpose'], unknown>>;
  kinds: Whys<Record<ChargingProfile['kind'], unknown>>;
  /** Without a limit a period says nothing. */
  needsLimit: boolean;
  profile: Whys<Omit<ChargingProfile, keyof ChargingSchedule>>;
  schedule: Whys<Omit<ChargingSchedule, 'periods'>>;
  period: Whys<SchedulePeriod>;
};

const perPhase = 'has no limits per phase';
const discharge = 'knows no discharging';
const setpoint = 'knows limits, no setpoints';
const v2x = 'knows no modes of operation for cars that feed back';

export const lacks201: Lacks = {
  version: '2.0.1',
  purposes: { 'priority-charging': 'knows no priority charging', 'local-generation': 'knows no local generation' },
  kinds: { dynamic: 'knows no dynamic profiles' },
  needsLimit: true,
  profile: {
    maxOfflineSeconds: 'cannot end a profile when the station is offline',
    isInvalidAfterOffline: 'cannot end a profile when the station is offline',
    updateEverySeconds: 'knows no dynamic profiles',
  },
  schedule: {
    usesLocalTime: 'counts in UTC only',
    randomDelaySeconds: 'cannot delay a profile by chance',
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
  profile: { ...lacks201.profile, alternatives: 'has one schedule per charging profile' },
  schedule: { ...lacks201.schedule, priceLevels: 'tells cars no prices' },
  period: { ...lacks201.period, phaseToUse: 'cannot choose the phase' },
};

export const lacks21: Lacks = {
  version: '2.1',
  purposes: {},
  kinds: {},
  needsLimit: false,
  profile: {},
  schedule: {},
  period: {},
};

/** Why a version does not know profiles of a purpose; undefined when it does. */
export function cannotSayPurpose(purpose: ChargingProfile['purpose'], lacks: Lacks): Loss | undefined {
  const why = lacks.purposes[purpose];
  return why === undefined ? undefined : { field: 'purpose', why: `OCPP ${lacks.version} ${why}` };
}

/** Why a version has no words for the profile as such; undefined when it has. */
export function cannotSay(profile: ChargingProfile, lacks: Lacks): Loss | undefined {
  const { purpose, kind, periods, alternatives = [] } = profile;
  const all = [...periods, ...alternatives.flatMap((schedule) => schedule.periods)];
  const isWithoutLimit = lacks.needsLimit && all.some(({ limit }) => limit === undefined);
  const whyKind = lacks.kinds[kind];
  const noPurpose = cannotSayPurpose(purpose, lacks);
  if (noPurpose !== undefined) return noPurpose;
  if (whyKind !== undefined) return { field: 'kind', why: `OCPP ${lacks.version} ${whyKind}` };
  return isWithoutLimit
    ? { field: 'periods.limit', why: `OCPP ${lacks.version} needs a limit in every period` }
    : undefined;
}

/** The profile without what a version cannot say, and what that was, each part named once. */
export function leaveOut(profile: ChargingProfile, lacks: Lacks): { said: ChargingProfile; losses: Loss[] } {
  const losses = new Map<string, Loss>();
  function strip<Part extends object>(part: Part, whys: object, prefix = ''): Part {
    const lost = Object.entries(whys).filter(([name]) => part[name as keyof Part] !== undefined);
    for (const [name, why] of lost)
      losses.set(prefix + name, { field: prefix + name, why: `OCPP ${lacks.version} ${String(why)}` });
    return Object.fromEntries(Object.entries(part).filter(([name]) => !lost.some(([gone]) => gone === name))) as Part;
  }
  function stripSchedule<Schedule extends ChargingSchedule>(schedule: Schedule): Schedule {
    const periods = schedule.periods.map((period) => strip(period, lacks.period, 'periods.'));
    return { ...strip(schedule, lacks.schedule), periods };
  }
  const said = strip(stripSchedule(profile), lacks.profile);
  const { alternatives } = said;
  return {
    said: alternatives === undefined ? said : { ...said, alternatives: alternatives.map(stripSchedule) },
    losses: [...losses.values()],
  };
}
