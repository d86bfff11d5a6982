import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { Station, StationFilter, StationPage } from '#contract/stations/station.ts';
import type { StationCommands, StationContest } from '../station-commands.ts';
import type { Knock, Knocks } from './knocks.ts';
import type { LastSeen } from './last-seen.ts';
import { countStations, readStations, type StationQuery } from './station-store.ts';

export type FindNeeds = {
  pool: Pool;
  knocks: Knocks;
  lastSeen: LastSeen;
  stationCommands: Pick<StationCommands, 'contestOf'>;
};

/** Stations of ours and stations that knock, as one list in the order of their ids. */
export async function findStations(needs: FindNeeds, wanted: StationFilter): Promise<StationPage> {
  const { pool, knocks } = needs;
  const query = toQuery(wanted);
  const knocking = wanted.state === undefined || wanted.state === 'knocking' ? knocks.all() : [];
  const [own, counts] = await Promise.all([
    readStations(pool, { ...query, limit: wanted.limit + 1 }),
    countStations(pool, query),
  ]);
  const known = own.map((station) => withMemory(needs, station));
  const fittingKnocks = knocking.map(knockingStation).filter((station) => fits(station, wanted));
  const strangers = fittingKnocks.filter((station) => wanted.after === undefined || station.id > wanted.after);
  const ours = wanted.state === 'knocking' ? known.filter(({ link }) => link.state === 'knocking') : known;
  const all = [...ours, ...strangers.filter(({ id }) => !ours.some((station) => station.id === id))].toSorted(byId);
  const page = all.slice(0, wanted.limit);
  return {
    stations: page,
    next: all.length > wanted.limit ? (page.at(-1)?.id ?? null) : null,
    total: (wanted.state === 'knocking' ? 0 : counts.fitting) + fittingKnocks.length,
    counts: { online: counts.online, offline: counts.offline, knocking: knocks.all().length },
  };
}

export async function getStation(needs: FindNeeds, stationId: string): Promise<Station> {
  const [station] = await readStations(needs.pool, { id: stationId, limit: 1 });
  if (station !== undefined) return withMemory(needs, station);
  const knock = needs.knocks.get(stationId);
  if (knock !== undefined) return knockingStation(knock);
  throw new SigecError('NOT_FOUND', `There is no station "${stationId}". List the stations to see which there are.`);
}

function toQuery({ state, status, search, after, limit }: StationFilter): StationQuery {
  return { isOnline: state === undefined ? undefined : state === 'online', status, search, after, limit };
}

/** What only memory knows: the last heartbeat, and that a known station stands at the door with a wrong password. */
function withMemory({ knocks, lastSeen, stationCommands }: FindNeeds, station: Station): Station {
  const seenAt = lastSeen.of(station.id)?.toISOString() ?? null;
  const lastSeenAt =
    seenAt !== null && (station.lastSeenAt === null || seenAt > station.lastSeenAt) ? seenAt : station.lastSeenAt;
  const knock = station.link.state === 'offline' ? knocks.get(station.id) : undefined;
  const link = knock === undefined ? station.link : linkOf(knock);
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

export function knockingStation(knock: Knock): Station {
  return {
    id: knock.stationId,
    link: linkOf(knock),
    vendor: knock.boot?.vendor ?? null,
    model: knock.boot?.model ?? null,
    serialNumber: knock.boot?.serialNumber ?? null,
    firmwareVersion: knock.boot?.firmwareVersion ?? null,
    bootedAt: null,
    bootReason: knock.boot?.reason ?? null,
    lastSeenAt: knock.lastAt.toISOString(),
    hasPassword: false,
    acceptedAt: null,
    acceptedBy: null,
    rejection: null,
    connectors: [],
  };
}

function linkOf({ since, reason, version, address, attempts }: Knock): Station['link'] {
  return { state: 'knocking', since: since.toISOString(), reason, version, address, attempts };
}

function fits(station: Station, { status, search }: StationFilter): boolean {
  if (status !== undefined) return false;
  const text = [station.id, station.vendor, station.model, station.serialNumber].join(' ').toLowerCase();
  return search === undefined || text.includes(search.toLowerCase());
}

function byId(a: Station, b: Station): number {
  return a.id < b.id ? -1 : 1;
}
