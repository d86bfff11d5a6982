import type { Pool } from 'pg';
import type { TariffVersion } from '#contract/billing/tariff.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows, readRows, tableProjection } from '../rows.ts';
import type { KeptTariff } from './price-snapshot.ts';

export const tariffs = tableProjection<KeptTariff>({
  name: 'tariffs',
  table: 'tariff',
  key: ['id'],
  columns: ({ versions: _versions, ...row }) => row,
  set: { createdAt: 'known.created_at', createdBy: 'known.created_by' },
});

/** Only ever added: two nodes that add the same number meet at the primary key, and the later one is refused. */
export const tariffVersions: Projection<TariffVersion & { tariffId: string }> = {
  name: 'tariff versions',
  identity: ({ tariffId, version }) => `${tariffId}\n${version}`,
  write: (client, rows) => putRows(client, { table: 'tariff_version' }, rows),
};

export async function readTariffs(pool: Pool): Promise<KeptTariff[]> {
  const [tariffs, kept] = await Promise.all([
    readRows<Omit<KeptTariff, 'versions'>>(
      pool,
      'select id, created_at, created_by, retired_at from tariff order by id collate "C"',
    ),
    readRows<TariffVersion & { tariffId: string }>(
      pool,
      'select tariff_id, version, valid_from, terms, created_at, created_by from tariff_version order by version desc',
    ),
  ]);
  const versions = Map.groupBy(kept, ({ tariffId }) => tariffId);
  return tariffs.map((tariff) => ({
    ...tariff,
    versions: (versions.get(tariff.id) ?? []).map(({ tariffId: _tariffId, ...version }) => version),
  }));
}
