import type { Client } from 'pg';
import { type ChargingNeed, type NeedSource, needSource } from '#contract/energy/charging-need.ts';
import type { SeriesKind, SiteEnergy, StoredLimit } from '#contract/energy/site-energy.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { Database } from '#database/database.ts';
import { type EventRow, eventColumns, toEvent } from '#ledger/event-reader.ts';
import { energyLimits } from './inputs/limits/limit-store.ts';
import { chargingNeeds } from './inputs/needs/need-store.ts';
import { pointsOfRuns } from './inputs/prices/import-series.ts';
import { energySeries } from './inputs/prices/series-store.ts';
import { energySettings } from './inputs/settings/settings-store.ts';

export type EnergyRebuild = { isCheck: boolean; signal: AbortSignal };

export type EnergyRebuildReport = {
  events: number;
  /** Rows that the ledger has otherwise, or not at all, by table. */
  tables: Record<string, number>;
  different: number;
  written: number;
};

const tables = [
  { table: 'site_energy', keys: ['site_id'], of: 'site_id in (select id from site)' },
  {
    table: 'energy_limit',
    keys: ['site_id', 'node_id', 'source', 'set_by', 'begins_at'],
    of: 'site_id in (select id from site)',
  },
  { table: 'energy_series', keys: ['site_id', 'kind'], of: 'site_id in (select id from site)' },
  { table: 'energy_series_point', keys: ['site_id', 'kind', 'begins_at'], of: 'site_id in (select id from site)' },
  { table: 'charging_need', keys: ['session_id'], of: 'session_id in (select id from session)' },
] as const;

const kinds = [
  'site-energy-set',
  'site-energy-removed',
  'site-limits-set',
  'energy-series-imported',
  'energy-series-removed',
  'charging-need-stated',
  'charging-need-removed',
];
const eventsPerFetch = 500;

/**
 * L8: settings, limits for a while, prices and needs as the ledger tells them. Its events are written once more, by the code that wrote
 * them first, into tables of the same names that only this connection sees; then both are compared. All is read as of one moment, so
 * that what changes meanwhile is no difference.
 */
export async function rebuildEnergy(
  database: Database,
  { isCheck, signal }: EnergyRebuild,
): Promise<EnergyRebuildReport> {
  await using opened = new AsyncDisposableStack();
  const client = opened.adopt(await database.connect({ queryTimeoutMs: 0 }), (open) => open.end());
  const report: EnergyRebuildReport = { events: 0, tables: {}, different: 0, written: 0 };
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  const schema = rows[0]?.schema ?? 'public';
  await client.query('begin isolation level repeatable read');
  for (const { table: name } of tables)
    await client.query(`create temporary table ${name} (like ${schema}.${name} including defaults including indexes)`);
  await replay(client, { report, signal });
  for (const table of tables) await compare(client, { table, schema, isCheck, report });
  await client.query('commit');
  return report;
}

async function replay(
  client: Client,
  { report, signal }: { report: EnergyRebuildReport; signal: AbortSignal },
): Promise<void> {
  const settings = new Map<string, SiteEnergy>();
  await client.query(
    `declare facts no scroll cursor for select ${eventColumns} from event where kind = any('{${kinds.join(',')}}') order by xid, id`,
  );
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await client.query<EventRow>(`fetch ${eventsPerFetch} from facts`);
    if (rows.length === 0) break;
    for (const event of rows.map(toEvent)) await writeAgain(client, event, settings);
    report.events += rows.length;
  }
  await client.query('close facts');
}

type Facts = Record<string, unknown>;

async function writeAgain(client: Client, event: LedgerEvent, settings: Map<string, SiteEnergy>): Promise<unknown> {
  const body: Facts = event.body;
  const at = new Date(event.happenedAt);
  const by = event.principal ?? '';
  const [siteId, sessionId] = [String(body['siteId']), String(body['sessionId'])];
  switch (event.kind) {
    case 'site-energy-set':
    case 'site-energy-removed': {
      const isRemoved = event.kind === 'site-energy-removed';
      const known = isRemoved ? settings.get(siteId) : (body['settings'] as SiteEnergy);
      if (known === undefined) return undefined;
      settings.set(siteId, known);
      const version = Number(body['version']);
      const row = { siteId, version, settings: known, changedAt: at, changedBy: by, removedAt: isRemoved ? at : null };
      return energySettings.write(client, [row]);
    }
    case 'site-limits-set': {
      const [source, setBy] = [body['source'] as StoredLimit['source'], String(body['setBy'])];
      const limits = body['limits'] as StoredLimit[];
      const rows = (body['nodeIds'] as string[]).map((nodeId) => ({
        siteId,
        nodeId,
        source,
        setBy,
        limits: limits.filter((limit) => limit.nodeId === nodeId),
      }));
      return energyLimits.write(client, rows);
    }
    case 'energy-series-imported':
    case 'energy-series-removed': {
      const kind = body['seriesKind'] as SeriesKind;
      if (event.kind === 'energy-series-removed') {
        await client.query('delete from energy_series_point where site_id = $1 and kind = $2', [siteId, kind]);
        return energySeries.write(client, [{ siteId, kind, imported: null }]);
      }
      const points = pointsOfRuns(body['runs'] as number[][]);
      const until = Date.parse(String(body['until']));
      return energySeries.write(client, [
        { siteId, kind, imported: { points, until, source: String(body['source']), importedAt: at } },
      ]);
    }
    case 'charging-need-stated': {
      const source: NeedSource = needSource.parse(body['source']);
      const stated = { need: body['need'] as ChargingNeed, source, statedAt: at, statedBy: by };
      return chargingNeeds.write(client, [{ sessionId, stated: { ...stated, energyWh: Number(body['energyWh']) } }]);
    }
    case 'charging-need-removed':
      return chargingNeeds.write(client, [{ sessionId, stated: null }]);
    default:
      throw new Error(`${event.kind} is no event of these tables.`);
  }
}

type Compared = {
  table: (typeof tables)[number];
  schema: string;
  isCheck: boolean;
  report: EnergyRebuildReport;
};

async function compare(client: Client, { table, schema, isCheck, report }: Compared): Promise<void> {
  const { table: name, of } = table;
  const kept = `${schema}.${name}`;
  const key = table.keys.join(', ');
  // What hung on a site that is gone went with it.
  await client.query(`delete from pg_temp.${name} where not (${of})`);
  const differing = `select ${key} from ((table pg_temp.${name} except table ${kept}) union all (table ${kept} except table pg_temp.${name})) as each group by ${key}`;
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from (${differing}) as found`,
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  report.tables[name] = count;
  report.different += count;
  if (isCheck) return;
  await client.query(`create temporary table wrong_${name} as ${differing}`);
  // Not deleted where the ledger has it: what hangs on a row would go with it.
  await client.query(
    `delete from ${kept} where (${key}) in (table wrong_${name}) and (${key}) not in (select ${key} from pg_temp.${name})`,
  );
  const columns = await client.query<{ column_name: string }>(
    'select column_name from information_schema.columns where table_schema = $1 and table_name = $2 order by ordinal_position',
    [schema, name],
  );
  const names = columns.rows.map((row) => row.column_name);
  const changes = names.map((column) => `${column} = excluded.${column}`).join(', ');
  const { rowCount } = await client.query(
    `insert into ${kept} (${names.join(', ')}) select ${names.join(', ')} from pg_temp.${name} where (${key}) in (table wrong_${name})
     on conflict (${key}) do update set ${changes}`,
  );
  report.written += rowCount ?? 0;
}
