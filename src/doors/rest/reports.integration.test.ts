import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDriver } from '#contract/access/driver.ts';
import { newToken } from '#contract/access/token.ts';
import type { BilledSession, HourReport, Report } from '#contract/reports/report.ts';
import type { SessionSums } from '#contract/sessions/session.ts';
import { fillMonth, type MonthSums, sumsOfMonth } from '../../../test/support/fill-month.ts';
import { type HttpDoor, openHttpDoor } from '../../../test/support/http-door.ts';
import { scale } from '../../../test/support/scale.ts';

const month = '2024-03';
const count = scale({ test: 20_000, soak: 1_000_000 });

let door: HttpDoor;
let sums: MonthSums[];
beforeAll(async () => {
  door = await openHttpDoor();
  await fillMonth(door.database.pool, { month, sessions: count });
  await door.database.pool.query('analyze');
  sums = await sumsOfMonth(door.database.pool, month);
}, 300_000);
afterAll(() => door[Symbol.asyncDispose]());

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return door.fetch(path, { key: await door.key(), headers });
}
async function reportOf(query: string): Promise<Report> {
  const response = await get(`/api/reports?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Report;
}

/** Decimal text in ten-thousandths: sums of money are compared to the last digit. */
function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
}
const add = <Item>(items: readonly Item[], of: (item: Item) => bigint) =>
  items.reduce((sum, item) => sum + of(item), 0n);

describe('the sums of a month', () => {
  test('are those of SQL, by whatever they are taken apart', async () => {
    for (const by of ['site', 'station', 'driver', 'tariff', 'day', 'month', 'total']) {
      const { rows, total } = await reportOf(`by=${by}&month=${month}`);
      expect(total.sessions).toBe(Number(add(sums, ({ sessions }) => BigInt(sessions))));
      expect(BigInt(total.energyWh * 1000)).toBe(add(sums, ({ energyMwh }) => BigInt(energyMwh)));
      const paid = sums.filter(({ currency }) => currency !== null);
      expect(total.revenue.map(({ currency, amount, tax }) => [currency, units(amount), units(tax)])).toEqual(
        paid.map(({ currency, total: amount, tax }) => [currency, units(amount), units(tax)]),
      );
      if (by === 'total') continue;
      expect(add(rows, ({ sessions }) => BigInt(sessions))).toBe(BigInt(total.sessions));
      expect(add(rows, ({ visits }) => BigInt(visits))).toBe(BigInt(total.visits));
      for (const { currency, amount } of total.revenue) {
        const ofRows = rows.flatMap(({ revenue }) => revenue.filter((each) => each.currency === currency));
        expect(add(ofRows, (each) => units(each.amount))).toBe(units(amount));
      }
    }
  });

  test('by day are of the days of the month, each by the clock of the site', async () => {
    const { rows, timeZones } = await reportOf(`by=day&month=${month}`);
    expect(rows.map(({ key }) => key)).toEqual(
      Array.from({ length: 31 }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`),
    );
    expect(timeZones).toEqual(['America/Sao_Paulo', 'Europe/Lisbon', 'Pacific/Auckland']);
  });

  test('of one site are those of its sessions', async () => {
    const { total, from, timeZone } = await reportOf(`by=day&month=${month}&siteId=site-2`);
    const { rows } = await door.database.pool.query<{ sessions: number }>(
      `select count(*) as sessions from bill where site_id = 'site-2' and to_char(started_at at time zone time_zone, 'YYYY-MM') = $1`,
      [month],
    );
    expect(total.sessions).toBe(rows[0]?.sessions);
    expect([from, timeZone]).toEqual(['2024-02-29T11:00:00.000Z', 'Pacific/Auckland']);
  });

  test('between two times are those of the sessions that began between them', async () => {
    const span = ['2024-03-10T00:00:00.000Z', '2024-03-11T12:00:00.000Z'];
    const { total } = await reportOf(`by=total&from=${span[0]}&to=${span[1]}`);
    const { rows } = await door.database.pool.query<{ sessions: number }>(
      'select count(*) as sessions from bill where started_at >= $1 and started_at < $2',
      span,
    );
    expect(total.sessions).toBe(rows[0]?.sessions);
  });
});

