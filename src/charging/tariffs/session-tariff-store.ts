import type { Projection } from '#ledger/ledger-types.ts';

export type SessionTariffRow = {
  stationId: string;
  sessionRef: string;
  tariffId: string;
  changedAt: Date;
  isTold: boolean;
};

/** A running session got another price from a moment on; its driver has yet to be told, or was. */
export const sessionTariffs: Projection<SessionTariffRow> = {
  name: 'session tariffs',
  identity: ({ stationId, sessionRef, changedAt }) => `${stationId}\n${sessionRef}\n${changedAt.getTime()}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into session_tariff (station_id, session_ref, tariff_id, changed_at, is_told)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::boolean[])
       on conflict (station_id, session_ref, changed_at) do update set tariff_id = excluded.tariff_id, is_told = excluded.is_told`,
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
