import type { Pool } from 'pg';
import type { SessionCost } from '#contract/tariff.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type CostRow = Omit<SessionCost, 'toldAt'> & { stationId: string; toldAt: Date };

/** The latest that was told; what was told as final stays. */
export const sessionCosts: Projection<CostRow> = {
  name: 'session costs',
  order: 73,
  identity: ({ stationId, sessionRef, source }) => `${stationId}\n${sessionRef}\n${source}`,
  merge: (earlier, later) => (earlier.isFinal && !later.isFinal ? earlier : later),
  async write(client, rows) {
    await client.query(
      `insert into session_cost as known (station_id, session_ref, source, currency, total, total_with_tax, energy_wh, charging_seconds,
         idle_seconds, tariff_id, is_final, failure, told_at)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::float8[], $8::integer[],
         $9::integer[], $10::text[], $11::boolean[], $12::text[], $13::timestamptz[])
       on conflict (station_id, session_ref, source) do update set currency = excluded.currency, total = excluded.total,
         total_with_tax = excluded.total_with_tax, energy_wh = excluded.energy_wh, charging_seconds = excluded.charging_seconds,
         idle_seconds = excluded.idle_seconds, tariff_id = excluded.tariff_id, is_final = excluded.is_final,
         failure = excluded.failure, told_at = excluded.told_at
       where excluded.is_final or not known.is_final`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.sessionRef),
        rows.map((row) => row.source),
        rows.map((row) => row.currency),
        rows.map((row) => row.total),
        rows.map((row) => row.totalWithTax),
        rows.map((row) => row.energyWh),
        rows.map((row) => row.chargingSeconds),
        rows.map((row) => row.idleSeconds),
        rows.map((row) => row.tariffId),
        rows.map((row) => row.isFinal),
        rows.map((row) => row.failure),
        rows.map((row) => row.toldAt),
      ],
    );
  },
};

/** Newest first. */
export async function readCosts(pool: Pool, stationId: string, limit: number): Promise<SessionCost[]> {
  const { rows } = await pool.query<Omit<SessionCost, 'toldAt'> & { toldAt: Date }>(
    `select session_ref as "sessionRef", source, currency, total::text as total, total_with_tax::text as "totalWithTax", energy_wh as "energyWh", charging_seconds as "chargingSeconds",
       idle_seconds as "idleSeconds", tariff_id as "tariffId", is_final as "isFinal", failure, told_at as "toldAt"
     from session_cost where station_id = $1 order by told_at desc, session_ref, source limit $2`,
    [stationId, limit],
  );
  return rows.map((row) => ({ ...row, toldAt: row.toldAt.toISOString() }));
}

export type SessionTariffRow = {
  stationId: string;
  sessionRef: string;
  tariffId: string;
  changedAt: Date;
  isTold: boolean;
};

/** A running session got another price; its driver has yet to be told, or was. */
export const sessionTariffs: Projection<SessionTariffRow> = {
  name: 'session tariffs',
  order: 74,
  identity: ({ stationId, sessionRef }) => `${stationId}\n${sessionRef}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into session_tariff (station_id, session_ref, tariff_id, changed_at, is_told)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::boolean[])
       on conflict (station_id, session_ref) do update set tariff_id = excluded.tariff_id, changed_at = excluded.changed_at,
         is_told = excluded.is_told`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.sessionRef),
        rows.map((row) => row.tariffId),
        rows.map((row) => row.changedAt),
        rows.map((row) => row.isTold),
      ],
    );
  },
};

/** A session as far as its price goes. */
export type PricedSession = {
  stationId: string;
  ref: string;
  evseId: number | null;
  tokenTariffId: string | null;
  language: string | null;
  changedTo: { tariffId: string; changedAt: Date; isTold: boolean } | null;
  startedAt: Date | null;
  endedAt: Date | null;
  energyMwh: number;
};

/** Keys are `station\nref`. */
export async function readPricedSessions(
  pool: Pool,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PricedSession>> {
  const { rows } = await pool.query<
    Omit<PricedSession, 'changedTo'> & { tariffId: string | null; changedAt: Date; isTold: boolean }
  >(
    `select session.station_id as "stationId", session.ref, session.evse_id as "evseId", token.tariff_id as "tokenTariffId",
       token.language, changed.tariff_id as "tariffId", changed.changed_at as "changedAt", changed.is_told as "isTold",
       session.started_at as "startedAt", session.ended_at as "endedAt", coalesce(session.energy_mwh, 0)::bigint as "energyMwh"
     from unnest($1::text[], $2::text[]) as asked (station_id, ref)
     join session on session.station_id = asked.station_id and session.ref = asked.ref
     left join token on token.id = session.token_hash
     left join session_tariff as changed on changed.station_id = session.station_id and changed.session_ref = session.ref`,
    [keys.map((key) => key.split('\n')[0]), keys.map((key) => key.split('\n')[1])],
  );
  return new Map(
    rows.map(({ tariffId, changedAt, isTold, ...row }) => [
      `${row.stationId}\n${row.ref}`,
      { ...row, changedTo: tariffId === null ? null : { tariffId, changedAt, isTold } },
    ]),
  );
}
