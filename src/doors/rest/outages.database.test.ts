import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildOutages } from '#charging/outages/rebuild-outages.ts';
import type { Report, UptimeReport } from '#contract/reports/report.ts';
import type { Outage } from '#contract/stations/outage.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';

let door: RestDoor;
beforeAll(async () => {
  door = await openRestDoor();
  await door.database.pool.query(
    `insert into site (id, name, time_zone, currency, opening_hours, created_at, created_by)
     values ('lisbon', 'Lisbon', 'Europe/Lisbon', 'EUR', '[{"days": ["mon","tue","wed","thu","fri","sat","sun"], "hours": "06:00-22:00"}]',
       now(), 'test')`,
  );
});
afterAll(() => door[Symbol.asyncDispose]());

type Told = { at: string; kind: 'station-connected' | 'station-went-offline' | 'connector-status'; body?: object };

async function station(told: readonly Told[]): Promise<string> {
  const id = `CP-${randomUUID().slice(0, 8)}`;
  const { pool } = door.database;
  await pool.query('insert into station (id) values ($1)', [id]);
  for (const { at, kind, body } of told)
    await pool.query(
      'insert into event (kind, station_id, happened_at, recorded_at, body) values ($1, $2, $3, $3, $4)',
      [kind, id, at, body ?? {}],
    );
  return id;
}
const status = (at: string, connector: number, value: string, reason: string | null = null): Told => ({
  at,
  kind: 'connector-status',
  body: { evseId: connector, connectorId: 1, status: value, activity: null, reason },
});
const online = (at: string): Told => ({ at, kind: 'station-connected' });
const offline = (at: string): Told => ({ at, kind: 'station-went-offline', body: { reason: 'no-answer' } });

async function get<Answer>(path: string): Promise<Answer> {
  const response = await door.fetch(path, { key: await door.key() });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}
/** Readers stop before transactions that are still open, anywhere on the server: what was told may take a moment. */
async function outagesOf(stationId: string, count: number): Promise<Outage[]> {
  const read = async () => (await get<{ outages: Outage[] }>(`/api/outages?stationId=${stationId}`)).outages;
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBe(count);
  return read();
}

test('what took a port down is told with its cause, and counts once where two things overlap', async () => {
  const id = await station([
    online('2024-06-01T00:00:00Z'),
    status('2024-06-01T00:00:00Z', 1, 'available'),
    status('2024-06-01T00:00:00Z', 2, 'available'),
    status('2024-06-10T10:00:00Z', 1, 'faulted', 'GroundFailure: E17: wet'),
    offline('2024-06-10T10:30:00Z'),
    online('2024-06-10T11:00:00Z'),
    status('2024-06-10T11:10:00Z', 1, 'available'),
    offline('2024-06-12T10:00:00Z'),
    online('2024-06-12T10:00:59Z'), // not missed by anybody
    status('2024-06-13T08:00:00Z', 2, 'unavailable'),
    status('2024-06-13T08:05:00Z', 2, 'occupied'),
  ]);
  const outages = await outagesOf(id, 3);
  expect(outages.map(({ evseId, cause, code, from, to }) => [evseId, cause, code, from, to])).toEqual([
    [2, 'unavailable', null, '2024-06-13T08:00:00.000Z', '2024-06-13T08:05:00.000Z'],
    [null, 'offline', 'no-answer', '2024-06-10T10:30:00.000Z', '2024-06-10T11:00:00.000Z'],
    [1, 'faulted', 'GroundFailure', '2024-06-10T10:00:00.000Z', '2024-06-10T11:10:00.000Z'],
  ]);
  const { ports } = await get<UptimeReport>(`/api/reports/uptime?month=2024-06&stationId=${id}`);
  expect(ports).toMatchObject([
    {
      evseId: 1,
      minutes: 43_200,
      outageMinutes: 70,
      uptime: Number((((43_200 - 70) / 43_200) * 100).toFixed(6)),
      causes: [{ cause: 'faulted', code: 'GroundFailure', minutes: 70, times: 1 }],
    },
    {
      evseId: 2,
      outageMinutes: 35,
      causes: [
        { cause: 'offline', minutes: 30 },
        { cause: 'unavailable', minutes: 5 },
      ],
    },
  ]);
});

