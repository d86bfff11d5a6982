import { type ChargingNeed, chargingNeed, type EffectiveNeed } from '#contract/energy/charging-need.ts';
import { toLocalTime } from '../../text/local-time.ts';
import { timeOfDay } from '../../text/time-of-day.ts';

/** What a car needs, as it is typed. */
export type NeedDraft = {
  wants: 'percent' | 'energy';
  percent: string;
  energyKwh: string;
  minKwh: string;
  /** A time of day: the next such moment. */
  by: string;
  priority: string;
  arrivalPercent: string;
  capacityKwh: string;
  allowsDischarge: boolean;
  reservePercent: string;
};

export function needDraft(need: EffectiveNeed | null): NeedDraft {
  const said = need?.stated ?? null;
  const kilo = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? '' : String(amount / 1000);
  const wants =
    said?.targetPercent !== null && said !== null
      ? 'percent'
      : (said?.energyWh ?? null) !== null
        ? 'energy'
        : 'percent';
  return {
    wants,
    percent: String(said?.targetPercent ?? 80),
    energyKwh: kilo(said?.energyWh ?? Math.round((need?.energyWh ?? 0) / 100) * 100),
    minKwh: kilo(said?.minEnergyWh),
    by: toLocalTime(said?.departsAt ?? need?.departsAt ?? null).slice(11),
    priority: String(said?.priority ?? 1),
    arrivalPercent: String(said?.arrivalPercent ?? ''),
    capacityKwh: kilo(said?.capacityWh),
    allowsDischarge: said?.allowsDischarge ?? false,
    reservePercent: String(said?.reservePercent ?? 50),
  };
}

export type WhyNotNeed = 'percent' | 'energy' | 'minEnergy' | 'by' | 'arrival' | 'capacity' | 'reserve';

/** The need that a draft stands for, or what is not filled in as it must be. */
export function needOf(
  draft: NeedDraft,
  { now, former }: { now: number; former: EffectiveNeed | null },
): { need: ChargingNeed } | { whyNot: WhyNotNeed } {
  const by = draft.by.trim() === '' ? null : timeOfDay(draft.by);
  if (by === null && draft.by.trim() !== '') return { whyNot: 'by' };
  const read = chargingNeed.safeParse({
    targetPercent: draft.wants === 'percent' ? typedNumber(draft.percent, 1, true) : null,
    energyWh: draft.wants === 'energy' ? typedNumber(draft.energyKwh, 1000, true) : null,
    minEnergyWh: typedNumber(draft.minKwh, 1000),
    departsAt: by === null ? null : momentOf(by, { now, former }),
    arrivalPercent: typedNumber(draft.arrivalPercent, 1),
    capacityWh: typedNumber(draft.capacityKwh, 1000),
    priority: Number(draft.priority),
    allowsDischarge: draft.allowsDischarge,
    reservePercent: typedNumber(draft.reservePercent, 1, true),
  });
  if (read.success) return { need: read.data };
  return { whyNot: reasonOf[String(read.error.issues[0]?.path[0])] ?? 'by' };
}

const reasonOf: Record<string, WhyNotNeed> = {
  targetPercent: 'percent',
  energyWh: 'energy',
  minEnergyWh: 'minEnergy',
  departsAt: 'by',
  arrivalPercent: 'arrival',
  capacityWh: 'capacity',
  reservePercent: 'reserve',
};

/** null: nothing was typed and need not be; NaN, which no schema takes: no number. */
function typedNumber(typed: string, scale: number, isNeeded = false): number | null {
  if (typed.trim() === '') return isNeeded ? Number.NaN : null;
  return Number(typed.trim().replace(',', '.')) * scale;
}

/** What was said for a later day stays as it is while its time of day is not touched. */
function momentOf(by: string, { now, former }: { now: number; former: EffectiveNeed | null }): string {
  const said = former?.stated?.departsAt ?? former?.departsAt ?? null;
  if (said !== null && Date.parse(said) > now && toLocalTime(said).slice(11) === by) return said;
  return nextTime(by, now);
}

/** The next moment at which the clock of this place shows a time of day. */
export function nextTime(by: string, now: number): string {
  const [hour = 0, minute = 0] = by.split(':').map(Number);
  const date = new Date(now);
  date.setHours(hour, minute, 0, 0);
  if (date.getTime() <= now) date.setDate(date.getDate() + 1);
  return date.toISOString();
}
