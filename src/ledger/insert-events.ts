import type { Client } from 'pg';
import { givenRows, rowsText } from '#database/given-rows.ts';
import type { Shapes } from '#database/shapes.ts';
import type { EventRow } from './prepare-entry.ts';

/** An event as it is going to be kept: whole, or by its shape. */
export type KeptRow = EventRow & { shapeId: string | null };

/** Writes the shapes that are not yet known. */
export async function keptRows(client: Client, shapes: Shapes, rows: readonly EventRow[]): Promise<KeptRow[]> {
  const at = new Date();
  const ids = await shapes.idsOf(
    client,
    rows.map(({ stationId, shape }) => ({ stationId: stationId ?? '', words: shape?.words, at })),
  );
  return rows.map((row, nth) => ({ ...row, shapeId: ids[nth] ?? null }));
}

const eventColumns = [
  { name: 'kind', type: 'text' },
  { name: 'station_id', type: 'text' },
  { name: 'key', type: 'text' },
  { name: 'happened_at', type: 'timestamptz' },
  { name: 'principal', type: 'text' },
  { name: 'flags', type: 'text' },
  { name: 'body', type: 'jsonb' },
  { name: 'shape_id', type: 'bigint' },
  { name: 'shape_values', type: 'text' },
];
/**
 * Rows come out of `unnest` in the order they were handed in, and are numbered in it. Known keys are left out by looking, which costs
 * less than `on conflict`; a key that another process commits meanwhile breaks the unique index, and the batch looks again.
 */
const insertText = `
  insert into event (kind, station_id, key, happened_at, principal, flags, body, shape_id, shape_values)
  select kind, station_id, key, happened_at, principal, string_to_array(flags, ','), body, shape_id, shape_values
  from ${givenRows(eventColumns)}
  where not exists (select from event as known where known.station_id = given.station_id and known.key = given.key)
    and (given.station_id is not null or given.key is null
      or not exists (select from event as known where known.station_id is null and known.key = given.key))`;
const given = givenRows([
  { name: 'station_id', type: 'text' },
  { name: 'key', type: 'text' },
]);
/** Which of these keys came with this very transaction. Two ways to one index, which cannot look for "the same or both null". */
const ownKeysText = `
  select event.station_id, event.key from ${given}
  join event on event.station_id = given.station_id and event.key = given.key where event.xid = pg_current_xact_id()
  union all
  select null, event.key from ${given}
  join event on event.station_id is null and event.key = given.key
  where given.station_id is null and event.xid = pg_current_xact_id()`;

/** Returns the keys that were not known before; undefined: all of them, each of which is given once. */
export async function insertEvents(client: Client, events: readonly KeptRow[]): Promise<Set<string> | undefined> {
  if (events.length === 0) return undefined;
  const distinct = withoutRepeatedKeys(events);
  const { rowCount } = await client.query(insertText, [rowsText(distinct.map(valuesOf))]);
  if (rowCount === events.length) return undefined;
  const own = await client.query<{ station_id: string | null; key: string }>(ownKeysText, [
    rowsText(distinct.map(({ stationId, key }) => [stationId, key])),
  ]);
  return new Set(own.rows.map((row) => keyOf(row.station_id, row.key)));
}

function valuesOf({ kind, stationId, key, happenedAt, principal, flags, body, shapeId, shape }: KeptRow) {
  const [whole, values] = shapeId === null ? [body, null] : [null, shape?.values];
  return [kind, stationId, key, happenedAt, principal, flags === '' ? null : flags, whole, shapeId, values];
}

function withoutRepeatedKeys(events: readonly KeptRow[]): KeptRow[] {
  const told = new Set<string>();
  return events.filter(({ stationId, key }) => {
    if (key === null) return true;
    const name = keyOf(stationId, key);
    const isNew = !told.has(name);
    told.add(name);
    return isNew;
  });
}

export function keyOf(stationId: string | null, key: string): string {
  return `${stationId ?? ''}\n${key}`;
}