describe('the hours of the week', () => {
  test('count every session of the month in the hour in which it began', async () => {
    const response = await get(`/api/reports/hours?month=${month}`);
    expect(response.status).toBe(200);
    const { cells } = (await response.json()) as HourReport;
    expect(cells).toHaveLength(168);
    expect(cells[0]).toMatchObject({ weekday: 'mon', hour: 0 });
    const { total } = await reportOf(`by=total&month=${month}`);
    expect(cells.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(total.sessions);
    const { rows } = await door.database.pool.query<{ sessions: string }>(
      `select count(*) as sessions from bill where to_char(started_at at time zone time_zone, 'YYYY-MM ID HH24') = $1`,
      [`${month} 3 14`],
    );
    expect(cells.find(({ weekday, hour }) => weekday === 'wed' && hour === 14)?.sessions).toBe(
      Number(rows[0]?.sessions),
    );
  });

  test('are of ports, not of drivers', async () => {
    const response = await get(`/api/reports/hours?month=${month}&driverId=${randomUUID()}`);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
  });
});

describe('sums over a list of sessions', () => {
  test('are of all that fit, not of one page', async () => {
    const span = 'from=2024-03-10T00:00:00.000Z&to=2024-03-11T12:00:00.000Z';
    const response = await get(`/api/sessions/sums?${span}&siteId=site-2`);
    expect(response.status).toBe(200);
    const { rows } = await door.database.pool.query<Record<string, string>>(
      `select count(*)::integer as sessions, (sum(energy_mwh) / 1000)::float as "energyWh", sum(total)::text as total,
         round(avg(extract(epoch from ended_at - started_at)))::integer as "meanSeconds"
       from bill where site_id = 'site-2' and started_at >= '2024-03-10' and started_at < '2024-03-11T12:00Z'`,
    );
    const { sessions, energyWh, total, meanSeconds } = rows[0] ?? {};
    const told = (await response.json()) as SessionSums;
    expect(told).toMatchObject({ sessions, running: 0, energyWh, meanSeconds });
    expect(told.revenue.map(({ currency, amount }) => [currency, units(amount)])).toEqual([
      ['BRL', units(total ?? '')],
    ]);
  });

  test('of nothing are nothing', async () => {
    const response = await get('/api/sessions/sums?stationId=NOT-THERE');
    expect(await response.json()).toEqual({ sessions: 0, running: 0, energyWh: 0, revenue: [], meanSeconds: null });
  });
});

describe('the export', () => {
  test('has every session of the month once, oldest first, and says before how many there are', async () => {
    const response = await get(`/api/reports/sessions?month=${month}&format=jsonl`);
    const lines = (await response.text()).trimEnd().split('\n');
    const sessions = lines.map((line) => JSON.parse(line) as BilledSession);
    expect(Number(response.headers.get('x-total-count'))).toBe(sessions.length);
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(sessions.length);
    expect(sessions.every(({ day }) => day.startsWith(month))).toBe(true);
    expect(sessions.every(({ startedAt }, index) => startedAt >= (sessions[index - 1]?.startedAt ?? ''))).toBe(true);
    for (const { currency, sessions: wanted, total } of sums) {
      const found = sessions.filter((each) => each.currency === currency);
      expect(found.length).toBe(wanted);
      expect(add(found, (each) => units(each.total ?? '0'))).toBe(units(total));
    }
  });

  test('sessions that began at the same moment are neither skipped nor repeated', async () => {
    const { pool } = door.database;
    await pool.query(`insert into station (id) values ('SAME') on conflict do nothing`);
    await pool.query(
      `with made as (
         insert into session (id, station_id, ref, state, started_at, ended_at, event_count, energy_mwh, updated_at)
         select uuidv7(), 'SAME', n, 'ended', '2025-01-01T10:00:00.123456Z', '2025-01-01T11:00:00Z', 3, 0, now()
         from generate_series(1, 9000) as n returning *)
       insert into bill (session_id, station_id, time_zone, started_at, ended_at, energy_mwh, event_count, updated_at)
       select id, station_id, 'UTC', started_at, ended_at, 0, 3, now() from made`,
    );
    const text = await (
      await get('/api/reports/sessions?stationId=SAME&from=2025-01-01T00:00:00Z&to=2025-01-02T00:00:00Z')
    ).text();
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect([ids.length, new Set(ids).size]).toEqual([9000, 9000]);
    expect(text).toContain(',2025-01-01T10:00:00.123Z,2025-01-01T11:00:00.000Z,');
  });
});

describe('people', () => {
  beforeAll(async () => {
    const { pool } = door.database;
    const actor = { principal: null, door: 'system' } as const;
    const driver = await door.charging.drivers.add(newDriver.parse({ name: 'Lara Lima' }), actor);
    const { token } = await door.charging.authorization.add(
      newToken.parse({ value: 'CARD-LARA', driverId: driver.id }),
      actor,
    );
    await pool.query(`insert into station (id) values ('NAMED') on conflict do nothing`);
    await pool.query(
      `insert into site (id, name, time_zone, currency, created_at, created_by)
       values ('named', 'Posto Sul', 'America/Recife', 'BRL', now(), 'test')`,
    );
    await pool.query(
      `with made as (
         insert into session (id, station_id, ref, state, started_at, ended_at, event_count, energy_mwh, updated_at)
         values (uuidv7(), 'NAMED', 'a', 'ended', '2023-05-05T10:00:00Z', '2023-05-05T11:00:00Z', 3, 0, now()),
           (uuidv7(), 'NAMED', 'b', 'ended', '2023-05-06T10:00:00Z', '2023-05-06T11:00:00Z', 3, 0, now()) returning *)
       insert into bill (session_id, station_id, site_id, token_hash, driver_id, time_zone, started_at, ended_at, energy_mwh, event_count, updated_at)
       select id, station_id, case ref when 'a' then 'named' end, case ref when 'a' then $1 end, case ref when 'a' then $2::uuid end,
         case ref when 'a' then 'America/Recife' else 'UTC' end, started_at, ended_at, 0, 3, now() from made`,
      [token.id, driver.id],
    );
  });
  const linesOf = async (scopes: string[]) => {
    const key = await door.key({ scopes });
    const response = await door.fetch('/api/reports/sessions?month=2023-05&stationId=NAMED', { key });
    return (await response.text()).trimEnd().split('\r\n');
  };

  test('and places have their names in the export, and times are those of the site too', async () => {
    const [header, first, second] = await linesOf(['reports:read', 'drivers:read']);
    expect(header).toMatch(/,tax,site_name,driver_name,token_label,started_local,ended_local$/);
    expect(first).toMatch(/,Posto Sul,Lara Lima,…LARA,2023-05-05 07:00:00,2023-05-05 08:00:00$/);
    expect(second).toMatch(/,,,,2023-05-06 10:00:00,2023-05-06 11:00:00$/);
  });

  test('are not named to whoever may not read drivers', async () => {
    expect((await linesOf(['reports:read'])).join('\n')).not.toContain('Lara');
  });

  test('whose station stood at no site charged by the clock of the installation, which is said', async () => {
    const zones = async (query: string) => (await reportOf(`by=day&${query}`)).timeZones;
    await door.charging.sites.placeStation({
      siteId: 'named',
      stationId: 'NAMED',
      place: { note: null, admits: null },
      actor: { principal: null, door: 'system' },
    });
    expect(await zones('month=2023-05&siteId=named')).toEqual(['America/Recife']);
    expect(await zones('month=2023-05&stationId=NAMED')).toEqual(['America/Recife', 'UTC']);
  });
});

type Asked = { times: number; maxAtOnce: number };

/** Counts the questions to the database that hold a part, while something is done. */
async function counting(part: string, work: (asked: Asked) => Promise<void>): Promise<Asked> {
  const { pool } = door.database;
  const { query } = pool;
  const asked = { times: 0, maxAtOnce: 0 };
  let running = 0;
  const counted = async (...given: unknown[]): Promise<unknown> => {
    const ask = () => Reflect.apply(query, pool, given) as Promise<unknown>;
    if (!JSON.stringify(given[0]).includes(part)) return ask();
    asked.times += 1;
    running += 1;
    asked.maxAtOnce = Math.max(asked.maxAtOnce, running);
    return ask().finally(() => {
      running -= 1;
    });
  };
  Object.assign(pool, { query: counted });
  try {
    await work(asked);
  } finally {
    Object.assign(pool, { query });
  }
  return asked;
}

describe('many exports', () => {
  test('at once share two connections for their counts', async () => {
    const { times, maxAtOnce } = await counting('count(*) from bill', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => get(`/api/reports/sessions?month=${month}`)));
      const counts = answers.map(({ headers }) => Number(headers.get('x-total-count')));
      expect(new Set(counts)).toEqual(new Set([Number(add(sums, ({ sessions }) => BigInt(sessions)))]));
      for (const { body } of answers) await body?.cancel();
    });
    expect(times).toBe(10);
    expect(maxAtOnce).toBeLessThanOrEqual(2);
  });

  test('given up halfway read no more, and the next requests over the kept connections are answered', async () => {
    const { times } = await counting('order by started_at, session_id limit', async (asked) => {
      const leaving = new AbortController();
      const key = await door.key();
      const response = await door.fetch(`/api/reports/sessions?month=${month}`, { key, signal: leaving.signal });
      await response.body?.getReader().read();
      leaving.abort();
      for (let n = 0; n < 5; n += 1) expect((await get('/api/sites')).status).toBe(200);
      let before = -1;
      await expect.poll(() => before === (before = asked.times), { interval: 200 }).toBe(true);
    });
    expect(times).toBeLessThan(count / 500);
  });
});

