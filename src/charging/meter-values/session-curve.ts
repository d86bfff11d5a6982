import type { Pool } from 'pg';
import type { CurvePoint, CurveQuery, CurveSeries, SessionCurve } from '#contract/sessions/curve.ts';
import { findSessionPlace, type SessionPlace } from './session-place.ts';

/** More series than a person looks at; a unit is free text in OCPP 2.x, so a station could invent any number of them. */
const maxSeries = 100;

const energy = 'Energy.Active.Import.Register';
const power = 'Power.Active.Import';

export async function sessionCurve(pool: Pool, sessionId: string, query: CurveQuery): Promise<SessionCurve> {
  const place = await findSessionPlace(pool, sessionId);
  const wanted = query.measurand;
  const { all, leftOut } = await readSeries(pool, place, query);
  const measured = all.some(({ measurand }) => measurand === energy) ? all : [...all, ...ledgerEnergy(place)];
  const hasPower = measured.some(({ measurand }) => measurand === power);
  const whole = hasPower ? measured : [...measured, ...derivedPower(measured)];
  const series = whole
    .filter(({ measurand }) => wanted === undefined || wanted.includes(measurand))
    .toSorted(asOnePicturesIt);
  const times = series.flatMap(({ points }) => [points[0]?.at ?? [], points.at(-1)?.at ?? []].flat()).toSorted();
  return { sessionId, from: times[0] ?? null, to: times.at(-1) ?? null, series, leftOut };
}

/** PostgreSQL thins the readings out, in memory that it bounds itself: what comes back is a few hundred points per series. */
async function readSeries(
  pool: Pool,
  { stationId, ref, receivedFrom, receivedTo }: SessionPlace,
  { points, measurand }: CurveQuery,
): Promise<{ all: CurveSeries[]; leftOut: number }> {
  // Power that no one sent is derived from the register.
  const measurands = measurand?.includes(power) ? [...measurand, energy] : measurand;
  const { rows } = await pool.query<Row>(curveSql, [
    stationId,
    ref,
    receivedFrom,
    receivedTo,
    measurands ?? null,
    points,
    maxSeries,
  ]);
  const all = [...Map.groupBy(rows, ({ series }) => series).values()].flatMap((of) => seriesOf(of));
  return { all, leftOut: (rows[0]?.series_count ?? 0) - all.length };
}

type Row = {
  series: number;
  series_count: number;
  measurand: string;
  unit: string | null;
  phase: string | null;
  location: string;
  total: number;
  at: Date;
  value: number;
  low: number;
  high: number;
};

/** In base units a measurand has one unit; stations may leave it out. */
const unitSql = `coalesce(word.unit, case
  when word.measurand = 'Power.Factor' then null
  when word.measurand like 'Power.%' then 'W'
  when word.measurand like 'Current.%' then 'A'
  when word.measurand like 'Voltage%' then 'V'
  when word.measurand = 'SoC' then 'Percent'
  when word.measurand = 'Frequency' then 'Hz'
  when word.measurand = 'Temperature' then 'Celsius'
end)`;

/**
 * The times at which anything was read are cut into as many slices as there may be points, with equal numbers of them rather
 * than equal lengths: a clock that leapt by a year would else leave one slice with everything. The last time has a slice of its
 * own, so that the curve ends where the meter did. Most samples are of their message's time, and its slice is found once.
 * Readings of a shape are gathered by their place in it, which is a number; its words are looked at afterwards.
 */
const curveSql = `
  with told as not materialized (
    select at, samples, shape_id, readings from meter_message
    where station_id = $1 and session_ref = $2 and received_at between $3 and $4
  ), slices as materialized (
    select percentile_disc(array(select nth / ($6 - 1.0) from generate_series(0, $6::integer - 1) as nth)::double precision[])
      within group (order by at) as times
    from (
      select at from told
      union
      select (sample ->> 'at')::timestamptz from told, jsonb_array_elements(samples) as sample
      where samples @? '$[*].at' and sample ? 'at'
    ) as every_time
  ), shaped as materialized (
    select shape_id, nth, slice, min(at) as at, min(array[date_part('epoch', at), value]) as first,
      min(value) as low, max(value) as high, count(*) as readings
    from (
      select at, shape_id, readings, width_bucket(at, times) as slice from told, slices where shape_id is not null offset 0
    ) as message, unnest(readings) with ordinality as reading (value, nth)
    group by 1, 2, 3
  ), word as materialized (
    select shape.id as shape_id, word.nth, word.measurand, word.phase, coalesce(word.location, 'Outlet') as location,
      ${unitSql} as unit
    from meter_shape as shape, rows from (
      jsonb_to_recordset(shape.words) as (measurand text, unit text, phase text, location text)
    ) with ordinality as word (measurand, unit, phase, location, nth)
    where shape.id = any (array(select distinct shape_id from shaped))
  ), part as (
    select word.measurand, word.phase, word.location, word.unit, slice, at, first, low, high, readings
    from shaped join word using (shape_id, nth)
    where $5::text[] is null or word.measurand = any ($5)
    union all
    select word.measurand, word.phase, coalesce(word.location, 'Outlet'), ${unitSql},
      case when word.at is null then slice else width_bucket(word.at, times) end,
      min(coalesce(word.at, message.at)),
      min(array[date_part('epoch', coalesce(word.at, message.at)), word.value]),
      min(word.value), max(word.value), count(*)
    from (
      select at, samples, times, width_bucket(at, times) as slice from told, slices where shape_id is null offset 0
    ) as message, jsonb_to_recordset(samples)
      as word (measurand text, at timestamptz, value double precision, unit text, phase text, location text)
    where word.value is not null and ($5::text[] is null or word.measurand = any ($5))
    group by 1, 2, 3, 4, 5
  ), point as (
    select measurand, phase, location, unit, slice, min(at) as at, min(first) as first,
      min(low) as low, max(high) as high, sum(readings) as readings
    from part group by 1, 2, 3, 4, 5
  ), counted as (
    select *, (sum(readings) over (partition by measurand, phase, location, unit))::integer as total from point
  ), numbered as (
    select *, (dense_rank() over (order by total desc, measurand, phase, location, unit))::integer as series from counted
  )
  select series, (select max(series) from numbered) as series_count, measurand, phase, location, unit, total,
    at, first[2] as value, low, high
  from numbered where series <= $7 order by series, at`;

