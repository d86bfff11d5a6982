import type { Pool } from 'pg';
import type { TariffTerms, TariffVersion } from '#contract/billing/tariff.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import type { KeptTariff } from './price-snapshot.ts';

export type TariffRow = Omit<KeptTariff, 'versions'>;

/** People make tariffs one at a time. */
export const tariffs: Projection<TariffRow> = {
  name: 'tariffs',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { id, createdAt, createdBy, retiredAt } of rows) {
      await client.query(
        `insert into tariff (id, created_at, created_by, retired_at) values ($1, $2, $3, $4)
         on conflict (id) do update set retired_at = excluded.retired_at`,
        [id, createdAt, createdBy, retiredAt],
      );
    }
  },
};

/** Only ever added: two nodes that add the same number meet at the primary key, and the later one is refused. */
export const tariffVersions: Projection<TariffVersion & { tariffId: string }> = {
  name: 'tariff versions',
  identity: ({ tariffId, version }) => `${tariffId}\n${version}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { tariffId, version, validFrom, terms, createdAt, createdBy } of rows) {
      await client.query(
        `insert into tariff_version (tariff_id, version, valid_from, terms, created_at, created_by)
         values ($1, $2, $3, $4, $5, $6)`,
        [tariffId, version, validFrom, JSON.stringify(terms), createdAt, createdBy],
      );
    }
  },
};

type StoredTariff = { id: string; created_at: Date; created_by: string; retired_at: Date | null };
type StoredVersion = {
  tariff_id: string;
  version: number;
  valid_from: Date;
  terms: TariffTerms;
  created_at: Date;
  created_by: string;
};

/** With all their versions, in the order of their ids. */
export async function readTariffs(pool: Pool): Promise<KeptTariff[]> {
  const [named, kept] = await Promise.all([
    pool.query<StoredTariff>('select id, created_at, created_by, retired_at from tariff order by id collate "C"'),
    pool.query<StoredVersion>(
      'select tariff_id, version, valid_from, terms, created_at, created_by from tariff_version order by version desc',
    ),
  ]);
  const versions = Map.groupBy(kept.rows, (row) => row.tariff_id);
  return named.rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    retiredAt: row.retired_at?.toISOString() ?? null,
    versions: (versions.get(row.id) ?? []).map(toVersion),
  }));
}

function toVersion(row: StoredVersion): TariffVersion {
  return {
    version: row.version,
    validFrom: row.valid_from.toISOString(),
    terms: row.terms,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
  };
}
