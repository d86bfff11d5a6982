import type { Pool } from 'pg';
import type { SessionCost } from '#contract/billing/tariff.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type CostRow = Omit<SessionCost, 'toldAt'> & { stationId: string; toldAt: Date };
/** What a station calculated by itself. */
export type StationCost = Omit<CostRow, 'source' | 'toldAt'> & { at: Date };

/** The latest that was told; what was told as final stays. */
export const sessionCosts: Projection<CostRow> = {
  name: 'session costs',
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
