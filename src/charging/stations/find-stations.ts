import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type {
  ConnectorStatus,
  OcppVersion,
  OfflineReason,
  Station,
  StationFilter,
  StationPage,
} from '#contract/stations/station.ts';
import { type AtSites, atSitesSql } from '../at-sites.ts';
import { readRows } from '../rows.ts';
import type { StationCommands, StationContest } from '../station-commands.ts';
import type { LastSeen } from './last-seen.ts';
import type { PendingStation, PendingStations } from './pending-stations.ts';

export type FindNeeds = {
  pool: Pool;
  pendingStations: PendingStations;
  lastSeen: LastSeen;
  stationCommands: Pick<StationCommands, 'contestOf'>;
};

/** Accepted stations and pending ones, as one list in the order of their ids. */
export async function findStations(needs: FindNeeds, wanted: StationFilter & AtSites): Promise<StationPage> {
  const { pool, pendingStations } = needs;
  const query = toQuery(wanted);
  // A pending station stands at no site.
  const waiting = wanted.atSites === undefined ? pendingStations.all() : [];
  const pending = wanted.state === undefined || wanted.state === 'pending' ? waiting : [];
  const [own, counts] = await Promise.all([
    readStations(pool, { ...query, limit: wanted.limit + 1 }),
    countStations(pool, query),
  ]);
  const known = own.map((station) => withMemory(needs, station));
  const fittingPending = pending.map(pendingStation).filter((station) => fits(station, wanted));
  const strangers = fittingPending.filter((station) => wanted.after === undefined || station.id > wanted.after);
  const ours = wanted.state === 'pending' ? known.filter(({ link }) => link.state === 'pending') : known;
  const all = [...ours, ...strangers.filter(({ id }) => !ours.some((station) => station.id === id))].toSorted(byId);
  const page = all.slice(0, wanted.limit);
  return {
    stations: page,
    next: all.length > wanted.limit ? (page.at(-1)?.id ?? null) : null,
    total: (wanted.state === 'pending' ? 0 : counts.fitting) + fittingPending.length,
    counts: { online: counts.online, offline: counts.offline, pending: waiting.length },
  };
}

export async function getStation(needs: FindNeeds, stationId: string): Promise<Station> {
  const [station] = await readStations(needs.pool, { ids: [stationId], limit: 1 });
  if (station !== undefined) return withMemory(needs, station);
  const pending = needs.pendingStations.get(stationId);
  if (pending !== undefined) return pendingStation(pending);
  throw new SigecError('NOT_FOUND', `There is no station "${stationId}". List the stations to see which there are.`);
}

/** Those that there are, in no order: of many that are named, such as those that changed. */
export async function stationsNamed(needs: FindNeeds, ids: readonly string[]): Promise<Station[]> {
  const own = await readStations(needs.pool, { ids, limit: ids.length });
  const known = new Set(own.map(({ id }) => id));
  const strangers = ids.flatMap((id) => (known.has(id) ? [] : (needs.pendingStations.get(id) ?? [])));
  return [...own.map((station) => withMemory(needs, station)), ...strangers.map(pendingStation)];
}

function toQuery({ state, status, search, after, limit, atSites }: StationFilter & AtSites): StationQuery {
  return { isOnline: state === undefined ? undefined : state === 'online', status, search, after, limit, atSites };
}

/** What only memory knows: the last heartbeat, and that a known station is pending with a wrong password. */
function withMemory({ pendingStations, lastSeen, stationCommands }: FindNeeds, station: Station): Station {
  const seenAt = lastSeen.of(station.id)?.toISOString() ?? null;
  const lastSeenAt =
    seenAt !== null && (station.lastSeenAt === null || seenAt > station.lastSeenAt) ? seenAt : station.lastSeenAt;
  const pending = station.link.state === 'offline' ? pendingStations.get(station.id) : undefined;
  const link = pending === undefined ? station.link : linkOf(pending);
  const contest = stationCommands.contestOf(station.id);
  return { ...station, lastSeenAt, link, ...(contest !== null && { contest: contestShown(contest) }) };
}

function contestShown({ since, lastAt, frozenUntil, ...contest }: StationContest): Station['contest'] {
  return {
    ...contest,
    since: since.toISOString(),
    lastAt: lastAt.toISOString(),
    frozenUntil: frozenUntil?.toISOString() ?? null,
  };
}

export function pendingStation(pending: PendingStation): Station {
  return {
    id: pending.stationId,
    link: linkOf(pending),
    vendor: pending.boot?.vendor ?? null,
    model: pending.boot?.model ?? null,
    serialNumber: pending.boot?.serialNumber ?? null,
    firmwareVersion: pending.boot?.firmwareVersion ?? null,
    bootedAt: null,
    bootReason: pending.boot?.reason ?? null,
    lastSeenAt: pending.lastAt.toISOString(),
    hasPassword: false,
    acceptedAt: null,
    acceptedBy: null,
    rejection: null,
    connectors: [],
  };
}

