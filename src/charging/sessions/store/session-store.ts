import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type {
  ExportedSession,
  ListedSession,
  Session,
  SessionFilter,
  SessionPage,
  SessionQuery,
} from '#contract/sessions/session.ts';
import { type AtSites, atSitesSql } from '../../at-sites.ts';
import { readPowers } from '../energy/session-power.ts';
import { readListedCosts } from './listed-costs.ts';
import { type SessionState, toState } from './session-state.ts';

type SessionRow = SessionState & { id: string; begun_at: Date };

const maxCounted = 10_000;
const exportPage = 1_000;

/** Newest first by when they began. New sessions come before the first page, so the pages after it stay as they are. */
export async function readSessions(
  pool: Pool,
  { limit, after, total, ...filter }: SessionQuery & AtSites,
): Promise<SessionPage> {
  const [rows, counted] = await Promise.all([
    readRows(pool, filter, { after, limit: limit + 1 }),
    total ? countSessions(pool, filter) : null,
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    sessions: await asListed(pool, shown.map(toSession)),
    next: rows.length > limit && last !== undefined ? placeOf(last) : null,
    total: counted,
  };
}

export async function* eachSession(pool: Pool, filter: SessionFilter & AtSites): AsyncGenerator<ExportedSession[]> {
  let after: string | undefined;
  while (true) {
    const rows = await readRows(pool, filter, { after, limit: exportPage });
    const sessions = rows.map(toSession);
    const last = rows.at(-1);
    rows.length = 0; // what is left of a query lives until the next full tidying up, and the rows of all queries with it
    if (last !== undefined) yield await withCost(pool, sessions);
    if (last === undefined || sessions.length < exportPage) return;
    after = placeOf(last);
  }
}

export async function readSession(pool: Pool, id: string): Promise<Session | undefined> {
  const { rows } = await pool.query<SessionRow>('select * from session where id = $1', [id]);
  return rows.map(toSession)[0];
}

export async function readSessionByRef(pool: Pool, stationId: string, ref: string): Promise<Session | undefined> {
  const { rows } = await pool.query<SessionRow>('select * from session where station_id = $1 and ref = $2', [
    stationId,
    ref,
  ]);
  return rows.map(toSession)[0];
}

/** Stations choose their names for sessions themselves, so several may have the same one; newest first. */
export async function readSessionsNamed(pool: Pool, ref: string, limit: number): Promise<Session[]> {
  // By way of the stations: the index of sessions begins with them.
  const { rows } = await pool.query<SessionRow>(
    `select session.* from station join session on session.station_id = station.id and session.ref = $1
     where session.state <> 'merged' order by begun_at desc, session.id desc limit $2`,
    [ref, limit],
  );
  return rows.map(toSession);
}

/** As lists show them, in no particular order; names that there are no sessions of are left out. */
export async function readSessionsByRef(
  pool: Pool,
  named: readonly { stationId: string; ref: string }[],
): Promise<ListedSession[]> {
  const { rows } = await pool.query<SessionRow>(
    `select session.* from unnest($1::text[], $2::text[]) as named (station_id, ref) join session using (station_id, ref)`,
    [named.map(({ stationId }) => stationId), named.map(({ ref }) => ref)],
  );
  return asListed(pool, rows.map(toSession));
}

/** The start keys of those sessions that there are, by their identities (`station\nref`). */
export async function readStartKeys(
  pool: Pool,
  identities: readonly string[],
): Promise<Map<string, { startKey: string | null }>> {
  const { rows } = await pool.query<{ station_id: string; ref: string; start_key: string | null }>(
    `select session.station_id, session.ref, start_key from unnest($1::text[], $2::text[]) as given (station_id, ref)
     join session on session.station_id = given.station_id and session.ref = given.ref`,
    [identities.map((identity) => identity.split('\n')[0]), identities.map((identity) => identity.split('\n')[1])],
  );
  return new Map(rows.map(({ station_id, ref, start_key }) => [`${station_id}\n${ref}`, { startKey: start_key }]));
}

/** By station: the refs of its running sessions, each with its EVSE, the oldest first. */
export async function readRunning(
  pool: Pool,
  stationIds: readonly string[],
): Promise<Map<string, [ref: string, evseId: number][]>> {
  const { rows } = await pool.query<{ station_id: string; ref: string; evse_id: number }>(
    `select station_id, ref, evse_id from session
     where station_id = any($1) and state = 'running' and evse_id is not null order by begun_at`,
    [stationIds],
  );
  const byStation = Map.groupBy(rows, ({ station_id }) => station_id);
  return new Map(
    [...byStation].map(([stationId, running]) => [stationId, running.map(({ ref, evse_id }) => [ref, evse_id])]),
  );
}

type Page = { after: string | undefined; limit: number };

async function readRows(pool: Pool, filter: SessionFilter & AtSites, { after, limit }: Page): Promise<SessionRow[]> {
  const { where, values } = conditionsOf(filter, after);
  const { rows } = await pool.query<SessionRow>(
    `select * from session ${where} order by begun_at desc, id desc limit $${values.length + 1}`,
    [...values, limit],
  );
  return rows;
}

/** Up to a bound: nobody reads the difference between 10,000 and 10 million, and counting them all takes seconds. */
async function countSessions(pool: Pool, filter: SessionFilter & AtSites): Promise<SessionPage['total']> {
  const { where, values } = conditionsOf(filter);
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (select 1 from session ${where} limit ${maxCounted + 1}) as counted`,
    values,
  );
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, maxCounted), isAtLeast: count > maxCounted };
}

/** Only what was asked for is written: a statement that allows for every filter could use the index of none. */
export function conditionsOf(filter: SessionFilter & AtSites, after?: string): { where: string; values: unknown[] } {
  if (filter.evseId !== undefined && filter.stationId === undefined)
    throw new SigecError('INVALID_INPUT', 'evseId counts within a station: give stationId with it.');
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ...when(filter.stationId, (id) => [`station_id = ${given(id)}`]),
    ...when(filter.evseId, (id) => [`evse_id = ${given(id)}`]),
    ...when(filter.siteId, (id) => [atSitesSql('station_id', `array[${given(id)}::text]`)]),
    ...when(filter.atSites, (sites) => [atSitesSql('station_id', given(sites))]),
    stateConditions[filter.state ?? 'any'],
    ...when(filter.tokenHash, (hash) => [`token_hash = ${given(hash)}`]),
    ...when(filter.from, (from) => [`begun_at >= ${moment(given(Date.parse(from)))}`]),
    ...when(filter.to, (to) => [`begun_at < ${moment(given(Date.parse(to)))}`]),
    ...when(filter.flag, (flag) => ["flags <> '{}'", `flags @> array[${given(flag)}::text]`]),
    ...when(filter.isFlagged, (isFlagged) => [isFlagged ? "flags <> '{}'" : "flags = '{}'"]),
    ...when(filter.minimumEnergyWh, (wattHours) => energyConditions(Math.ceil(wattHours * 1000), given)),
    ...when(after, (place) => {
      const [ms = '', id = ''] = place.split('.');
      return [`(begun_at, id) < (${moment(given(ms))}, ${given(id)}::uuid)`];
    }),
  ];
  return { where: `where ${conditions.join(' and ')}`, values };
}

/** Written out, since a parameter would hide that the index of the running ones is enough. */
const stateConditions = {
  running: "state = 'running'",
  ended: "state = 'ended'",
  merged: "state = 'merged'",
  any: "state <> 'merged'",
} satisfies Record<Session['state'] | 'any', string>;

const stepMwh = 10_000_000;

function energyConditions(mwh: number, given: (value: unknown) => string): string[] {
  const exactly = `energy_mwh >= ${given(mwh)}`;
  if (mwh < stepMwh) return [exactly];
  return [exactly, 'energy_step > 0', `energy_step >= ${given(Math.floor(mwh / stepMwh))}`];
}

function when<Value>(value: Value | undefined, conditions: (value: Value) => string[]): string[] {
  return value === undefined ? [] : conditions(value);
}

/** Where a page ended. It keeps the time, so that a start told late does not move it. */
function placeOf({ begun_at, id }: SessionRow): string {
  return `${begun_at.getTime()}.${id}`;
}

/** Of milliseconds: years before 1 and after 9999 cannot be written so that PostgreSQL reads them. */
function moment(ms: string): string {
  return `to_timestamp(${ms}::double precision / 1000)`;
}

async function asListed(pool: Pool, sessions: readonly Session[]): Promise<ListedSession[]> {
  const running = sessions.filter(({ state }) => state === 'running');
  const [powers, costs] = await Promise.all([readPowers(pool, running), readListedCosts(pool, sessions)]);
  return sessions.map((session) => ({
    ...session,
    cost: costs.get(session.id) ?? null,
    powerW: powers.get(session.id) ?? null,
  }));
}

async function withCost(pool: Pool, sessions: readonly Session[]): Promise<ExportedSession[]> {
  const costs = await readListedCosts(pool, sessions);
  return sessions.map((session) => ({ ...session, cost: costs.get(session.id) ?? null }));
}

function toSession(row: SessionRow): Session {
  const { startKey, firstSeq, lastSeq, endSeq, firstRegister, lastRegister, lastAt, energyMwh, ...state } =
    toState(row);
  return {
    id: row.id,
    stationId: row.station_id,
    ...state,
    energyWh: wattHours(energyMwh),
    firstRegisterWh: wattHours(firstRegister?.mwh),
    lastRegisterWh: wattHours(lastRegister?.mwh),
    lastEventAt: lastAt,
  };
}

function wattHours(mwh: number | null = null): number | null {
  return mwh === null ? null : mwh / 1000;
}

export async function readStationsCharging(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ station_id: string }>(
    `select distinct station_id from session where state = 'running'`,
  );
  return new Set(rows.map(({ station_id }) => station_id));
}
