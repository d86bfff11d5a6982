import type { ClientBase, Pool } from 'pg';

export type Month = { month: string; sessions: number; onProgress?: (sessions: number) => void };

const stations = 500;
const sites = 20;
const rowsAtOnce = 50_000;

/**
 * Sessions with their bills, spread over a month and half a day on either side of it, at sites in three time zones with two
 * currencies. The same numbers give the same rows, but for the ids.
 */
export async function fillMonth(client: ClientBase | Pool, { month, sessions, onProgress }: Month): Promise<void> {
  await client.query(
    `insert into site (id, name, time_zone, currency, created_at, created_by)
     select 'site-' || n, 'Site ' || n, (array['America/Sao_Paulo', 'Europe/Lisbon', 'Pacific/Auckland'])[1 + n % 3],
       (array['BRL', 'EUR'])[1 + n % 2], now(), 'test'
     from generate_series(0, ${sites - 1}) as n`,
  );
  await client.query(`insert into station (id) select 'CP-' || n from generate_series(0, ${stations - 1}) as n`);
  await client.query(
    `insert into station_place (station_id, site_id, placed_at, placed_by)
     select 'CP-' || n, 'site-' || n % ${sites}, now(), 'test' from generate_series(0, ${stations - 1}) as n`,
  );
  for (let first = 0; first < sessions; first += rowsAtOnce) {
    const last = Math.min(first + rowsAtOnce, sessions) - 1;
    await client.query(
      `with told as (
         select uuidv7() as id, n, 'CP-' || n % ${stations} as station_id, 'site-' || n % ${sites} as site_id,
           1 + n % 2 as evse_id, (array['America/Sao_Paulo', 'Europe/Lisbon', 'Pacific/Auckland'])[1 + n % ${sites} % 3] as time_zone,
           'tok_' || n::bigint * 7919 % 20000 as token_hash,
           $3::date - interval '12 hours' + n * (interval '1 month' + interval '1 day') / $4::integer as started_at,
           make_interval(mins => 5 + n % 600) as lasted, (n::bigint * 104729 % 60000000)::numeric as energy_mwh,
           case when n % 17 = 0 then null else (array['BRL', 'EUR'])[1 + n % ${sites} % 2] end as currency,
           (n::bigint * 15485863 % 1000000)::numeric / 100 as total
         from generate_series($1::integer, $2::integer) as n
       ), made as (
         insert into session (id, station_id, ref, evse_id, token_hash, state, started_at, ended_at, event_count, energy_mwh, updated_at)
         select id, station_id, n, evse_id, token_hash, 'ended', started_at, started_at + lasted, 3, energy_mwh, now() from told
       )
       insert into bill (session_id, station_id, evse_id, site_id, time_zone, token_hash, driver_id, tariff_id, tariff_version,
         started_at, ended_at, energy_mwh, currency, total, tax, computed, event_count, updated_at)
       select id, station_id, evse_id, site_id, time_zone, token_hash, md5(token_hash)::uuid, 'tariff-' || n % 5, 1, started_at,
         started_at + lasted, energy_mwh, currency, case when currency is null then 0 else total end,
         case when currency is null then 0 else round(total * 0.1, 2) end, total, 3, now()
       from told`,
      [first, last, `${month}-01`, sessions],
    );
    onProgress?.(last + 1);
  }
}

export type MonthSums = { currency: string | null; sessions: number; energyMwh: string; total: string; tax: string };

/** What the sums of a month have to be, asked as plainly as can be: each session by the clock of its own site. */
export async function sumsOfMonth(client: ClientBase | Pool, month: string): Promise<MonthSums[]> {
  const { rows } = await client.query<MonthSums>(
    `select currency, count(*)::integer as sessions, sum(energy_mwh)::text as "energyMwh", sum(total)::text as total, sum(tax)::text as tax
     from bill where to_char(started_at at time zone time_zone, 'YYYY-MM') = $1 group by currency order by currency nulls last`,
    [month],
  );
  return rows;
}