function linkOf({ since, reason, version, address, attempts }: PendingStation): Station['link'] {
  return { state: 'pending', since: since.toISOString(), reason, version, address, attempts };
}

function fits(station: Station, { status, search }: StationFilter): boolean {
  if (status !== undefined) return false;
  const text = [station.id, station.vendor, station.model, station.serialNumber].join(' ').toLowerCase();
  return search === undefined || text.includes(search.toLowerCase());
}

function byId(a: Station, b: Station): number {
  return a.id < b.id ? -1 : 1;
}

type StationRow = Omit<Station, 'link' | 'rejection' | 'passwordExemption' | 'place'> & {
  place: Station['place'] | null;
  passwordExemption: Station['passwordExemption'] | null;
  rejectedAt: string | null;
  rejectedBy: string | null;
  rejectedWhy: string | null;
  linkNode: string | null;
  linkVersion: OcppVersion | null;
  linkAddress: string | null;
  linkChangedAt: string | null;
  offlineReason: OfflineReason | null;
};

type StationQuery = AtSites & {
  ids?: readonly string[] | undefined;
  isOnline?: boolean | undefined;
  status?: ConnectorStatus | undefined;
  search?: string | undefined;
  after?: string | undefined;
  limit: number;
};

const filter = `
  ($1::text[] is null or station.id = any($1))
  and ($2::boolean is null or (link_node is not null) = $2)
  and ($3::text is null or exists (
    select from connector where station_id = station.id and status = $3 and (evse_id > 0 or $3 <> 'available')))
  and ($4::text is null or concat_ws(' ', station.id, vendor, model, serial_number) ilike '%' || $4 || '%')
  and ($5::text[] is null or ${atSitesSql('station.id', '$5')})`;

function utc(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Stations in the order of their ids, which never jumps, whatever happens to them. */
async function readStations(pool: Pool, query: StationQuery): Promise<Station[]> {
  const rows = await readRows<StationRow>(
    pool,
    `select id, vendor, model, serial_number, firmware_version, booted_at, boot_reason, last_seen_at,
       password_hash is not null as has_password, accepted_at, accepted_by, rejected_at, rejected_by, rejected_why, link_node,
       link_version, link_address, link_changed_at, offline_reason, (
       select coalesce(jsonb_agg(jsonb_build_object(
         'evseId', evse_id, 'connectorId', connector_id, 'status', status, 'activity', activity, 'reason', reason,
         'changedAt', ${utc('changed_at')}) order by evse_id, connector_id), '[]')
       from connector where station_id = station.id) as connectors, (
       select jsonb_build_object('network', network, 'until', ${utc('until')}, 'why', why, 'grantedAt', ${utc('granted_at')}, 'grantedBy', granted_by)
       from station_password_exemption where station_id = station.id and until > now()) as password_exemption, (
       select jsonb_build_object('siteId', site_id, 'note', note) from station_place where station_id = station.id) as place
     from station
     where ${filter} and ($6::text is null or station.id collate "C" > $6)
     order by station.id collate "C"
     limit $7`,
    [...filterValues(query), query.after ?? null, query.limit],
  );
  return rows.map(toStation);
}

async function countStations(
  pool: Pool,
  query: StationQuery,
): Promise<{ fitting: number; online: number; offline: number }> {
  const { rows } = await pool.query<{ fitting: number; online: number; all: number }>(
    `select count(*) filter (where ${filter}) as fitting, count(*) filter (where link_node is not null) as online, count(*) as all
     from station where $5::text[] is null or ${atSitesSql('station.id', '$5')}`,
    filterValues(query),
  );
  const { fitting = 0, online = 0, all = 0 } = rows[0] ?? {};
  return { fitting, online, offline: all - online };
}

function filterValues({ ids, isOnline, status, search, atSites }: StationQuery): unknown[] {
  return [
    ids ?? null,
    isOnline ?? null,
    status ?? null,
    search?.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`) ?? null,
    atSites ?? null,
  ];
}

function toStation({ rejectedAt, rejectedBy, rejectedWhy, passwordExemption, place, ...row }: StationRow): Station {
  const { linkNode, linkVersion: version, linkAddress, linkChangedAt: since, offlineReason, ...station } = row;
  return {
    ...station,
    link:
      linkNode !== null && version !== null && since !== null
        ? { state: 'online', since, version, address: linkAddress ?? '' }
        : { state: 'offline', since, reason: offlineReason ?? 'never-connected' },
    rejection: rejectedAt === null ? null : { at: rejectedAt, by: rejectedBy ?? '', why: rejectedWhy },
    ...(place !== null && { place }),
    ...(passwordExemption !== null && { passwordExemption }),
  };
}
