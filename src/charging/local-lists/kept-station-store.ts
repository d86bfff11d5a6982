import type { Pool } from 'pg';
import type { ListBecause, ListMode, ListState } from '#contract/access/local-list.ts';
import type { Admits, OfflinePolicy } from '#contract/stations/site.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { ListPlace } from './listable-token.ts';

export type KeptStation = {
  place: ListPlace;
  isOnline: boolean;
  /** Another node holds its connection, and looks after it. */
  isElsewhere: boolean;
  linkChangedAt: Date | null;
  bootedAt: Date | null;
  firmware: string | null;
  /** What its device model says of lists; null: not told. */
  told: ToldLimits;
  list: ListRow;
};

export type ToldLimits = {
  perMessage: number | null;
  bytesPerMessage: number | null;
  room: number | null;
  isAvailable: boolean | null;
  isEnabled: boolean | null;
};

export type ListRow = {
  mode: ListMode | null;
  pinned: string[] | null;
  version: number | null;
  digest: string | null;
  sentAt: Date | null;
  /** Of the list that is being sent, or of which a part was taken; null: it holds what `digest` says. */
  sendingDigest: string | null;
  refusal: string | null;
  reportedVersion: number | null;
  reportedAt: Date | null;
  limitsAskedAt: Date | null;
  state: Exclude<ListState, 'off'> | null;
  because: ListBecause | null;
  said: string | null;
  since: Date | null;
  triedAt: Date | null;
  triedFirmware: string | null;
  nextTryAt: Date | null;
  tries: number;
};

type Row = ListRow & {
  stationId: string;
  isOnline: boolean;
  isElsewhere: boolean;
  linkChangedAt: Date | null;
  bootedAt: Date | null;
  firmware: string | null;
  linkVersion: OcppVersion;
  siteId: string | null;
  ownAdmits: 'everyone' | 'groups' | null;
  ownGroups: string[] | null;
  siteGroups: string[] | null;
  offlinePolicy: OfflinePolicy | null;
  perMessage: string | null;
  bytesPerMessage: string | null;
  longest16: string | null;
  longest2: number | null;
  available: string | null;
  enabled: string | null;
  profiles: string | null;
};

/** `ids` null: every station of ours that ever spoke to us. */
export async function readKeptStations(
  pool: Pool,
  { nodeId, ids }: { nodeId: string; ids: readonly string[] | null },
): Promise<KeptStation[]> {
  const { rows } = await pool.query<Row>(
    `select station.id as "stationId", coalesce(link_version, '1.6') as "linkVersion", coalesce(link_node = $1 and offline_reason is null, false) as "isOnline",
       coalesce(link_node <> $1, false) as "isElsewhere", link_changed_at as "linkChangedAt", booted_at as "bootedAt", firmware_version as firmware,
       station_place.site_id as "siteId", station_place.admits as "ownAdmits", station_place.admitted_groups as "ownGroups",
       site.admitted_groups as "siteGroups", site.offline_policy as "offlinePolicy",
       mode, wanted_token_ids as pinned, local_list.version, digest, sent_at as "sentAt",
       sending_digest as "sendingDigest", refusal, reported_version as "reportedVersion", reported_at as "reportedAt",
       limits_asked_at as "limitsAskedAt",
       local_list.state, because, said, local_list.since, tried_at as "triedAt", tried_firmware as "triedFirmware", next_try_at as "nextTryAt", coalesce(tries, 0) as tries,
       told.*, entries.max_limit as "longest2"
     from station
     left join station_place on station_place.station_id = station.id
     left join site on site.id = station_place.site_id
     left join local_list on local_list.station_id = station.id
     left join lateral (
       select max(value) filter (where variable = 'ItemsPerMessage') as "perMessage",
         max(value) filter (where variable = 'BytesPerMessage') as "bytesPerMessage",
         max(value) filter (where variable = 'Available') as available,
         max(value) filter (where variable = 'Enabled') as enabled,
         max(value) filter (where variable = 'LocalAuthListMaxLength') as "longest16",
         max(value) filter (where variable = 'SupportedFeatureProfiles') as profiles
       from variable
       where station_id = station.id and attribute = 'actual' and evse_id = 0 and (component = 'LocalAuthListCtrlr'
         or (component = 'Vendor' and variable in ('LocalAuthListMaxLength', 'SupportedFeatureProfiles')))
     ) told on true
     left join variable_characteristics as entries on entries.station_id = station.id
       and entries.component = 'LocalAuthListCtrlr' and entries.variable = 'Entries' and entries.evse_id = 0
     where rejected_at is null and ${ids === null ? 'link_version is not null' : 'station.id = any($2)'}
     order by station.id collate "C"`,
    ids === null ? [nodeId] : [nodeId, ids],
  );
  return rows.map(toKept);
}

function toKept(row: Row): KeptStation {
  const { stationId, siteId, offlinePolicy, linkVersion: version } = row;
  return {
    place: { stationId, siteId, admits: admitsOf(row), offlinePolicy, version },
    isOnline: row.isOnline,
    isElsewhere: row.isElsewhere,
    linkChangedAt: row.linkChangedAt,
    bootedAt: row.bootedAt,
    firmware: row.firmware,
    told: {
      perMessage: positive(row.perMessage),
      bytesPerMessage: positive(row.bytesPerMessage),
      room: positive(row.longest16) ?? positive(row.longest2),
      isAvailable: isTrue(row.available) ?? offersLists(row.profiles),
      isEnabled: isTrue(row.enabled),
    },
    list: row,
  };
}

/** Its own rule, or its site's. */
function admitsOf({ ownAdmits, ownGroups, siteGroups }: Row): Admits {
  if (ownAdmits === 'everyone') return 'everyone';
  return (ownAdmits === 'groups' ? ownGroups : siteGroups) ?? 'everyone';
}

function positive(value: string | number | null): number | null {
  const number = value === null ? Number.NaN : Number(value);
  return Number.isInteger(number) && number > 0 ? number : null;
}

function isTrue(value: string | null): boolean | null {
  return value === null ? null : value.trim().toLowerCase() === 'true';
}

/** 1.6 names the groups of messages it knows. */
function offersLists(profiles: string | null): boolean | null {
  return profiles === null || profiles.trim() === '' ? null : /(^|,)\s*LocalAuthListManagement\s*(,|$)/i.test(profiles);
}
