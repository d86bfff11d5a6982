import { expect, test } from 'vitest';
import type { CurveSeries, SessionCurve } from '#contract/sessions/curve.ts';
import { recordSession, sample, sessionEvent } from '../../../test/support/charging-session.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { scale } from '../../../test/support/scale.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 8, 0, seconds));
const energy = 'Energy.Active.Import.Register';
const power = 'Power.Active.Import';

async function curveOf(door: RestDoor, id: string, query = ''): Promise<SessionCurve> {
  const answer = await door.fetch(`/api/sessions/${id}/curve${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as SessionCurve;
}

const find = ({ series }: SessionCurve, measurand: string, phase: string | null = null): CurveSeries | undefined =>
  series.find((each) => each.measurand === measurand && each.phase === phase);

/** A message a second, each with a sample of the expression over `nth`, written by the database itself. */
async function fill(door: RestDoor, count: number, measurand: string, expression: string): Promise<void> {
  await door.database.pool.query(
    `insert into meter_message (station_id, session_ref, evse_id, at, received_at, samples)
     select 'CP-1', 'S-1', 1, $1::timestamptz + nth * interval '1 second', now(),
       jsonb_build_array(jsonb_build_object('measurand', $2::text, 'value', ${expression}, 'unit', $4::text))
     from generate_series(0, $3::integer - 1) as nth`,
    [at(0), measurand, count, measurand === energy ? 'Wh' : 'W'],
  );
}

test('whatever the station sent is a series of its own, in base units, at the times it was read', async () => {
  await using door = await openRestDoor();
  const readings = (seconds: number) => [
    sample(energy, 1000 + seconds, { at: at(seconds), unit: 'Wh' }),
    sample(power, 7200, { at: at(seconds) }),
    sample('SoC', 50 + seconds / 60, { at: at(seconds), unit: 'Percent', location: 'EV' }),
    sample('Current.Import', 16, { at: at(seconds), unit: 'A', phase: 'L1' }),
    sample('Current.Import', 15, { at: at(seconds), phase: 'L2' }),
    sample('Voltage', 230, { at: at(seconds), phase: 'L1-N' }),
    sample('Frequency', 50, { at: at(seconds), location: 'Inlet' }),
    sample('Temperature', null, { at: at(seconds) }),
  ];
  const id = await recordSession(door, [
    sessionEvent(0, { kind: 'started', at: at(0), samples: readings(0) }),
    sessionEvent(1, { at: at(60), samples: readings(60) }),
    // As OCPP 1.6 does at the end: samples of several times in one message.
    sessionEvent(2, { kind: 'ended', at: at(180), samples: [...readings(120), ...readings(180)] }),
  ]);
  const curve = await curveOf(door, id);
  expect(curve).toMatchObject({ sessionId: id, from: at(0).toISOString(), to: at(180).toISOString(), leftOut: 0 });
  expect(curve.series.map(({ measurand, phase, unit, location }) => [measurand, phase, unit, location])).toEqual([
    [power, null, 'W', 'Outlet'],
    [energy, null, 'Wh', 'Outlet'],
    ['SoC', null, 'Percent', 'EV'],
    ['Current.Import', 'L1', 'A', 'Outlet'],
    ['Current.Import', 'L2', 'A', 'Outlet'],
    ['Voltage', 'L1-N', 'V', 'Outlet'],
    ['Frequency', null, 'Hz', 'Inlet'],
  ]);
  expect(curve.series.every(({ isDerived, sampleCount }) => !isDerived && sampleCount === 4)).toBe(true);
  expect(find(curve, energy)?.points.map((point) => [point.at, point.value])).toEqual([
    [at(0).toISOString(), 1000],
    [at(60).toISOString(), 1060],
    [at(120).toISOString(), 1120],
    [at(180).toISOString(), 1180],
  ]);
  expect((await curveOf(door, id, '?measurand=SoC,Voltage')).series.map(({ measurand }) => measurand)).toEqual([
    'SoC',
    'Voltage',
  ]);
});

const many = scale({ test: 100_000, soak: 1_000_000 });

test(`${many} samples come back in 200 points, and a peak of one second is among them`, {
  timeout: 60_000,
}, async () => {
  await using door = await openRestDoor();
  const id = await recordSession(door, [sessionEvent(0, { kind: 'started' })]);
  await fill(door, many, power, 'case nth when 77777 then 22000 when 33333 then 3 else 7000 + nth % 10 end');
  const series = find(await curveOf(door, id), power);
  expect(series?.sampleCount).toBe(many);
  expect(series?.points.length).toBe(200);
  expect(Math.max(...(series?.points ?? []).map(({ high }) => high))).toBe(22_000);
  expect(Math.min(...(series?.points ?? []).map(({ low }) => low))).toBe(3);
  const times = (series?.points ?? []).map((point) => point.at);
  expect(times).toEqual(times.toSorted());
  expect([times[0], times.at(-1)]).toEqual([at(0).toISOString(), at(many - 1).toISOString()]);
});

/** Messages that were kept as shapes, as they were kept before there were any. */
async function keepWhole(door: RestDoor, condition: string): Promise<number> {
  const { rowCount } = await door.database.pool.query(
    `update meter_message set shape_id = null, readings = null, samples = (
       select jsonb_agg(word || jsonb_build_object('value', readings[nth]) order by nth)
       from meter_shape, jsonb_array_elements(words) with ordinality as each (word, nth) where id = shape_id
     ) where shape_id is not null and ${condition}`,
  );
  return rowCount ?? 0;
}

test('the curve and the power are the same, whichever way messages are kept', async () => {
  await using door = await openRestDoor();
  const events = Array.from({ length: 90 }, (_, nth) => {
    const told = [
      sample(energy, 1000.25 * nth, { at: at(nth), unit: 'Wh' }),
      sample(power, 7200 + ((nth * 37) % 11), { at: at(nth) }),
      sample('Current.Import', 16 - nth / 7, { at: at(nth), phase: 'L1' }),
      sample('SoC', nth, { at: at(nth), location: 'EV' }),
    ];
    const samples = nth % 3 === 0 ? told.toReversed() : told; // two shapes
    return sessionEvent(nth, { kind: nth === 0 ? 'started' : 'updated', at: at(nth), samples });
  });
  const id = await recordSession(door, events);
  const seen = async () => [
    await curveOf(door, id),
    await curveOf(door, id, '?points=20'),
    await curveOf(door, id, '?points=30&measurand=SoC,Current.Import'),
    await (await door.fetch('/api/sessions')).json(),
    await (await door.fetch(`/api/sessions/${id}/meter-values`)).json(),
  ];
  const asShapes = await seen();
  expect(asShapes[1]).toMatchObject({ series: [{ points: { length: 20 }, sampleCount: 90 }, {}, {}, {}] });
  expect(asShapes[3]).toMatchObject({ sessions: [{ powerW: 7200 + ((89 * 37) % 11) }] });
  expect(await keepWhole(door, 'extract(second from at)::integer % 2 = 0')).toBe(45);
  expect(await seen()).toEqual(asShapes);
  expect(await keepWhole(door, 'true')).toBe(45);
  expect(await seen()).toEqual(asShapes);
});

test('a clock that leapt by years leaves the rest of the curve as fine as it was', async () => {
  await using door = await openRestDoor();
  const id = await recordSession(door, [sessionEvent(0, { kind: 'started' })]);
  await fill(door, 1000, power, 'nth');
  await door.database.pool.query(`update meter_message set at = at - interval '26 years' where at < $1`, [at(5)]);
  const points = find(await curveOf(door, id, '?points=50'), power)?.points ?? [];
  expect(points.length).toBe(50);
  expect(points.filter((point) => point.at.startsWith('2026')).length).toBeGreaterThan(45);
});

test('where the station sent no power, it is derived from the register, and says so', async () => {
  await using door = await openRestDoor();
  const id = await recordSession(door, [sessionEvent(0, { kind: 'started' })]);
  await fill(door, 3601, energy, '5000 + floor(nth * 2)'); // 2 Wh a second: 7,200 W
  const curve = await curveOf(door, id, `?points=100&measurand=${power}`);
  expect(curve.series).toHaveLength(1);
  const [derived] = curve.series;
  expect(derived).toMatchObject({ measurand: power, unit: 'W', isDerived: true, location: 'Outlet', phase: null });
  expect(derived?.points.length).toBeLessThanOrEqual(100);
  expect(derived?.points.every(({ value }) => value === 7200)).toBe(true);
});

test('a register that fell or leapt makes a hole in the derived power, never a false figure', async () => {
  await using door = await openRestDoor();
  const wh = [1000, 1120, 0, 100, 90_000_000, 90_000_120];
  const samples = wh.map((value, index) => sample(energy, value, { at: at(index * 60), unit: 'Wh' }));
  const id = await recordSession(door, [sessionEvent(0, { kind: 'started', samples })]);
  const derived = find(await curveOf(door, id), power);
  expect(
    derived?.points.map((point) => [Date.parse(point.at) / 60_000 - at(0).getTime() / 60_000, point.value]),
  ).toEqual([
    [0, 7200],
    [2, 6000],
    [4, 7200],
    [5, 7200],
  ]);
});

test('power is derived from three phases together where the station tells no total', async () => {
  await using door = await openRestDoor();
  const phases = (seconds: number) =>
    ['L1', 'L2', 'L3'].map((phase) => sample(energy, seconds / 3, { at: at(seconds), unit: 'Wh', phase }));
  const samples = [...phases(0), ...phases(60)];
  const id = await recordSession(door, [sessionEvent(0, { kind: 'started', samples })]);
  expect(find(await curveOf(door, id), power)).toMatchObject({
    isDerived: true,
    points: [{ value: 3600 }, { value: 3600 }],
  });
});

test('a session without meter values has its first and last register from the ledger', async () => {
  await using door = await openRestDoor();
  const id = await recordSession(door, [
    sessionEvent(0, { kind: 'started', seqNo: null, at: at(0), registerWh: 1000 }),
    sessionEvent(1, { kind: 'ended', seqNo: null, at: at(3600), registerWh: 4600 }),
  ]);
  const curve = await curveOf(door, id);
  expect(find(curve, energy)?.points.map(({ value }) => value)).toEqual([1000, 4600]);
  expect(find(curve, power)).toMatchObject({ isDerived: true, points: [{ value: 3600 }, { value: 3600 }] });
});

test('more series than anyone looks at are counted, not shown', async () => {
  await using door = await openRestDoor();
  const samples = Array.from({ length: 130 }, (_, nth) => sample('Power.Offered', nth, { unit: `unit-${nth}` }));
  const id = await recordSession(door, [sessionEvent(0, { kind: 'started', samples })]);
  const curve = await curveOf(door, id, '?measurand=Power.Offered');
  expect([curve.series.length, curve.leftOut]).toEqual([100, 30]);
});

test('only the weeks in which the session was heard of are searched', async () => {
  await using door = await openRestDoor();
  const { pool } = door.database;
  const id = await recordSession(door, [sessionEvent(0, { kind: 'started', samples: [sample(power, 1)] })]);
  await pool.query(
    `insert into meter_message
     select station_id, session_ref, evse_id, at, received_at - interval '60 days', samples, shape_id, readings from meter_message`,
  );
  expect(find(await curveOf(door, id), power)?.sampleCount).toBe(1);
});

test('a session that does not exist, and a wish that cannot be met, are told', async () => {
  await using door = await openRestDoor();
  const unknown = await door.fetch('/api/sessions/00000000-0000-7000-8000-000000000000/curve');
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  const wrong = await door.fetch('/api/sessions/00000000-0000-7000-8000-000000000000/curve?points=5000');
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
});