test('nothing counts outside opening hours, by the clock of the site', async () => {
  // The clocks of Lisbon went forward on 31 March 2024: at night it was an hour less.
  const id = await station([
    online('2024-03-01T00:00:00Z'),
    status('2024-03-01T00:00:00Z', 1, 'available'),
    status('2024-03-30T21:00:00Z', 1, 'faulted'),
    status('2024-03-31T06:00:00Z', 1, 'available'),
  ]);
  await door.database.pool.query(
    `insert into station_place (station_id, site_id, placed_at, placed_by) values ($1, 'lisbon', now(), 'test')`,
    [id],
  );
  await outagesOf(id, 1);
  const { ports } = await get<UptimeReport>(`/api/reports/uptime?month=2024-03&stationId=${id}`);
  // 21:00 to 22:00 and, an hour ahead of UTC by then, 06:00 to 07:00.
  expect(ports).toMatchObject([{ minutes: 31 * 1440 - 60, outageMinutes: 540, excludedMinutes: 420 }]);
  const report = await get<Report>(`/api/reports?by=day&month=2024-03&siteId=lisbon`);
  const days = report.rows.filter(({ outageMinutes }) => outageMinutes > 0);
  expect(days.map(({ key, outageMinutes, excludedMinutes }) => [key, outageMinutes, excludedMinutes])).toEqual([
    ['2024-03-30', 180, 120],
    ['2024-03-31', 360, 300],
  ]);
  expect(report.total).toMatchObject({ outageMinutes: 540, excludedMinutes: 420 });
});

test('a person says why an outage does not count; the audit knows who', async () => {
  const id = await station([
    online('2024-06-01T00:00:00Z'),
    status('2024-06-01T00:00:00Z', 1, 'available'),
    status('2024-06-10T10:00:00Z', 1, 'faulted'),
    status('2024-06-10T11:00:00Z', 1, 'available'),
  ]);
  const [outage] = await outagesOf(id, 1);
  const exclude = async (body: object, key: string) =>
    door.fetch(`/api/outages/${outage?.id}/exclude`, {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const key = await door.key();
  const answer = await exclude({ exclusion: 'vandalism', reason: 'Cable cut, police report 4711' }, key);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    exclusion: 'vandalism',
    exclusionReason: 'Cable cut, police report 4711',
  });
  const uptime = () => get<UptimeReport>(`/api/reports/uptime?month=2024-06&stationId=${id}`);
  expect((await uptime()).ports).toMatchObject([{ outageMinutes: 60, excludedMinutes: 60, uptime: 100 }]);
  const { rows } = await door.database.pool.query(
    `select principal, details from audit where action = 'exclude-outage'`,
  );
  expect(rows).toMatchObject([{ details: { outageId: outage?.id, exclusion: 'vandalism' } }]);

  expect((await exclude({ exclusion: 'vandalism', reason: '' }, key)).status).toBe(400);
  expect((await exclude({ exclusion: 'bad-luck', reason: 'It was late' }, key)).status).toBe(400);
  expect((await exclude({ exclusion: null, reason: 'It counts' }, await door.key({ role: 'viewer' }))).status).toBe(
    403,
  );
  expect((await exclude({ exclusion: null, reason: 'It was our own van' }, key)).status).toBe(200);
  expect((await uptime()).ports).toMatchObject([{ excludedMinutes: 0 }]);
  const unknown = await door.fetch(`/api/outages/${randomUUID()}/exclude`, {
    method: 'POST',
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ exclusion: null, reason: 'Nothing' }),
  });
  expect(unknown.status).toBe(404);
});

test('outages are read again from the ledger, and come out equal with what people said about them', async () => {
  const { pool } = door.database;
  const id = await station([
    online('2024-06-01T00:00:00Z'),
    status('2024-06-01T00:00:00Z', 1, 'available'),
    status('2024-06-10T10:00:00Z', 1, 'faulted'),
    status('2024-06-10T11:00:00Z', 1, 'unavailable'),
    status('2024-06-10T12:00:00Z', 1, 'available'),
    offline('2024-06-20T12:00:00Z'),
  ]);
  const [lasting, serviced] = await outagesOf(id, 3);
  expect(lasting).toMatchObject({ cause: 'offline', to: null });
  await door.charging.outages.exclude(
    serviced?.id ?? '',
    { exclusion: 'scheduled-maintenance', reason: 'Yearly check' },
    { principal: null, door: 'system' },
  );
  const before = await outagesOf(id, 3);
  const signal = new AbortController().signal;
  expect(await rebuildOutages(door.database, { isCheck: true, signal })).toMatchObject({ different: 0, written: 0 });
  await pool.query('delete from outage where station_id = $1 and id <> $2', [id, lasting?.id]);
  await pool.query('update outage set to_at = now() where id = $1', [lasting?.id]);
  await pool.query(`insert into outage (id, station_id, cause, from_at) values ($1, $2, 'offline', now())`, [
    randomUUID(),
    id,
  ]);
  expect(await rebuildOutages(door.database, { isCheck: true, signal })).toMatchObject({ different: 4, written: 0 });
  expect(await rebuildOutages(door.database, { isCheck: false, signal })).toMatchObject({ different: 4, written: 3 });
  expect(await rebuildOutages(door.database, { isCheck: true, signal })).toMatchObject({ different: 0 });
  expect(await outagesOf(id, 3)).toEqual(before);
});

