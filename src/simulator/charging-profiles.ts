import type {
  ChargingProfileCriterionType,
  ChargingProfileType,
  ChargingSchedulePeriodType,
  ChargingScheduleType,
  ClearChargingProfileRequest,
} from 'typed-ocpp/dist/ocpp21/types.js';
import { type ProfileQuirk, quirkyLimitA, quirkyRefusal, staleProfile } from './profile-quirks.ts';

/** A profile the station holds, in the words of 2.1, which has those of every version; `source` is who set it. */
export type HeldProfile = { evseId: number; profile: ChargingProfileType; source: string };

type Unit = 'A' | 'W';

/** What the wiring of a wall box allows when nobody limits it: 32 A on three phases. */
const usualWiringA = 32;
const voltage = 230;

export class ChargingProfiles {
  readonly all: HeldProfile[] = [];
  /** EVSEs whose car has told its needs: it answers a new profile with its own schedule. */
  readonly negotiating = new Set<number>();
  /** What the station measures of the grid: periods that answer to it follow at once (2.1 Q08). Absent: the grid is well. */
  frequencyHz: number | undefined;
  private readonly quirks: readonly ProfileQuirk[];
  private readonly isSwitchedOn: () => boolean;
  private readonly wiringA: number;
  private offlineSince: number | null = null;

  /** `isSwitchedOn` matters to stations that count profiles only while smart charging is on. */
  constructor(
    quirks: readonly ProfileQuirk[] = [],
    isSwitchedOn: () => boolean = () => true,
    wiringA: number = usualWiringA,
  ) {
    this.quirks = quirks;
    this.wiringA = wiringA;
    this.isSwitchedOn = isSwitchedOn;
    if (quirks.includes('stale-profile')) this.all.push({ evseId: 0, profile: staleProfile(), source: 'CSO' });
  }

  /** Why this very station takes no such profile, though the book allows it. */
  refusalOf({ profile }: HeldProfile): string | undefined {
    return quirkyRefusal(profile, this.quirks);
  }

  /** 2.1 K01: from here on those with a maximum of time without a connection count no longer than that. */
  goOffline(now: Date): void {
    this.offlineSince ??= now.getTime();
  }

  /** Those whose time ran out meanwhile are gone for good where they say so. */
  comeOnline(now: Date): void {
    this.remove(
      (held) => held.profile.invalidAfterOfflineDuration === true && this.isOutOfTime(held.profile, now.getTime()),
    );
    this.offlineSince = null;
  }

  /** The profiles of a session end with it. */
  endSession(transactionId: string): void {
    this.remove(({ profile }) => profile.transactionId === transactionId);
  }

  private isOutOfTime({ maxOfflineDuration }: ChargingProfileType, moment: number): boolean {
    if (this.offlineSince === null || maxOfflineDuration === undefined) return false;
    return moment >= this.offlineSince + maxOfflineDuration * 1000;
  }

  /** One with the same number is replaced. */
  put(held: HeldProfile): void {
    this.remove((known) => known.profile.id === held.profile.id);
    this.all.push(held);
  }

  /** Another profile of the same place, purpose and level: 2.x refuses the new one (K01), 1.6 replaces the old one. */
  twinOf({ evseId, profile }: HeldProfile): HeldProfile | undefined {
    return this.all.find(
      (known) =>
        known.evseId === evseId &&
        known.profile.id !== profile.id &&
        known.profile.chargingProfilePurpose === profile.chargingProfilePurpose &&
        known.profile.stackLevel === profile.stackLevel &&
        known.profile.transactionId === profile.transactionId,
    );
  }

  /** How many were removed. What others set cannot be cleared (K10). */
  clear({ chargingProfileId, chargingProfileCriteria: criteria = {} }: ClearChargingProfileRequest): number {
    const { evseId, chargingProfilePurpose: purpose, stackLevel } = criteria;
    return this.remove(
      ({ evseId: place, profile }) =>
        profile.chargingProfilePurpose !== 'ChargingStationExternalConstraints' &&
        (chargingProfileId === undefined || profile.id === chargingProfileId) &&
        (evseId === undefined || place === evseId) &&
        (purpose === undefined || profile.chargingProfilePurpose === purpose) &&
        (stackLevel === undefined || profile.stackLevel === stackLevel),
    );
  }

