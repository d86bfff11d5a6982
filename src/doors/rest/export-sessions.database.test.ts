import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/session.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { scale } from '../../../test/support/scale.ts';

const count = scale({ test: 5_000, soak: 200_000 });

let door: RestDoor;
beforeAll(async () => {
  door = await openRestDoor();
  const { pool } = door.database;
  await pool.query(`insert into station (id) values ('CP-1'), ('CP-2')`);
  for (let first = 0; first < count; first += 5_000)
    await pool.query(
      `insert into session (id, station_id, ref, state, started_at, ended_at, event_count, energy_mwh, updated_at)
       select uuidv7(), 'CP-' || (1 + n % 2), n, 'ended', now() - n * interval '1 second', now(), 3, n * 1000, now()
       from generate_series($1::integer, $1::integer + 4999) as n`,
      [first],
    );
  await pool.query('analyze session');
}, 120_000);
afterAll(() => door[Symbol.asyncDispose]());

async function lines(query: string): Promise<{ lines: string[]; headers: Headers }> {
  const response = await door.fetch(`/api/sessions/export${query}`, { key: await door.key() });
  expect(response.status).toBe(200);
  return { lines: (await response.text()).trimEnd().split(/\r?\n/), headers: response.headers };
}

test('all sessions as CSV, newest first, each once', async () => {
  const { lines: all, headers } = await lines('');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="sessions.csv"');
  const refs = all.slice(1).map((line) => Number(line.split(',')[4]));
  expect(refs).toEqual(Array.from({ length: count }, (_, n) => n));
});

test('the same filters as the list, as JSON lines', async () => {
  const { lines: some } = await lines('?format=jsonl&stationId=CP-2&minimumEnergyWh=4');
  const sessions = some.map((line) => JSON.parse(line) as Session);
  expect(sessions).toHaveLength(count / 2 - 2);
  expect(sessions.every(({ stationId, energyWh }) => stationId === 'CP-2' && (energyWh ?? 0) >= 4)).toBe(true);
});

test('nothing that fits is a header alone', async () => {
  expect((await lines('?minimumEnergyWh=1000000000')).lines).toHaveLength(1);
});

test('a wrong filter is told before the file begins', async () => {
  const response = await door.fetch('/api/sessions/export?evseId=1', { key: await door.key() });
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
});

test('whoever may not read sessions gets no file', async () => {
  const key = await door.key({ scopes: ['stations:read'] });
  expect((await door.fetch('/api/sessions/export', { key })).status).toBe(403);
});
