import type { Projection } from '#ledger/ledger-types.ts';
import { listsOf, tableProjection } from '../rows.ts';
import type { PasswordHash } from './station-password.ts';

export type CandidateRow = {
  id: string;
  stationId: string;
  password: PasswordHash;
  askedAt: Date;
  isAccepted: boolean;
};

/** Written before the station is told, and again once it has said yes. */
export const passwordCandidates = tableProjection<CandidateRow>({
  name: 'password candidates',
  table: 'station_password_candidate',
  key: ['id'],
  columns: ({ password: { salt, hash }, ...row }) => ({ ...row, salt, hash }),
});

/** `password`: the station signed in with a new one, from now on its only one; null: candidates that were never taken go. */
export type SettledRow = { stationId: string; password: PasswordHash | null; dropped: readonly string[]; at: Date };

export const settledPasswords: Projection<SettledRow> = {
  name: 'settled passwords',
  identity: (row) => row.stationId,
  merge: (earlier, later) => ({
    ...later,
    password: later.password ?? earlier.password,
    dropped: [...earlier.dropped, ...later.dropped],
  }),
  async write(client, rows) {
    const changed = rows.filter(({ password }) => password !== null);
    await client.query(
      `update station set password_salt = settled.salt, password_hash = settled.hash
       from unnest($1::text[], $2::bytea[], $3::bytea[]) as settled (station_id, salt, hash)
       where station.id = settled.station_id`,
      [
        changed.map(({ stationId }) => stationId),
        changed.map(({ password }) => password?.salt),
        changed.map(({ password }) => password?.hash),
      ],
    );
    await client.query(
      `insert into station_security (station_id, password_changed_at)
       select * from unnest($1::text[], $2::timestamptz[])
       on conflict (station_id) do update set password_changed_at = excluded.password_changed_at`,
      listsOf(changed, 'stationId', 'at'),
    );
    await client.query('delete from station_password_candidate where id = any($1::uuid[])', [
      rows.flatMap(({ dropped }) => dropped),
    ]);
  },
};

type ProfileRow = { stationId: string; minimumProfile: number; wantedProfile: null; profileAcceptedAt: Date };

/** A floor only rises. */
export const reachedProfiles = tableProjection<ProfileRow>({
  name: 'reached security profiles',
  table: 'station_security',
  key: ['stationId'],
  merge: (earlier, later) => (later.minimumProfile >= earlier.minimumProfile ? later : earlier),
  set: { minimumProfile: 'greatest(known.minimum_profile, excluded.minimum_profile)' },
});