  find(evseId: number | undefined, criterion: ChargingProfileCriterionType): HeldProfile[] {
    const {
      chargingProfilePurpose: purpose,
      stackLevel,
      chargingProfileId: ids,
      chargingLimitSource: sources,
    } = criterion;
    return this.all.filter(
      ({ evseId: place, profile, source }) =>
        (evseId === undefined || place === evseId) &&
        (purpose === undefined || profile.chargingProfilePurpose === purpose) &&
        (stackLevel === undefined || profile.stackLevel === stackLevel) &&
        (ids === undefined || ids.includes(profile.id)) &&
        (sources === undefined || sources.includes(source)),
    );
  }

  /** New values for the one period of a dynamic profile. */
  update(id: number, update: Partial<ChargingSchedulePeriodType>): boolean {
    const [period] =
      this.all.find(({ profile }) => profile.id === id && profile.chargingProfileKind === 'Dynamic')?.profile
        .chargingSchedule[0]?.chargingSchedulePeriod ?? [];
    if (period === undefined) return false;
    Object.assign(period, update);
    return true;
  }

  /** What all profiles of an EVSE come to: of each purpose the highest level that says something, of all purposes the least. */
  composite(asked: { evseId: number; durationSeconds: number; unit: Unit; now: Date }): ChargingSchedulePeriodType[] {
    const { evseId, durationSeconds, unit, now } = asked;
    const from = now.getTime();
    const plans = this.plansFor(evseId, from);
    // Upwards: at a second that lies before the step the old limit would still count, and the step be lost.
    const steps = plans.flatMap((plan) => plan.steps(from)).map((moment) => Math.ceil((moment - from) / 1000));
    const starts = [...new Set([0, ...steps])].filter((start) => start >= 0 && start < durationSeconds);
    const periods = starts
      .toSorted((a, b) => a - b)
      .map((startPeriod) => ({ startPeriod, limit: this.leastAt(plans, from + startPeriod * 1000, unit) }));
    return periods.filter(({ limit }, index) => limit !== periods[index - 1]?.limit);
  }

  /** Per phase, what an EVSE truly gives at this moment; below zero the car feeds back, undefined: nobody limits it. */
  limitA(evseId: number, now: Date): number | undefined {
    if (this.all.length === 0 || !this.isSwitchedOn()) return undefined;
    const plans = this.plansFor(evseId, now.getTime());
    const limits = limitsAt(plans, now.getTime(), 'A', {
      hasThreePhases: this.quirks.includes('ignores-number-of-phases'),
      frequencyHz: this.frequencyHz,
    });
    return quirkyLimitA(limits.length === 0 ? undefined : Math.min(...limits), this.quirks);
  }

  private plansFor(evseId: number, moment: number): Plan[] {
    return this.all
      .filter((held) => held.evseId === evseId || held.evseId === 0)
      .filter(({ profile }) => !this.isOutOfTime(profile, moment))
      .flatMap(plansOf);
  }

  private leastAt(plans: readonly Plan[], moment: number, unit: Unit): number {
    const wiring = unit === 'A' ? this.wiringA : Math.round(this.wiringA * voltage * 3);
    return Math.min(wiring, ...limitsAt(plans, moment, unit));
  }

  private remove(isGone: (held: HeldProfile) => boolean): number {
    const kept = this.all.filter((held) => !isGone(held));
    return this.all.splice(0, this.all.length, ...kept).length - kept.length;
  }
}

type Plan = {
  purpose: string;
  stackLevel: number;
  unit: Unit;
  steps(from: number): number[];
  periodAt(moment: number): ChargingSchedulePeriodType | undefined;
};

/** A session's own profile takes the place of the default. */
const group = new Map([
  ['TxProfile', 'session'],
  ['TxDefaultProfile', 'session'],
]);
const dayMs = 86_400_000;

