import type { Pool } from 'pg';
import type { ListState } from '#contract/access/local-list.ts';
import type { RefusalReason } from '#contract/access/token.ts';
import type { Sentence } from '#contract/problems/problem-words.ts';
import type { DesiredSettingName } from '#contract/stations/desired-setting.ts';
import type { SecuritySeverity } from '#contract/stations/security.ts';
import type { Connector, OfflineReason } from '#contract/stations/station.ts';
import { type AtSites, atSitesSql } from '../at-sites.ts';
import { readRows } from '../rows.ts';

/** Of one kind of trouble: the first rows, and how many there are. */
export type Troubles<Row> = { rows: Row[]; count: number };

export type Reading = AtSites & { limit: number };

export type FaultedRow = { stationId: string; since: string; connectors: Omit<Connector, 'status' | 'activity'>[] };

/** A station that is offline is told as that: nobody knows whether it is still broken. */
export function readFaulted(pool: Pool, reading: Reading): Promise<Troubles<FaultedRow>> {
  return readTroubles(pool, reading, {
    select: `select station_id, max(changed_at) as since, jsonb_agg(jsonb_build_object('evseId', evse_id, 'connectorId', connector_id,
        'reason', reason, 'changedAt', to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by evse_id, connector_id) as connectors
      from connector join station on station.id = connector.station_id and station.link_node is not null
      where connector.status = 'faulted'`,
    station: 'connector.station_id',
    rest: 'group by station_id',
    order: 'since desc, station_id',
  });
}

export type EnergyRow = {
  siteId: string;
  stationId: string | null;
  trouble: string;
  subject: string;
  title: Sentence;
  since: string;
};

/** Of sites that are planned for; troubles of others are nobody's any more. */
export function readEnergy(pool: Pool, reading: Reading): Promise<Troubles<EnergyRow>> {
  return readTroubles(pool, reading, {
    select: `select energy_trouble.site_id, station_id, trouble, subject, title, since
      from energy_trouble join site_energy on site_energy.site_id = energy_trouble.site_id
      where ended_at is null and removed_at is null and settings ->> 'mode' <> 'off'`,
    here: 'energy_trouble.site_id = any($2)',
    order: "trouble = 'limit-not-safe' desc, since desc, site_id, subject",
  });
}

export type OfflineRow = { stationId: string; since: string | null; reason: OfflineReason };

export function readOffline(
  pool: Pool,
  { except, ...reading }: Reading & { except: readonly string[] },
): Promise<Troubles<OfflineRow>> {
  return readTroubles(pool, reading, {
    select: `select station.id as station_id, link_changed_at as since, coalesce(offline_reason, 'never-connected') as reason
      from station where link_node is null and rejected_at is null and not station.id = any($3)`,
    station: 'station.id',
    order: 'since desc nulls last, station_id',
    values: [except],
  });
}

export type SecurityRow = {
  stationId: string;
  eventId: string;
  type: string;
  severity: SecuritySeverity;
  since: string;
};

/** What nobody has acknowledged yet; notices are part of every day. */
export function readSecurityEvents(pool: Pool, reading: Reading): Promise<Troubles<SecurityRow>> {
  return readTroubles(pool, reading, {
    select: `select station_id, id as event_id, type, severity, happened_at as since
      from security_event where acknowledged_at is null and severity <> 'notice'`,
    station: 'station_id',
    order: "severity = 'critical' desc, since desc, event_id",
  });
}

export type SettingsRow = { stationId: string; since: string; names: DesiredSettingName[]; awaitsReboot: boolean };

/** What a station refused or will not know before it restarts; what is only on its way needs nobody. */
export function readSettings(pool: Pool, reading: Reading): Promise<Troubles<SettingsRow>> {
  return readTroubles(pool, reading, {
    select: `select station_id, max(since) as since, array_agg(name order by name) as names,
        bool_and(state = 'awaits-reboot') as awaits_reboot
      from desired_setting where state in ('refused', 'awaits-reboot')`,
    station: 'station_id',
    rest: 'group by station_id',
    order: 'since desc, station_id',
  });
}

export type ListRow = { stationId: string; since: string | null; state: ListState };

export function readLists(pool: Pool, reading: Reading): Promise<Troubles<ListRow>> {
  return readTroubles(pool, reading, {
    select: `select station_id, since, state from local_list
      where state in ('refused', 'version-mismatch') and mode is distinct from 'off' and mode is distinct from 'manual'`,
    station: 'station_id',
    order: 'since desc nulls last, station_id',
  });
}

export type OddSessionRow = { stationId: string; sessionId: string; since: string; flags: string[] };

/** Of the last day: what makes its energy or its money doubtful. That a station was offline for a while, for example, does not. */
const doubtful = [
  ...['no-start', 'has-gap', 'meter-reset', 'suspect', 'wrong-unit', 'several-ends', 'ends-before-start'],
  ...['unusable-value', 'conflict', 'overlaps', 'closed-inferred'],
];

export function readOddSessions(pool: Pool, reading: Reading & { since: Date }): Promise<Troubles<OddSessionRow>> {
  return readTroubles(pool, reading, {
    select: `select station_id, id as session_id, begun_at as since, flags from session
      where flags <> '{}' and state <> 'merged' and begun_at > $3 and flags && $4`,
    station: 'station_id',
    order: 'since desc, session_id',
    values: [reading.since, doubtful],
  });
}

export type RejectedRow = {
  stationId: string;
  tokenId: string | null;
  label: string | null;
  reason: RefusalReason;
  times: number;
  since: string;
};

export function readRejected(pool: Pool, reading: Reading & { since: Date }): Promise<Troubles<RejectedRow>> {
  return readTroubles(pool, reading, {
    select: `select refusal.station_id, refusal.token_id, min(token.label) as label, refusal.reason, count(*)::integer as times,
        max(refusal.happened_at) as since
      from refusal left join token on token.id = refusal.token_id where refusal.happened_at > $3`,
    station: 'refusal.station_id',
    rest: 'group by refusal.station_id, refusal.token_id, refusal.reason',
    order: 'since desc, station_id, token_id',
    values: [reading.since],
  });
}

type Question = {
  /** With a condition, so that another one can follow. */
  select: string;
  rest?: string;
  order: string;
  /** From $3 on. */
  values?: readonly unknown[];
} & (
  | {
      /** Which column names the station. */
      station: string;
    }
  | {
      /** The condition that it is at one of the sites $2. */
      here: string;
    }
);

async function readTroubles<Row extends object>(
  pool: Pool,
  { atSites, limit }: Reading,
  { select, rest = '', order, values = [], ...place }: Question,
): Promise<Troubles<Row>> {
  const here = 'here' in place ? place.here : atSitesSql(place.station, '$2');
  const rows = await readRows<Row & { count: number }>(
    pool,
    `with trouble as (${select} and ($2::text[] is null or ${here}) ${rest})
     select *, count(*) over ()::integer as count from trouble order by ${order} limit $1`,
    [limit, atSites ?? null, ...values],
  );
  return { rows, count: rows[0]?.count ?? 0 };
}
