import type { ClientBase, Pool } from 'pg';
import type { Outage, OutageExclusion, OutageQuery } from '#contract/stations/outage.ts';
import { type AtSites, atSitesSql } from '../at-sites.ts';
import { changeProjection, listsOf, readRows } from '../rows.ts';
import type { StationState } from './fold-station.ts';
import { type FoldedOutage, graceMs } from './outages-in.ts';

const columns =
  'id, station_id, evse_id, connector_id, cause, code, from_at as "from", to_at as "to", exclusion, exclusion_reason, excluded_by';
/** A connection that has been away for a moment may be back before anybody missed it. */
const isMissed = `(cause <> 'offline' or to_at is not null or from_at < $1::timestamptz - interval '${graceMs} milliseconds')`;

/** Where a list that is read newest first goes on: behind this one. */
export type OutagePlace = { from: string; id: string };

export async function readOutages(
  pool: Pool,
  query: OutageQuery & AtSites & { after?: OutagePlace | undefined },
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Outage[]> {
  const { siteId, stationId, firstDay, lastDay, from, to, limit, after, atSites } = query;
  const midnight = (day: string) => `(${day}::timestamp at time zone coalesce(clock.time_zone, $12))`;
  return readRows(
    pool,
    `select ${columns} from outage
     left join lateral (
       select time_zone from station_place join site on site.id = site_id where station_place.station_id = outage.station_id
     ) as clock on $10::date is not null
     where ${isMissed} and ($2::text is null or station_id = $2)
       and ($3::text is null or station_id in (select station_id from station_place where site_id = $3))
       and ($4::timestamptz is null or to_at is null or to_at > $4) and ($5::timestamptz is null or from_at < $5)
       and ($7::timestamptz is null or (from_at, id) < ($7, $8::uuid))
       and ($9::text[] is null or ${atSitesSql('station_id', '$9')})
       and ($10::date is null or to_at is null or to_at > ${midnight('$10::date')})
       and ($11::date is null or from_at < ${midnight('($11::date + 1)')})
     order by from_at desc, id desc limit $6`,
    [
      ...[now, stationId ?? null, siteId ?? null, from ?? null, to ?? null, limit],
      ...[after?.from ?? null, after?.id ?? null, atSites ?? null],
      ...[firstDay ?? null, lastDay ?? null, timeZone],
    ],
  );
}

export async function readOutage(pool: Pool, id: string): Promise<Outage | undefined> {
  return (await readRows<Outage>(pool, `select ${columns} from outage where id = $1`, [id]))[0];
}

export async function readOutagesWithin(
  pool: Pool,
  { from, to, stationIds, now }: { from: Date; to: Date; stationIds: readonly string[]; now: Date },
): Promise<Outage[]> {
  return readRows(
    pool,
    `select ${columns} from outage
     where ${isMissed} and from_at < $3 and (to_at is null or to_at > $2) and station_id = any($4)`,
    [now, from, to, stationIds],
  );
}

export type KnownConnector = { stationId: string; evseId: number; connectorId: number; since: Date };

/** The connectors of a station, a site or all; the station as a whole is none. */
export async function readConnectors(
  pool: Pool,
  { siteId, stationId, atSites }: AtSites & { siteId?: string | undefined; stationId?: string | undefined },
): Promise<KnownConnector[]> {
  const { rows } = await pool.query<KnownConnector>(
    `select station_id as "stationId", evse_id as "evseId", connector_id as "connectorId", since_at as since
     from outage_connector
     where evse_id > 0 and ($1::text is null or station_id = $1)
       and ($2::text is null or station_id in (select station_id from station_place where site_id = $2))
       and ($3::text[] is null or ${atSitesSql('station_id', '$3')})
     order by station_id, evse_id, connector_id`,
    [stationId ?? null, siteId ?? null, atSites ?? null],
  );
  return rows;
}

export async function readStates(
  client: ClientBase,
  stationIds: readonly string[],
): Promise<Map<string, StationState>> {
  const { rows } = await client.query<{ station_id: string; state: StationState }>(
    'select station_id, state from outage_station where station_id = any($1)',
    [stationIds],
  );
  return new Map(rows.map(({ station_id, state }) => [station_id, state]));
}

type RemovedOutage = {
  station_id: string;
  evse_id: number | null;
  connector_id: number | null;
  cause: Outage['cause'];
  from_at: Date;
  to_at: Date | null;
  exclusion: OutageExclusion | null;
  exclusion_reason: string | null;
  excluded_by: string | null;
  excluded_at: Date | null;
};

/** Outages that are gone give what a person said about them to the one that took their place. */
export async function writeOutages(
  client: ClientBase,
  { outages, gone }: { outages: readonly FoldedOutage[]; gone: readonly string[] },
): Promise<void> {
  const removed = await client.query<RemovedOutage>('delete from outage where id = any($1::uuid[]) returning *', [
    gone,
  ]);
  await client.query(
    `insert into outage (id, station_id, evse_id, connector_id, cause, code, from_at, to_at)
     select told.* from unnest($1::uuid[], $2::text[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::timestamptz[],
       $8::timestamptz[]) as told (id, station_id, evse_id, connector_id, cause, code, from_at, to_at)
     join station on station.id = told.station_id
     on conflict (id) do update set to_at = excluded.to_at where outage.to_at is distinct from excluded.to_at`,
    listsOf(
      outages,
      ...(['id', 'stationId', 'evseId', 'connectorId', 'cause', 'code'] as const),
      ({ from }) => new Date(from),
      ({ to }) => (to === null ? null : new Date(to)),
    ),
  );
  for (const row of removed.rows) {
    if (row.exclusion === null) continue;
    await client.query(
      `update outage set exclusion = $1, exclusion_reason = $2, excluded_by = $3, excluded_at = $10
       where station_id = $4 and evse_id is not distinct from $5 and connector_id is not distinct from $6 and cause = $7
         and from_at < coalesce($9::timestamptz, 'infinity') and coalesce(to_at, 'infinity') > $8 and exclusion is null`,
      [
        ...[row.exclusion, row.exclusion_reason, row.excluded_by, row.station_id, row.evse_id, row.connector_id],
        ...[row.cause, row.from_at, row.to_at, row.excluded_at],
      ],
    );
  }
}

export async function writeStates(client: ClientBase, states: ReadonlyMap<string, StationState>): Promise<void> {
  await client.query(
    `insert into outage_station (station_id, state)
     select told.* from unnest($1::text[], $2::jsonb[]) as told (station_id, state) join station on station.id = told.station_id
     on conflict (station_id) do update set state = excluded.state`,
    [[...states.keys()], [...states.values()].map((state) => JSON.stringify(state))],
  );
  const connectors = [...states].flatMap(([stationId, state]) =>
    Object.entries(state.connectors).map(([key, { since }]) => {
      const [evseId = 0, connectorId = 0] = key.split('.').map(Number);
      return { stationId, evseId, connectorId, since: new Date(since) };
    }),
  );
  await client.query(
    `insert into outage_connector as known (station_id, evse_id, connector_id, since_at)
     select told.* from unnest($1::text[], $2::integer[], $3::integer[], $4::timestamptz[])
       as told (station_id, evse_id, connector_id, since_at) join station on station.id = told.station_id
     on conflict (station_id, evse_id, connector_id) do update set since_at = excluded.since_at
       where known.since_at <> excluded.since_at`,
    listsOf(connectors, 'stationId', 'evseId', 'connectorId', 'since'),
  );
}

export type ExclusionRow = {
  id: string;
  exclusion: OutageExclusion | null;
  exclusionReason: string;
  excludedBy: string;
  excludedAt: Date;
};

export const exclusions = changeProjection<ExclusionRow>({ name: 'outage exclusions', table: 'outage', key: ['id'] });