function plansOf({ profile }: HeldProfile): Plan[] {
  const { chargingProfilePurpose: purpose, stackLevel, validFrom, validTo } = profile;
  return profile.chargingSchedule.slice(0, 1).map((schedule) => ({
    purpose: group.get(purpose) ?? purpose,
    // Of the session's two purposes its own outweighs every level of the default.
    stackLevel: stackLevel + (purpose === 'TxProfile' ? 1_000_000 : 0),
    unit: schedule.chargingRateUnit,
    steps: (from) => stepsOf(profile, schedule, from),
    periodAt(moment) {
      const isValid = moment >= Date.parse(validFrom ?? '1970-01-01') && moment < Date.parse(validTo ?? '9999-12-31');
      const offset = (moment - startOf(profile, schedule, moment)) / 1000;
      const isOver = schedule.duration !== undefined && offset >= schedule.duration;
      if (!isValid || offset < 0 || isOver) return undefined;
      return schedule.chargingSchedulePeriod.findLast(({ startPeriod }) => startPeriod <= offset);
    },
  }));
}

/** Every moment from now on at which the profile may say something else: its periods, its end, and both once more if it recurs. */
function stepsOf(profile: ChargingProfileType, schedule: ChargingScheduleType, from: number): number[] {
  const start = startOf(profile, schedule, from);
  const starts = profile.chargingProfileKind === 'Recurring' ? [start, start + everyMs(profile)] : [start];
  const offsets = [...schedule.chargingSchedulePeriod.map(({ startPeriod }) => startPeriod), schedule.duration ?? 0];
  const validity = [profile.validFrom, profile.validTo].flatMap((time) =>
    time === undefined ? [] : [Date.parse(time)],
  );
  return [...starts.flatMap((first) => offsets.map((offset) => first + offset * 1000)), ...validity];
}

/** Relative and dynamic ones count from now; recurring ones from the last time their hour came round. */
function startOf(profile: ChargingProfileType, { startSchedule }: ChargingScheduleType, moment: number): number {
  if (startSchedule === undefined) return moment;
  const start = Date.parse(startSchedule);
  if (profile.chargingProfileKind !== 'Recurring') return start;
  return start + Math.floor((moment - start) / everyMs(profile)) * everyMs(profile);
}

function everyMs({ recurrencyKind }: ChargingProfileType): number {
  return recurrencyKind === 'Weekly' ? 7 * dayMs : dayMs;
}

/** One limit of each purpose that says something. */
function limitsAt(
  plans: readonly Plan[],
  moment: number,
  unit: Unit,
  { hasThreePhases = false, frequencyHz }: { hasThreePhases?: boolean; frequencyHz?: number | undefined } = {},
): number[] {
  const best = new Map<string, { stackLevel: number; limit: number }>();
  for (const { purpose, stackLevel, unit: given, periodAt } of plans) {
    const period = periodAt(moment);
    const rate = period?.setpoint ?? period?.limit;
    if (period === undefined || rate === undefined) continue;
    const phases = hasThreePhases ? 3 : (period.numberPhases ?? 3);
    const asked = inUnit(phases, rate, { given, unit });
    const answerW = frequencyAnswerW(period, frequencyHz);
    const limit = answerW === null ? asked : Math.min(asked, inUnit(phases, answerW, { given: 'W', unit }));
    if (stackLevel >= (best.get(purpose)?.stackLevel ?? -1)) best.set(purpose, { stackLevel, limit });
  }
  return [...best.values()].map(({ limit }) => limit);
}

/** Q08: around its baseline, by the curve; null: the period does not answer to the frequency. */
function frequencyAnswerW(period: ChargingSchedulePeriodType, frequencyHz: number | undefined): number | null {
  const { operationMode, v2xFreqWattCurve: curve = [], v2xBaseline = 0 } = period;
  const [first, last] = [curve[0], curve.at(-1)];
  if (frequencyHz === undefined || operationMode !== 'LocalFrequency' || first === undefined || last === undefined)
    return null;
  if (frequencyHz <= first.frequency) return v2xBaseline + first.power;
  if (frequencyHz >= last.frequency) return v2xBaseline + last.power;
  const index = curve.findIndex(({ frequency }) => frequency > frequencyHz);
  const [below, above] = [curve[index - 1] ?? first, curve[index] ?? last];
  const share = (frequencyHz - below.frequency) / (above.frequency - below.frequency);
  return v2xBaseline + below.power + share * (above.power - below.power);
}

function inUnit(phases: number, limit: number, { given, unit }: { given: Unit; unit: Unit }): number {
  if (given === unit) return limit;
  const watts = voltage * phases;
  return Math.round((unit === 'W' ? limit * watts : limit / watts) * 10) / 10; // one digit behind the point
}
