import type { Pool } from 'pg';
import type { RatePlan, SchedulePeriod } from '#contract/energy/schedule.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { fromColumns, putRows, type Row } from '../put-rows.ts';

/** Whose plans they are: a schedule, the composite of an EVSE, a limit of someone else, or a car. */
export const planOwner = {
  schedule: (scheduleId: number) => `schedule ${scheduleId}`,
  composite: (evseId: number) => `composite ${evseId}`,
  limit: (evseId: number, source: string) => `limit ${evseId} ${source}`,
  car: (evseId: number) => `car ${evseId}`,
};

export type PlansRow = { stationId: string; owner: string; plans: readonly RatePlan[] };

/** All plans of an owner at once: what was there before is gone. */
export const ratePlans: Projection<PlansRow> = {
  name: 'rate plans',
  order: 62,
  identity: ({ stationId, owner }) => `${stationId}\n${owner}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `delete from rate_plan using unnest($1::text[], $2::text[]) as gone (station_id, owner)
       where rate_plan.station_id = gone.station_id and rate_plan.owner = gone.owner`,
      [rows.map(({ stationId }) => stationId), rows.map(({ owner }) => owner)],
    );
    const plans = rows.flatMap(({ stationId, owner, plans }) =>
      plans.map((plan, index) => ({ key: { stationId, owner, plan: index + 1 }, plan })),
    );
    await putRows(client, { table: 'rate_plan' }, plans.map(planRow));
    await putRows(client, { table: 'rate_period' }, plans.flatMap(periodRows));
    await putRows(client, { table: 'rate_curve_point' }, plans.flatMap(curveRows));
    await putRows(client, { table: 'rate_price_level' }, plans.flatMap(priceRows));
  },
};

type Keyed = { key: { stationId: string; owner: string; plan: number }; plan: RatePlan };

function planRow({ key, plan: { periods: _periods, priceLevels: _levels, limitAtSoc, ...plan } }: Keyed): Row {
  return { ...plan, limitAtSocPercent: limitAtSoc?.percent, limitAtSoc: limitAtSoc?.limit, ...key };
}

function periodRows({ key, plan }: Keyed): Row[] {
  return plan.periods.map(({ frequencyCurve: _frequency, signalCurve: _signal, ...period }, position) => ({
    ...period,
    ...key,
    position,
  }));
}

function curveRows({ key, plan }: Keyed): Row[] {
  return plan.periods.flatMap(({ frequencyCurve = [], signalCurve = [] }, period) => [
    ...frequencyCurve.map((point, position) => ({ ...point, ...key, period, curve: 'frequency', position })),
    ...signalCurve.map((point, position) => ({ ...point, ...key, period, curve: 'signal', position })),
  ]);
}

function priceRows({ key, plan }: Keyed): Row[] {
  return (plan.priceLevels ?? []).map((level, position) => ({ ...level, ...key, position }));
}

const keyColumns = ['station_id', 'owner', 'plan', 'position', 'period', 'curve'];

/** The plans of a station by their owners, for owners of one kind such as `schedule`. */
export async function readPlans(pool: Pool, stationId: string, kind: string): Promise<Map<string, RatePlan[]>> {
  const read = (table: string, order: string) =>
    pool.query<StoredRow>(
      `select * from ${table} where station_id = $1 and owner like $2 || ' %' order by owner, plan, ${order}`,
      [stationId, kind],
    );
  const [plans, periods, points, levels] = await Promise.all([
    read('rate_plan', 'unit'),
    read('rate_period', 'position'),
    read('rate_curve_point', 'period, curve, position'),
    read('rate_price_level', 'position'),
  ]);
  const byOwner = new Map<string, RatePlan[]>();
  for (const row of plans.rows) {
    const isOf = (child: StoredRow) => child.owner === row.owner && child.plan === row.plan;
    const plan = toPlan(row, {
      periods: periods.rows.filter(isOf),
      points: points.rows.filter(isOf),
      levels: levels.rows.filter(isOf),
    });
    byOwner.set(row.owner, [...(byOwner.get(row.owner) ?? []), plan]);
  }
  return byOwner;
}

type StoredRow = Row & { owner: string; plan: number };
type StoredPlan = Omit<RatePlan, 'limitAtSoc'> & { limitAtSocPercent?: number; limitAtSoc?: number };
type PriceLevel = NonNullable<RatePlan['priceLevels']>[number];

function toPlan(
  row: StoredRow,
  { periods, points, levels }: { periods: StoredRow[]; points: StoredRow[]; levels: StoredRow[] },
): RatePlan {
  const { limitAtSocPercent, limitAtSoc, ...plan } = fromColumns(row, keyColumns) as StoredPlan;
  const hasSocLimit = limitAtSocPercent !== undefined && limitAtSoc !== undefined;
  return {
    ...plan,
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
