import type { Client } from 'pg';
import type { Database } from '#database/database.ts';
import { type EventRow, eventColumns, toEvent } from '#ledger/event-reader.ts';
import { putRows } from '../rows.ts';
import { type ConnectorRow, mergeConnector } from './station-projections.ts';

export type ConnectorRebuildReport = {
  connectors: number;
  /** Connectors that differ from the ledger or are missing there, and those that are missing in the table. */
  different: number;
  examples: { stationId: string; evseId: number; connectorId: number }[];
  written: number;
};

const eventsPerFetch = 2_000;
const maxExamples = 20;

/** L8: the status of every connector from the reports of the ledger, as of one moment. */
export async function rebuildConnectors(
  database: Database,
  { isCheck, signal }: { isCheck: boolean; signal: AbortSignal },
): Promise<ConnectorRebuildReport> {
  await using opened = new AsyncDisposableStack();
  const client = opened.adopt(await database.connect({ queryTimeoutMs: 0 }), (open) => open.end());
  await client.query('begin isolation level repeatable read');
  await client.query('create temporary table folded_connector (like connector including indexes)');
  const connectors = await foldReports(client, signal);
  const { rows } = await client.query<ConnectorRebuildReport['examples'][number] & { count: number }>(
    `select "stationId", "evseId", "connectorId", count(*) over ()::integer as count from (${differing}) as found limit ${maxExamples}`,
  );
  const report: ConnectorRebuildReport = {
    connectors,
    different: rows[0]?.count ?? 0,
    examples: rows.map(({ stationId, evseId, connectorId }) => ({ stationId, evseId, connectorId })),
    written: isCheck || rows.length === 0 ? 0 : await putRight(client),
  };
  await client.query('commit');
  return report;
}

/** One station at a time, so that only one of them is held in memory. */
async function foldReports(client: Client, signal: AbortSignal): Promise<number> {
  await client.query(
    `declare reports no scroll cursor for select ${eventColumns} from event
     where kind = 'connector-status' and station_id in (select id from station) order by station_id, xid, id`,
  );
  let connectors = 0;
  let station = new Map<string, ConnectorRow>();
  const done = async () => {
    const rows = [...station.values()].map(({ at, hasChanged: _has, ...row }) => ({ ...row, changedAt: at }));
    await putRows(client, { table: 'folded_connector' }, rows);
    connectors += rows.length;
  };
  for (let stationId: string | null = null; ; ) {
    signal.throwIfAborted();
    const { rows } = await client.query<EventRow>(`fetch ${eventsPerFetch} from reports`);
    if (rows.length === 0) break;
    for (const event of rows.map(toEvent)) {
      if (event.stationId !== stationId) {
        await done();
        station = new Map();
        ({ stationId } = event);
      }
      const { evseId, connectorId, status, activity, reason } = event.body as unknown as ConnectorRow;
      const at = new Date(event.happenedAt);
      const row = { stationId: stationId ?? '', evseId, connectorId, status, activity, reason, at };
      const key = `${evseId} ${connectorId}`;
      const earlier = station.get(key);
      station.set(key, earlier === undefined ? row : mergeConnector(earlier, row));
    }
  }
  await done();
  await client.query('close reports');
  return connectors;
}

const same =
  'kept.station_id = told.station_id and kept.evse_id = told.evse_id and kept.connector_id = told.connector_id';
const differing = `select coalesce(told.station_id, kept.station_id) as "stationId", coalesce(told.evse_id, kept.evse_id) as "evseId",
    coalesce(told.connector_id, kept.connector_id) as "connectorId"
  from folded_connector as told full join connector as kept on ${same}
  where (told.status, told.activity, told.reason, told.changed_at) is distinct from (kept.status, kept.activity, kept.reason, kept.changed_at)
  order by 1, 2, 3`;

async function putRight(client: Client): Promise<number> {
  const gone = await client.query(
    `delete from connector as kept where not exists (select from folded_connector as told where ${same})`,
  );
  const put = await client.query(
    `insert into connector as kept select * from folded_connector
     on conflict (station_id, evse_id, connector_id) do update
       set status = excluded.status, activity = excluded.activity, reason = excluded.reason, changed_at = excluded.changed_at
       where (kept.status, kept.activity, kept.reason, kept.changed_at)
         is distinct from (excluded.status, excluded.activity, excluded.reason, excluded.changed_at)`,
  );
  return (gone.rowCount ?? 0) + (put.rowCount ?? 0);
}
