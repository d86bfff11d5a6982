import type { Pool } from 'pg';
import type {
  Campaign,
  CampaignPlan,
  CampaignReason,
  CampaignStationState,
  CampaignTarget,
} from '#contract/campaigns/campaign.ts';
import { changeProjection, readRows, tableProjection } from '../rows.ts';
import type { Success } from './judge-stage.ts';

export type CampaignRow = {
  id: string;
  name: string;
  plan: CampaignPlan;
  state: Campaign['state'];
  stage: number;
  stages: readonly number[];
  createdAt: Date;
  createdBy: string;
};

export const newCampaigns = tableProjection<CampaignRow>({ name: 'campaigns', table: 'campaign', key: ['id'] });

export type CampaignChange = { id: string } & Partial<
  Pick<Campaign, 'state' | 'stage' | 'stop' | 'why'> & { success: Campaign['firstTimeSuccess']; endedAt: Date | null }
>;

export const changedCampaigns = changeProjection<CampaignChange>({
  name: 'changed campaigns',
  table: 'campaign',
  key: ['id'],
});

/** What a station was like before it was asked. */
export type Before = {
  version: string | null;
  /** Connectors that were faulted already, as `evse:connector`. */
  faulted: readonly string[];
  /** Of settings. */
  values?: readonly { name: string; value: string | null }[];
};

export type CampaignStationRow = {
  campaignId: string;
  stationId: string;
  place: number;
  stage: number;
  state: CampaignStationState;
  reason: CampaignReason | null;
  changedAt: Date;
};

export const newCampaignStations = tableProjection<CampaignStationRow>({
  name: 'campaign stations',
  table: 'campaign_station',
  key: ['campaignId', 'stationId'],
});

export type CampaignStationChange = Pick<CampaignStationRow, 'campaignId' | 'stationId' | 'state' | 'changedAt'> & {
  reason?: CampaignReason | null;
  before?: Before;
  askedAt?: Date | null;
  inPlaceAt?: Date;
};

export const changedCampaignStations = changeProjection<CampaignStationChange>({
  name: 'changed campaign stations',
  table: 'campaign_station',
  key: ['campaignId', 'stationId'],
});

type StoredCampaign = Omit<CampaignRow, 'createdAt'> &
  Pick<Campaign, 'stop' | 'why' | 'createdAt' | 'endedAt'> & {
    success: Campaign['firstTimeSuccess'];
    counts: Partial<Campaign['counts']> | null;
    touched: number;
    total: number;
  };

const campaigns = `select campaign.*, counted.counts, coalesce(counted.total, 0) as total, coalesce(counted.touched, 0) as touched
  from campaign left join lateral (
    select jsonb_object_agg(state, stations) as counts, sum(stations)::integer as total, sum(asked)::integer as touched
    from (select state, count(*) as stations, count(asked_at) as asked from campaign_station
          where campaign_id = campaign.id group by state) as each) as counted on true`;

export async function readCampaigns(pool: Pool, limit: number): Promise<Campaign[]> {
  return (await readRows<StoredCampaign>(pool, `${campaigns} order by created_at desc limit $1`, [limit])).map(shown);
}

export async function readCampaign(pool: Pool, id: string): Promise<Campaign | undefined> {
  const [row] = await readRows<StoredCampaign>(pool, `${campaigns} where campaign.id = $1`, [id]);
  return row && shown(row);
}

/** Campaigns in which something may have to be done: stopped and canceled ones while stations are rolled back. */
export async function readOpenCampaigns(pool: Pool): Promise<Campaign[]> {
  const rows = await readRows<StoredCampaign>(
    pool,
    `${campaigns} where campaign.state in ('running', 'paused')
       or exists (select from campaign_station where campaign_id = campaign.id and state in ('rolling-back', 'asked', 'checking'))
     order by created_at`,
  );
  return rows.map(shown);
}

const noCounts: Campaign['counts'] = {
  waiting: 0,
  asked: 0,
  checking: 0,
  done: 0,
  failed: 0,
  skipped: 0,
  'rolling-back': 0,
  'rolled-back': 0,
};

function shown({ plan, success, counts, ...row }: StoredCampaign): Campaign {
  const { id, state, stage, stages, touched, total, stop, why, createdAt, createdBy, endedAt } = row;
  return {
    ...plan,
    id,
    state,
    stage,
    stages: [...stages],
    counts: { ...noCounts, ...counts },
    touched,
    total,
    stop,
    why,
    firstTimeSuccess: success,
    createdAt,
    createdBy,
    endedAt,
  };
}

