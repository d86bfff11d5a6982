import type { Projection } from '#ledger/ledger-types.ts';
import { listsOf } from '../rows.ts';

/** Somebody came as a station: `profile` by which it was let in, or the reason why not. */
export type SignInRow = {
  stationId: string;
  at: Date;
  address: string;
  profile: number | null;
  reason: string | null;
};

/** So many are kept of each station. */
const keptSignIns = 20;

export const stationSignIns: Projection<SignInRow> = {
  name: 'station sign-ins',
  identity: ({ stationId, at }) => `${stationId}\n${at.toISOString()}`,
  async write(client, rows) {
    await client.query(
      `insert into station_sign_in (station_id, at, address, profile, reason)
       select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::smallint[], $5::text[]) on conflict do nothing`,
      listsOf(rows, 'stationId', 'at', 'address', 'profile', 'reason'),
    );
    await client.query(
      `delete from station_sign_in using unnest($1::text[]) as touched (id)
       where station_id = touched.id and at < (
         select at from station_sign_in as newer where newer.station_id = touched.id order by at desc offset $2 limit 1)`,
      [[...new Set(rows.map(({ stationId }) => stationId))], keptSignIns - 1],
    );
  },
};