test('what is known of a station is read again too, also where its outages are as they should be', async () => {
  const { pool } = door.database;
  const id = await station([online('2024-06-01T00:00:00Z'), status('2024-06-02T00:00:00Z', 1, 'faulted')]);
  await outagesOf(id, 1);
  const signal = new AbortController().signal;
  const known = async () =>
    (
      await pool.query<object>(
        'select state, since_at from outage_station join outage_connector using (station_id) where station_id = $1',
        [id],
      )
    ).rows;
  const before = await known();
  await pool.query(
    `update outage_station set state = jsonb_set(state, '{connectors,1.1,reports}', '[]') where station_id = $1`,
    [id],
  );
  await pool.query(`update outage_connector set since_at = now() where station_id = $1`, [id]);
  await pool.query(`insert into outage_connector values ($1, 7, 7, now())`, [id]);
  expect(await rebuildOutages(door.database, { isCheck: true, signal })).toMatchObject({
    different: 0,
    wrongStates: 1,
  });
  expect(await rebuildOutages(door.database, { isCheck: false, signal })).toMatchObject({ wrongStates: 1, written: 1 });
  expect(await rebuildOutages(door.database, { isCheck: true, signal })).toMatchObject({
    different: 0,
    wrongStates: 0,
  });
  expect(await known()).toEqual(before);
});

test('a station with thousands of connectors does not keep the others waiting', async () => {
  const { pool } = door.database;
  const id = await station([online('2024-06-01T00:00:00Z')]);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await pool.query(
    `insert into event (kind, station_id, happened_at, recorded_at, body)
     select 'connector-status', $1, '2024-06-02T00:00:00Z', '2024-06-02T00:00:00Z',
       jsonb_build_object('evseId', n, 'connectorId', 1, 'status', 'faulted', 'reason', 'E') from generate_series(1, 3000) as n`,
    [id],
  );
  const connectors = async () => {
    await door.charging.outages.find({ limit: 1 }); // has the ledger read
    return (await pool.query('select from outage_connector where station_id = $1', [id])).rowCount;
  };
  await expect.poll(connectors, { timeout: 30_000 }).toBe(500);
  delay.disable();
  expect((await pool.query('select from outage where station_id = $1', [id])).rowCount).toBe(500);
  expect(delay.max / 1e6).toBeLessThan(1_500); // in ms; other tests share the machine
}, 60_000);

test('outages of whole days go by the clock of each site', async () => {
  const id = await station([online('2024-07-09T00:00:00Z'), status('2024-07-09T00:00:00Z', 1, 'available')]);
  const { pool } = door.database;
  await pool.query(
    "insert into site (id, name, time_zone, currency, created_at, created_by) values ('tokyo', 'Tokyo', 'Asia/Tokyo', 'JPY', now(), 'test')",
  );
  await pool.query(
    "insert into station_place (station_id, site_id, placed_at, placed_by) values ($1, 'tokyo', now(), 'test')",
    [id],
  );
  // Half past one in the night of the 11th in Tokyo, still the 10th in UTC.
  const [from, to] = ['2024-07-10T16:30:00Z', '2024-07-10T17:00:00Z'];
  await pool.query(
    `insert into event (kind, station_id, happened_at, recorded_at, body)
     values ('connector-status', $1, $2, $2, '{"evseId": 1, "connectorId": 1, "status": "faulted", "reason": null}'),
       ('connector-status', $1, $3, $3, '{"evseId": 1, "connectorId": 1, "status": "available", "reason": null}')`,
    [id, from, to],
  );
  await outagesOf(id, 1);
  const on = async (first: string, last: string) =>
    (await get<{ outages: Outage[] }>(`/api/outages?stationId=${id}&firstDay=${first}&lastDay=${last}`)).outages.length;
  expect(await on('2024-07-11', '2024-07-11')).toBe(1);
  expect(await on('2024-07-10', '2024-07-10')).toBe(0);
  const { status: refused } = await door.fetch('/api/outages?firstDay=2024-07-11', { key: await door.key() });
  expect(refused).toBe(400);
});

