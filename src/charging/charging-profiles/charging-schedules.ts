import type { Pool } from 'pg';
import type { ChargingSchedule, SchedulePeriod } from '#contract/energy/charging-profile.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { deleteRows, fromColumns, putRows, type Row } from '../rows.ts';

/** Whose schedules they are: a profile, the composite of an EVSE, a limit of someone else, or a car. */
export const scheduleOwner = {
  profile: (chargingProfileId: number) => `profile ${chargingProfileId}`,
  composite: (evseId: number) => `composite ${evseId}`,
  limit: (evseId: number, source: string) => `limit ${evseId} ${source}`,
  car: (evseId: number) => `car ${evseId}`,
};

export type SchedulesRow = { stationId: string; owner: string; schedules: readonly ChargingSchedule[] };

/** All schedules of an owner at once: what was there before is gone. */
export const chargingSchedules: Projection<SchedulesRow> = {
  name: 'charging schedules',
  identity: ({ stationId, owner }) => `${stationId}\n${owner}`,
  async write(client, rows) {
    await deleteRows(client, { table: 'charging_schedule', key: ['stationId', 'owner'] }, rows);
    const schedules = rows.flatMap(({ stationId, owner, schedules }) =>
      schedules.map((schedule, index) => ({ key: { stationId, owner, schedule: index + 1 }, schedule })),
    );
    await putRows(client, { table: 'charging_schedule' }, schedules.map(scheduleRow));
    await putRows(client, { table: 'schedule_period' }, schedules.flatMap(periodRows));
    await putRows(client, { table: 'schedule_curve_point' }, schedules.flatMap(curveRows));
    await putRows(client, { table: 'schedule_price_level' }, schedules.flatMap(priceRows));
  },
};

type Keyed = { key: { stationId: string; owner: string; schedule: number }; schedule: ChargingSchedule };

function scheduleRow({
  key,
  schedule: { periods: _periods, priceLevels: _levels, limitAtSoc, ...schedule },
}: Keyed): Row {
  return { ...schedule, limitAtSocPercent: limitAtSoc?.percent, limitAtSoc: limitAtSoc?.limit, ...key };
}

function periodRows({ key, schedule }: Keyed): Row[] {
  return schedule.periods.map(({ frequencyCurve: _frequency, signalCurve: _signal, ...period }, position) => ({
    ...period,
    ...key,
    position,
  }));
}

function curveRows({ key, schedule }: Keyed): Row[] {
  return schedule.periods.flatMap(({ frequencyCurve = [], signalCurve = [] }, period) => [
    ...frequencyCurve.map((point, position) => ({ ...point, ...key, period, curve: 'frequency', position })),
    ...signalCurve.map((point, position) => ({ ...point, ...key, period, curve: 'signal', position })),
  ]);
}

function priceRows({ key, schedule }: Keyed): Row[] {
  return (schedule.priceLevels ?? []).map((level, position) => ({ ...level, ...key, position }));
}

const keyColumns = ['station_id', 'owner', 'schedule', 'position', 'period', 'curve'];

export async function readSchedules(
  pool: Pool,
  stationId: string,
  kind: string,
): Promise<Map<string, ChargingSchedule[]>> {
  const read = (table: string, order: string) =>
    pool.query<StoredRow>(
      `select * from ${table} where station_id = $1 and owner like $2 || ' %' order by owner, schedule, ${order}`,
      [stationId, kind],
    );
  const [schedules, periods, points, levels] = await Promise.all([
    read('charging_schedule', 'unit'),
    read('schedule_period', 'position'),
    read('schedule_curve_point', 'period, curve, position'),
    read('schedule_price_level', 'position'),
  ]);
  const byOwner = new Map<string, ChargingSchedule[]>();
  for (const row of schedules.rows) {
    const isOf = (child: StoredRow) => child.owner === row.owner && child.schedule === row.schedule;
    const schedule = toSchedule(row, {
      periods: periods.rows.filter(isOf),
      points: points.rows.filter(isOf),
      levels: levels.rows.filter(isOf),
    });
    byOwner.set(row.owner, [...(byOwner.get(row.owner) ?? []), schedule]);
  }
  return byOwner;
}

type StoredRow = Row & { owner: string; schedule: number };
type StoredSchedule = Omit<ChargingSchedule, 'limitAtSoc'> & { limitAtSocPercent?: number; limitAtSoc?: number };
type PriceLevel = NonNullable<ChargingSchedule['priceLevels']>[number];

function toSchedule(
  row: StoredRow,
  { periods, points, levels }: { periods: StoredRow[]; points: StoredRow[]; levels: StoredRow[] },
): ChargingSchedule {
  const { limitAtSocPercent, limitAtSoc, ...schedule } = fromColumns(row, keyColumns) as StoredSchedule;
  const hasSocLimit = limitAtSocPercent !== undefined && limitAtSoc !== undefined;
  return {
    ...schedule,
    ...(hasSocLimit && { limitAtSoc: { percent: limitAtSocPercent, limit: limitAtSoc } }),
    ...(levels.length > 0 && { priceLevels: levels.map((level) => fromColumns(level, keyColumns) as PriceLevel) }),
    periods: periods.map((period) =>
      toPeriod(
        period,
        points.filter((point) => point['period'] === period['position']),
      ),
    ),
  };
}

function toPeriod(row: StoredRow, points: StoredRow[]): SchedulePeriod {
  const curve = (name: string) =>
    points.filter((point) => point['curve'] === name).map((point) => fromColumns(point, keyColumns));
  const frequencyCurve = curve('frequency') as NonNullable<SchedulePeriod['frequencyCurve']>;
  const signalCurve = curve('signal') as NonNullable<SchedulePeriod['signalCurve']>;
  return {
    ...(fromColumns(row, keyColumns) as SchedulePeriod),
    ...(frequencyCurve.length > 0 && { frequencyCurve }),
    ...(signalCurve.length > 0 && { signalCurve }),
  };
}
