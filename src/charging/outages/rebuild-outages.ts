import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import type { OutageExclusion } from '#contract/stations/outage.ts';
import type { Database } from '#database/database.ts';
import { inTransaction } from '#database/in-transaction.ts';
import { type EventRow, eventColumns, toEvent } from '#ledger/event-reader.ts';
import { origin, parsePosition } from '#ledger/position.ts';
import { listsOf } from '../rows.ts';
import { nothingKnown, type StationState } from './fold-station.ts';
import { readerLock } from './outage-reader.ts';
import { readStates, writeOutages, writeStates } from './outage-store.ts';
import type { FoldedOutage } from './outages-in.ts';
import { readFacts } from './read-facts.ts';
import { factKinds, factOf } from './station-facts.ts';

export type OutageRebuild = {
  isCheck: boolean;
  signal: AbortSignal;
};

export type OutageRebuildReport = {
  stations: number;
  outages: number;
  /** Outages of the ledger that the table has otherwise or not at all, and rows that the ledger does not speak of. */
  different: number;
  /** Stations whose facts come to another state than the one that reading goes on from, or to other connectors. */
  wrongStates: number;
  written: number;
};

type StoredOutage = FoldedOutage & { exclusion: OutageExclusion | null; reason: string | null; by: string | null };

/** Reads the outages of every station again, as far as the ledger was read, and compares; unless it is a check, writes what differs. */
export async function rebuildOutages(
  database: Database,
  { isCheck, signal }: OutageRebuild,
): Promise<OutageRebuildReport> {
  await using opened = new AsyncDisposableStack();
  const client = opened.adopt(await database.connect({ queryTimeoutMs: 0 }), (open) => open.end());
  await client.query(`select pg_advisory_lock(${readerLock})`); // nobody reads on meanwhile; the connection's end lets go
  const position = await client.query<{ position: string }>('select position from outage_position');
  const until = position.rows[0]?.position ?? origin;
  const report: OutageRebuildReport = { stations: 0, outages: 0, different: 0, wrongStates: 0, written: 0 };
  const { rows } = await client.query<{ id: string }>('select id from station order by id');
  for (const { id } of rows) {
    signal.throwIfAborted();
    await rebuildStation(client, { stationId: id, until, isCheck, report });
  }
  return report;
}

type One = { stationId: string; until: string; isCheck: boolean; report: OutageRebuildReport };

async function rebuildStation(client: Client, { stationId, until, isCheck, report }: One): Promise<void> {
  const { xid, id } = parsePosition(until);
  const { rows } = await client.query<EventRow>(
    `select ${eventColumns} from event
     where station_id = $1 and ((kind = any($2) and (xid, id) <= ($3::xid8, $4::bigint)) or kind = 'outage-excluded')
     order by xid, id`,
    [stationId, factKinds, xid, id],
  );
  const events = rows.map(toEvent);
  const { state, outages } = readFacts(
    stationId,
    events.flatMap((event) => factOf(event) ?? []),
  );
  const told = withExclusions(
    [...outages.values()],
    events.filter(({ kind }) => kind === 'outage-excluded'),
  );
  const kept = await readKept(client, stationId);
  const wrong = told.filter((outage) => !isDeepStrictEqual(kept.get(outage.id), outage));
  const stray = [...kept.keys()].filter((outageId) => !outages.has(outageId));
  const isStateWrong = !isDeepStrictEqual(await readKeptState(client, stationId), { state, since: sinceIn(state) });
  report.stations += 1;
  report.outages += told.length;
  report.different += wrong.length + stray.length;
  if (isStateWrong) report.wrongStates += 1;
  if (isCheck || (wrong.length + stray.length === 0 && !isStateWrong)) return;
  await inTransaction(client, async () => {
    await writeOutages(client, { outages: wrong, gone: stray });
    await writeExclusions(client, wrong);
    await client.query('delete from outage_connector where station_id = $1', [stationId]);
    await writeStates(client, new Map([[stationId, state]]));
  });
  report.written += wrong.length + (isStateWrong ? 1 : 0);
}

async function readKeptState(client: Client, stationId: string): Promise<{ state: StationState; since: object }> {
  const states = await readStates(client, [stationId]);
  const { rows } = await client.query<{ key: string; since: Date }>(
    `select evse_id || '.' || connector_id as key, since_at as since from outage_connector where station_id = $1`,
    [stationId],
  );
  const since = Object.fromEntries(rows.map((row) => [row.key, row.since.getTime()]));
  return { state: states.get(stationId) ?? nothingKnown, since };
}

function sinceIn({ connectors }: StationState): object {
  return Object.fromEntries(Object.entries(connectors).map(([key, { since }]) => [key, since]));
}

/** By its id, or by what stands in its place now. */
function withExclusions(
  outages: readonly FoldedOutage[],
  events: readonly ReturnType<typeof toEvent>[],
): StoredOutage[] {
  const told: StoredOutage[] = outages.map((outage) => ({ ...outage, exclusion: null, reason: null, by: null }));
  for (const { body, principal } of events) {
    const [from, to] = [Date.parse(textOf(body['from'])), Date.parse(textOf(body['to'])) || Infinity];
    const isMeant = (each: StoredOutage) =>
      each.evseId === body['evseId'] &&
      each.connectorId === body['connectorId'] &&
      each.cause === body['cause'] &&
      each.from < to &&
      (each.to ?? Infinity) > from;
    const named = told.find((each) => each.id === body['outageId']);
    for (const each of named === undefined ? told.filter(isMeant) : [named]) {
      each.exclusion = (body['exclusion'] ?? null) as OutageExclusion | null;
      each.reason = textOf(body['reason']);
      each.by = principal;
    }
  }
  return told;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function readKept(client: Client, stationId: string): Promise<Map<string, StoredOutage>> {
  const { rows } = await client.query<Omit<StoredOutage, 'from' | 'to'> & { from_at: Date; to_at: Date | null }>(
    `select id, station_id as "stationId", evse_id as "evseId", connector_id as "connectorId", cause, code, from_at, to_at,
       exclusion, exclusion_reason as reason, excluded_by as by
     from outage where station_id = $1`,
    [stationId],
  );
  return new Map(
    rows.map(({ from_at, to_at, ...row }) => [
      row.id,
      { ...row, from: from_at.getTime(), to: to_at?.getTime() ?? null },
    ]),
  );
}

async function writeExclusions(client: Client, told: readonly StoredOutage[]): Promise<void> {
  await client.query(
    `update outage set exclusion = told.exclusion, exclusion_reason = told.reason, excluded_by = told.by
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as told (id, exclusion, reason, by) where outage.id = told.id`,
    listsOf(told, 'id', 'exclusion', 'reason', 'by'),
  );
}
