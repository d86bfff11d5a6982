import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Series, SeriesKind } from '#contract/energy/site-energy.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../../../rows.ts';

export type Point = { from: number; value: number };

/** Values of a file, from its first moment until its end; they take the place of what was known of that time. */
export type SeriesRow = {
  siteId: string;
  kind: SeriesKind;
  /** null: the series is forgotten. */
  imported: { points: readonly Point[]; until: number; source: string; importedAt: Date } | null;
};

export const energySeries: Projection<SeriesRow> = {
  name: 'energy series',
  identity: () => randomUUID(), // two files of one series are two, and both count
  async write(client, rows) {
    for (const { siteId, kind, imported } of rows) {
      if (imported === null) {
        await client.query('delete from energy_series where site_id = $1 and kind = $2', [siteId, kind]);
        continue;
      }
      const { points, until, source, importedAt } = imported;
      await putRows(
        client,
        {
          table: 'energy_series',
          key: ['siteId', 'kind'],
          set: { endsAt: 'greatest(known.ends_at, excluded.ends_at)' },
        },
        [{ siteId, kind, source, importedAt, endsAt: new Date(until) }],
      );
      await client.query(
        'delete from energy_series_point where site_id = $1 and kind = $2 and begins_at >= $3 and begins_at < $4',
        [siteId, kind, new Date(points[0]?.from ?? until), new Date(until)],
      );
      const beginning = points.map(({ from, value }) => ({ siteId, kind, beginsAt: new Date(from), value }));
      await putRows(client, { table: 'energy_series_point', key: ['siteId', 'kind', 'beginsAt'] }, beginning);
    }
  },
};

export type StoredSeries = { kind: SeriesKind; points: Point[]; until: number; source: string; importedAt: Date };

/** The series of a site, from a moment on; the value that holds at that moment is the first. */
export async function readSeries(pool: Pool, siteId: string, since: Date): Promise<StoredSeries[]> {
  const { rows } = await pool.query<{
    kind: SeriesKind;
    source: string;
    importedAt: Date;
    endsAt: Date;
    begins: string[] | null;
    values: number[] | null;
  }>(
    `select kind, source, imported_at as "importedAt", ends_at as "endsAt",
       (array_agg(extract(epoch from begins_at) * 1000 order by begins_at))::text[] as begins, array_agg(value order by begins_at) as values
     from energy_series left join energy_series_point using (site_id, kind)
     where site_id = $1 and (begins_at is null or begins_at >= coalesce((select max(begins_at) from energy_series_point as before
       where before.site_id = $1 and before.kind = energy_series.kind and before.begins_at <= $2), '-infinity'))
     group by site_id, kind order by kind`,
    [siteId, since],
  );
  return rows.map(({ kind, source, importedAt, endsAt, begins, values }) => ({
    kind,
    source,
    importedAt,
    until: endsAt.getTime(),
    points: (begins ?? []).flatMap((from, index) => {
      const value = values?.[index];
      return value === undefined || value === null ? [] : [{ from: Number(from), value }];
    }),
  }));
}

export function shownSeries({ kind, points, until, source, importedAt }: StoredSeries): Series {
  return {
    kind,
    points: points.map(({ from, value }) => ({ from: new Date(from).toISOString(), value })),
    until: new Date(until).toISOString(),
    source,
    importedAt: importedAt.toISOString(),
  };
}