function seriesOf(rows: readonly Row[]): CurveSeries[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { measurand, unit, phase, location, total } = first;
  const points = rows.map(({ at, value, low, high }): CurvePoint => ({ at: at.toISOString(), value, low, high }));
  return [{ measurand, unit, phase, location, isDerived: false, sampleCount: total, points }];
}

/** A session without kept meter values still has its first and last register. */
function ledgerEnergy({ begin, end, registerLocation }: SessionPlace): CurveSeries[] {
  const registers = [begin, end].filter((register) => register !== null);
  if (registers.length === 0) return [];
  const points = registers.map(({ at, wh }) => ({ at: at.toISOString(), value: wh, low: wh, high: wh }));
  const location = registerLocation ?? 'Outlet';
  return [
    { measurand: energy, unit: 'Wh', phase: null, location, isDerived: false, sampleCount: points.length, points },
  ];
}

const leading = ['Power.Active.Import', 'Energy.Active.Import.Register', 'SoC', 'Current.Import', 'Voltage'];

function asOnePicturesIt(a: CurveSeries, b: CurveSeries): number {
  const [keyA, keyB] = [a, b].map(({ measurand, phase, location, unit }) => {
    const rank = leading.indexOf(measurand);
    return [rank < 0 ? leading.length : rank, measurand, phase ?? '', location, unit ?? ''].join(' ');
  }) as [string, string];
  return keyA < keyB ? -1 : 1;
}

/** More than any charger gives: a register that rises faster has told something false. */
const maxWatts = 1_000_000;

/** Power where the station sent none: what flowed on average from each point of the energy register to the next. */
function derivedPower(series: readonly CurveSeries[]): CurveSeries[] {
  const registers = series.filter(
    ({ measurand, unit }) => measurand === 'Energy.Active.Import.Register' && unit === 'Wh',
  );
  const places = new Set(['Outlet', ...registers.map(({ location }) => location)]);
  for (const location of places) {
    const register = registerAt(registers.filter((each) => each.location === location));
    const points = averages(register?.points ?? []);
    if (register === undefined || points.length === 0) continue;
    const { sampleCount } = register;
    return [
      { measurand: 'Power.Active.Import', unit: 'W', phase: null, location, isDerived: true, sampleCount, points },
    ];
  }
  return [];
}

/** The total where there is one, else the three phases together, at the times that all of them were read. */
function registerAt(registers: readonly CurveSeries[]): CurveSeries | undefined {
  const total = registers.find(({ phase }) => phase === null);
  const [l1, l2, l3] = ['L1', 'L2', 'L3'].map((name) => registers.find(({ phase }) => phase?.slice(0, 2) === name));
  if (total !== undefined || l1 === undefined || l2 === undefined || l3 === undefined) return total;
  const [second, third] = [l2, l3].map(({ points }) => new Map(points.map(({ at, value }) => [at, value])));
  const points = l1.points.flatMap(({ at, value }) => {
    const [b, c] = [second?.get(at), third?.get(at)];
    return b === undefined || c === undefined ? [] : [pointOf(at, value + b + c)];
  });
  return { ...l1, phase: null, points };
}

/** Where the register fell, the meter was reset or lied, and nobody knows what flowed. */
function averages(register: readonly CurvePoint[]): CurvePoint[] {
  const points = register.flatMap((point, index): CurvePoint[] => {
    const next = register[index + 1];
    if (next === undefined) return [];
    const hours = (Date.parse(next.at) - Date.parse(point.at)) / 3_600_000;
    const watts = hours > 0 ? (next.value - point.value) / hours : -1;
    return watts < 0 || watts > maxWatts ? [] : [pointOf(point.at, watts)];
  });
  // The last average holds until the register's last reading.
  const [last, end] = [points.at(-1), register.at(-1)];
  return last === undefined || end === undefined ? [] : [...points, pointOf(end.at, last.value)];
}

function pointOf(at: string, watts: number): CurvePoint {
  const value = Math.round(watts * 10) / 10;
  return { at, value, low: value, high: value };
}