test('the late end of an old connection does not take the new one down', async () => {
  const id = await station([]);
  const connection = { stationId: id, version: '2.0.1', address: '127.0.0.1' } as const;
  await door.charging.recordConnected({ ...connection, epoch: 10 });
  await door.charging.recordConnected({ ...connection, epoch: 11 });
  await door.charging.recordDisconnected({ stationId: id, epoch: 10, reason: 'no-answer' });
  await door.charging.recordConnectorStatus({
    stationId: id,
    evseId: 1,
    connectorId: 1,
    status: 'faulted',
    activity: null,
    reason: null,
    at: new Date(),
  });
  expect(await outagesOf(id, 1)).toMatchObject([{ cause: 'faulted', to: null }]);
  door.clock.forward(120_000);
  expect(await outagesOf(id, 1)).toMatchObject([{ cause: 'faulted' }]);
});

test('utilisation is the time with a session, cut at midnight, of the time that the ports were there', async () => {
  const { pool } = door.database;
  const id = await station([
    online('2024-05-10T00:00:00Z'),
    status('2024-05-10T00:00:00Z', 1, 'available'),
    status('2024-05-10T00:00:00Z', 2, 'available'),
  ]);
  await outagesOf(id, 0);
  await expect
    .poll(async () => (await get<UptimeReport>(`/api/reports/uptime?month=2024-05&stationId=${id}`)).ports.length)
    .toBe(2);
  await pool.query(
    `with made as (
       insert into session (id, station_id, ref, state, started_at, ended_at, event_count, energy_mwh, updated_at)
       values (uuidv7(), $1, 'night', 'ended', '2024-05-11T22:00:00Z', '2024-05-13T06:00:00Z', 3, 0, now()),
         (uuidv7(), $1, 'noon', 'ended', '2024-05-11T10:00:00Z', '2024-05-11T12:00:00Z', 3, 0, now()) returning *)
     insert into bill (session_id, station_id, time_zone, started_at, ended_at, energy_mwh, event_count, updated_at)
     select id, station_id, 'UTC', started_at, ended_at, 0, 3, now() from made`,
    [id],
  );
  const { rows, total } = await get<Report>(`/api/reports?by=day&month=2024-05&stationId=${id}`);
  const hours = (key: string) => Math.round((rows.find((row) => row.key === key)?.utilisation ?? 0) * 48 * 1000) / 1000;
  expect(['2024-05-10', '2024-05-11', '2024-05-12', '2024-05-13', '2024-05-14'].map(hours)).toEqual([0, 4, 24, 6, 0]);
  expect(rows.find(({ key }) => key === '2024-05-09')?.utilisation).toBeNull(); // there was nothing yet
  expect(total.utilisation).toBe(Number((34 / (2 * 22 * 24)).toFixed(6)));
});

test('a station that moved is busy where it stands now, as its time is, and its sessions stay where they were charged', async () => {
  const { pool } = door.database;
  const id = await station([online('2024-06-10T00:00:00Z'), status('2024-06-10T00:00:00Z', 1, 'available')]);
  await outagesOf(id, 0);
  await expect
    .poll(async () => (await get<UptimeReport>(`/api/reports/uptime?month=2024-06&stationId=${id}`)).ports.length)
    .toBe(1);
  await pool.query(
    `insert into site (id, name, time_zone, currency, created_at, created_by)
     values ('moved-from', 'Old', 'America/Recife', 'BRL', now(), 'test'), ('moved-to', 'New', 'America/Recife', 'BRL', now(), 'test')`,
  );
  await pool.query(
    `insert into station_place (station_id, site_id, placed_at, placed_by) values ($1, 'moved-to', now(), 'test')`,
    [id],
  );
  await pool.query(
    `with made as (
       insert into session (id, station_id, ref, state, started_at, ended_at, event_count, energy_mwh, updated_at)
       values (uuidv7(), $1, 'before', 'ended', '2024-06-11T10:00:00Z', '2024-06-12T10:00:00Z', 3, 0, now()) returning *)
     insert into bill (session_id, station_id, site_id, time_zone, started_at, ended_at, energy_mwh, event_count, updated_at)
     select id, station_id, 'moved-from', 'America/Recife', started_at, ended_at, 0, 3, now() from made`,
    [id],
  );
  const { rows } = await get<Report>(`/api/reports?by=site&month=2024-06&stationId=${id}`);
  expect(rows).toMatchObject([
    { key: 'moved-from', sessions: 1, utilisation: null },
    { key: 'moved-to', sessions: 0, utilisation: expect.closeTo(24 / (21 * 24 - 21), 1) as number },
  ]);
  const ofSite = async (site: string) =>
    (await get<Report>(`/api/reports?by=total&month=2024-06&siteId=${site}`)).total;
  expect(await ofSite('moved-to')).toMatchObject({ sessions: 0, utilisation: rows[1]?.utilisation });
  expect(await ofSite('moved-from')).toMatchObject({ sessions: 1, utilisation: null });
});