/** A station of a campaign, as it is now. */
export type StationNow = {
  stationId: string;
  place: number;
  stage: number;
  state: CampaignStationState;
  reason: CampaignReason | null;
  before: Before | null;
  askedAt: Date | null;
  inPlaceAt: Date | null;
  changedAt: Date;
  version: string | null;
  bootedAt: Date | null;
  isOnline: boolean;
  isHere: boolean;
  isCharging: boolean;
  /** Another campaign is at it. */
  isBusy: boolean;
  faulted: readonly string[];
  siteId: string | null;
  timeZone: string | null;
};

const stationFacts = `station.firmware_version as version, station.booted_at as "bootedAt",
  station.link_node is not null and station.offline_reason is null as "isOnline",
  coalesce(station.link_node = $2 and station.offline_reason is null, false) as "isHere",
  exists (select from session where session.station_id = station.id and session.state = 'running') as "isCharging",
  coalesce((select array_agg(evse_id || ':' || connector_id) from connector
    where connector.station_id = station.id and connector.status = 'faulted'), '{}') as faulted,
  station_place.site_id as "siteId", site.time_zone as "timeZone"`;
const places = `left join station_place on station_place.station_id = station.id left join site on site.id = station_place.site_id`;

export async function readStationsNow(pool: Pool, campaignId: string, nodeId: string): Promise<StationNow[]> {
  const { rows } = await pool.query<StationNow>(
    `select part.station_id as "stationId", part.place, part.stage, part.state, part.reason, part.before, part.asked_at as "askedAt",
       part.in_place_at as "inPlaceAt", part.changed_at as "changedAt", ${stationFacts},
       exists (select from campaign_station as other where other.station_id = part.station_id and other.campaign_id <> part.campaign_id
         and other.state in ('asked', 'checking', 'rolling-back')) as "isBusy"
     from campaign_station as part join station on station.id = part.station_id ${places}
     where part.campaign_id = $1 order by part.place`,
    [campaignId, nodeId],
  );
  return rows;
}

export type Candidate = Pick<StationNow, 'stationId' | 'version' | 'isOnline' | 'isCharging'> & {
  vendor: string | null;
  model: string | null;
};

/** Stations of ours that fit; those that can be reached now go first, in an order that differs from campaign to campaign. */
export async function readCandidates(
  pool: Pool,
  { target, seed, limit }: { target: CampaignTarget; seed: string; limit: number },
): Promise<Candidate[]> {
  const { stationIds, siteIds, vendor, model, firmwareVersion } = target;
  const { rows } = await pool.query<Candidate>(
    `select * from (
       select station.id as "stationId", station.vendor, station.model, ${stationFacts}
       from station ${places}
       where station.accepted_at is not null and station.rejected_at is null
         and ($1::text[] is null or station.id = any($1)) and ($3::text[] is null or station_place.site_id = any($3))
         and ($4::text is null or station.vendor = $4) and ($5::text is null or station.model = $5)
         and ($6::text is null or station.firmware_version = $6)) as candidate
     order by not "isOnline", "isCharging", md5($7 || "stationId") limit $8`,
    [stationIds ?? null, null, siteIds ?? null, vendor ?? null, model ?? null, firmwareVersion ?? null, seed, limit],
  );
  return rows;
}

/** What a vehicle takes before anybody would say that it charges. */
const chargedMwh = 100_000;

/** Sessions at stations, each from its own moment on, and starts that a station refused although we asked for them. */
export async function readSuccess(
  pool: Pool,
  spans: readonly { stationId: string; from: Date; to: Date }[],
): Promise<Success> {
  const { rows } = await pool.query<{ visits: number; successes: number }>(
    `select coalesce(sum(visits), 0)::integer as visits, coalesce(sum(successes), 0)::integer as successes
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as span (station_id, from_at, to_at)
     cross join lateral (
       select count(*) as visits, count(*) filter (where energy_mwh >= ${chargedMwh}) as successes
       from bill where bill.station_id = span.station_id and bill.started_at >= span.from_at and bill.started_at < span.to_at
       union all
       select count(*), 0 from command where command.station_id = span.station_id and command.name = 'start-session'
         and command.status in ('rejected', 'no-answer') and command.asked_at >= span.from_at and command.asked_at < span.to_at
     ) as counted`,
    [
      spans.map(({ stationId }) => stationId),
      spans.map(({ from }) => from.toISOString()),
      spans.map(({ to }) => to.toISOString()),
    ],
  );
  return rows[0] ?? { visits: 0, successes: 0 };
}