describe('as a file and as a page', () => {
  beforeAll(async () => {
    const { pool } = door.database;
    await pool.query(`insert into station (id) values ('=cmd()') on conflict do nothing`);
    await pool.query(
      `insert into site (id, name, time_zone, currency, created_at, created_by)
       values ('evil', '<script>alert(1)</script> & "Co"', 'UTC', 'EUR', now(), 'test')`,
    );
    await pool.query(
      `with made as (
         insert into session (id, station_id, ref, state, started_at, ended_at, event_count, energy_mwh, updated_at)
         values (uuidv7(), '=cmd()', 'x', 'ended', '2024-05-05T10:00:00Z', '2024-05-05T11:00:00Z', 3, 1234567, now()) returning *)
       insert into bill (session_id, station_id, site_id, time_zone, started_at, ended_at, energy_mwh, currency, total, tax, event_count,
         updated_at)
       select id, station_id, 'evil', 'UTC', started_at, ended_at, energy_mwh, 'EUR', 1234.5, 0, 3, now() from made`,
    );
  });

  test('a CSV holds no formula, has columns for each currency, and the total last', async () => {
    const lines = (await (await get('/api/reports?by=station&month=2024-05&format=csv')).text())
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe(
      'station,name,sessions,energy_kwh,revenue_EUR,tax_EUR,utilisation_percent,visits,first_time_success_percent,uptime_percent,outage_minutes,excluded_minutes,refusals',
    );
    expect(lines[1]).toBe("'=cmd(),,1,1.235,1234.50,0.00,,1,100,,0,0,0");
    expect(lines.at(-1)).toBe('total,,1,1.235,1234.50,0.00,,1,100,,0,0,0');
  });

  test('a page is in the language asked for, without scripts, everything escaped', async () => {
    const english = await get('/api/reports?by=site&month=2024-05&format=html&language=en');
    expect(english.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await english.text();
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Co&quot;');
    expect(page).not.toMatch(/<script/i);
    expect(page).toContain('€1,234.50');
    expect(page).toContain('<tfoot>');
    const portuguese = await (
      await get('/api/reports?by=site&month=2024-05&format=html', { 'accept-language': 'pt-BR,en' })
    ).text();
    expect(portuguese).toContain('<html lang="pt-BR">');
    expect(portuguese).toMatch(/€\s1\.234,50/);
  });
});

describe('visits and refusals', () => {
  test('attempts of a token at a site within 15 minutes are one visit, which succeeds when the first one charged', async () => {
    const { pool } = door.database;
    const at = (minutes: number) => new Date(Date.parse('2023-02-03T10:00:00Z') + minutes * 60_000);
    await pool.query(`insert into station (id) values ('V-1'), ('V-2')`);
    const session = async (token: string | null, [from, to]: [number, number], energyMwh: number) =>
      pool.query(
        `with made as (
           insert into session (id, station_id, ref, state, started_at, ended_at, event_count, energy_mwh, updated_at)
           values (uuidv7(), 'V-1', gen_random_uuid(), 'ended', $2, $3, 3, $4, now()) returning *)
         insert into bill (session_id, station_id, time_zone, token_hash, started_at, ended_at, energy_mwh, event_count, updated_at)
         select id, station_id, 'UTC', $1, started_at, ended_at, energy_mwh, 3, now() from made`,
        [token, at(from), at(to), energyMwh],
      );
    const refusal = (token: string | null, minute: number) =>
      pool.query(
        `insert into refusal (id, station_id, token_id, status, reason, happened_at) values ($1, 'V-1', $2, 'blocked', 'blocked', $3)`,
        [randomUUID(), token, at(minute)],
      );
    await refusal('tok_a', 0); // a fails, tries again in time, and charges: one visit, not at the first attempt
    await session('tok_a', [10, 70], 5_000_000);
    await session('tok_a', [84, 90], 50_000); // within 15 minutes of the end of the one before
    await session('tok_a', [106, 120], 50_000); // 16 minutes later: another visit, which fails
    await session('tok_b', [5, 60], 100_000); // exactly 100 Wh
    await session(null, [200, 201], 100_000);
    await session(null, [201, 202], 0); // without a token each is on its own
    const { total, rows } = await reportOf('by=station&month=2023-02');
    expect(rows.map(({ key, visits, refusals }) => ({ key, visits, refusals }))).toEqual([
      { key: 'V-1', visits: 5, refusals: 1 },
    ]);
    expect(total.firstTimeSuccess).toBe(0.4);
    const reasons = await (await get('/api/reports/refusals?month=2023-02')).json();
    expect(reasons).toMatchObject({ rows: [{ reason: 'blocked', times: 1, stations: 1, tokens: 1 }] });
  });
});

test('a fee for a reservation that nobody used is revenue of its day', async () => {
  const { pool } = door.database;
  await pool.query(`insert into station (id) values ('R-1')`);
  await pool.query(
    `insert into bill_entry (station_id, reservation_id, kind, at, currency, amount, tax, tariff_id, time_zone)
     values ('R-1', 7, 'reservation', '2022-06-05T12:00:00Z', 'BRL', 4.5, 0.5, 'night', 'UTC')`,
  );
  const { rows } = await reportOf('by=day&month=2022-06');
  expect(rows.find(({ key }) => key === '2022-06-05')).toMatchObject({
    sessions: 0,
    revenue: [{ currency: 'BRL', amount: '4.50', tax: '0.50' }],
  });
  expect((await reportOf('by=tariff&month=2022-06&tariffId=night')).total.revenue).toHaveLength(1);
});

describe('what is asked wrongly is told', () => {
  test.each([
    ['?month=2026-13', 'month'],
    ['?month=2026-03&from=2026-03-01T00:00:00Z', 'not both'],
    ['?to=2026-03-01T00:00:00Z', 'give from'],
    ['?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'before'],
    ['?from=2001-01-01T00:00:00Z', 'ten years'],
    ['?from=0001-01-01T00:00:00Z&to=0001-02-01T00:00:00Z', '2000'],
    ['?month=0000-01', '2000'],
    ['?month=9999-12', '2199'],
    ['?by=weather', 'by'],
  ])('%s', async (query, said) => {
    for (const path of ['/api/reports', '/api/reports/sessions']) {
      if (path === '/api/reports/sessions' && query.includes('weather')) continue;
      const response = await get(`${path}${query}`);
      const problem = (await response.json()) as { code: string; message: string };
      expect([response.status, problem.code]).toEqual([400, 'INVALID_INPUT']);
      expect(problem.message).toContain(said);
    }
  });

  test('a site that there is not', async () => {
    expect((await get('/api/reports?siteId=nowhere')).status).toBe(404);
  });

  test('whoever may not read reports gets none', async () => {
    const key = await door.key({ scopes: ['stations:read'] });
    for (const path of ['', '/sessions', '/uptime', '/refusals'])
      expect((await door.fetch(`/api/reports${path}`, { key })).status).toBe(403);
  });
});
