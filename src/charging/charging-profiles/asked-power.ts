import type { Pool } from 'pg';
import type { ChargingSchedule, RateUpdate, SchedulePeriod } from '#contract/energy/charging-profile.ts';
import { scheduleOwner } from './charging-schedules.ts';

type CommandInput = { stationId: string; name: string; input: Record<string, unknown> };
type Rates = RateUpdate & Pick<SchedulePeriod, 'phases' | 'baselineW' | 'frequencyCurve' | 'signalCurve'>;
type Unit = ChargingSchedule['unit'];

/** What a station draws that no charging profile limits is not known here: a usual AC connector stands for it. */
const freedKw = 22;
const voltsPerPhase = 230;
const usualPhases = 3;
/** No message of OCPP holds a schedule deeper than that. */
const maxDepth = 8;

/** The power that a command sets or frees, at its highest moment; 0 for whatever is not about power. */
export async function askedPowerKw(pool: Pool, { stationId, name, input }: CommandInput): Promise<number> {
  switch (name) {
    case 'set-charging-profile': {
      const { alternatives = [], ...schedule } = input as ChargingSchedule & { alternatives?: ChargingSchedule[] };
      return Math.max(...[schedule, ...alternatives].map(scheduleKw));
    }
    case 'start-session':
      return input['chargingProfile'] === undefined ? 0 : scheduleKw(input['chargingProfile'] as ChargingSchedule);
    case 'update-dynamic-schedule':
      return ratesKw(input, await unitOf(pool, stationId, Number(input['chargingProfileId'])));
    case 'use-priority-charging':
      return input['isActive'] === false ? 0 : freedKw;
    case 'clear-charging-profiles':
      return freedKw;
    case 'raw':
      return rawKw(input);
    default:
      return 0;
  }
}

function scheduleKw({ unit, periods }: Pick<ChargingSchedule, 'unit' | 'periods'>): number {
  return Math.max(0, ...periods.map((period) => ratesKw(period, unit)));
}

/** Feeding back is as much of a hazard as drawing. */
function ratesKw(rates: Rates, unit: Unit): number {
  const phases = rates.phases === 1 || rates.phases === 2 ? rates.phases : usualPhases; // no other number limits anything
  const rate = (first = 0, second = 0, third = 0) => {
    const sum = Math.abs(first) + Math.abs(second) + Math.abs(third);
    // Not every version can say limits per phase: to the others the first one holds for all of them.
    return unit === 'W' ? sum : Math.max(sum, Math.abs(first) * phases) * voltsPerPhase;
  };
  const curves = [...(rates.frequencyCurve ?? []), ...(rates.signalCurve ?? [])];
  const watts = Math.max(
    rate(rates.limit, rates.limitL2, rates.limitL3),
    rate(rates.dischargeLimit, rates.dischargeLimitL2, rates.dischargeLimitL3),
    rate(rates.setpoint, rates.setpointL2, rates.setpointL3),
    Math.abs(rates.baselineW ?? 0),
    ...curves.map(({ powerW }) => Math.abs(powerW)),
  );
  return watts / 1000;
}

/** A dynamic profile keeps its unit. One that we do not know is taken as ampere, the larger of the two. */
async function unitOf(pool: Pool, stationId: string, chargingProfileId: number): Promise<Unit> {
  const { rows } = await pool.query<{ unit: Unit }>(
    'select unit from charging_schedule where station_id = $1 and owner = $2 and schedule = 1',
    [stationId, scheduleOwner.profile(chargingProfileId)],
  );
  return rows[0]?.unit ?? 'A';
}

/** Words of OCPP: a schedule has the same fields in all its versions, wherever in a message it stands. */
function rawKw({ action, payload }: Record<string, unknown>): number {
  if (action === 'ClearChargingProfile' || action === 'UsePriorityCharging') return freedKw;
  const found: number[] = [0];
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > maxDepth) return;
    const { chargingSchedulePeriod: periods, chargingRateUnit, scheduleUpdate } = value as Record<string, unknown>;
    const unit = chargingRateUnit === 'W' ? 'W' : 'A';
    const rates = [...(Array.isArray(periods) ? (periods as unknown[]) : []), scheduleUpdate];
    for (const one of rates) if (typeof one === 'object' && one !== null) found.push(ratesKw(toRates(one), unit));
    for (const part of Object.values(value)) visit(part, depth + 1);
  };
  visit(payload, 0);
  return Math.max(...found);
}

const wireNames = {
  numberPhases: 'phases',
  limit_L2: 'limitL2',
  limit_L3: 'limitL3',
  dischargeLimit_L2: 'dischargeLimitL2',
  dischargeLimit_L3: 'dischargeLimitL3',
  setpoint_L2: 'setpointL2',
  setpoint_L3: 'setpointL3',
} as const;

function toRates(period: object): Rates {
  const numbers = Object.entries(period as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === 'number' ? [[wireNames[name as keyof typeof wireNames] ?? name, value] as const] : [],
  );
  return Object.fromEntries(numbers);
}
