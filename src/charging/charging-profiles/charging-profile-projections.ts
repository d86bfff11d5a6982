import type { ClientBase } from 'pg';
import {
  type ChargingProfile,
  type ChargingProfilePurpose,
  type ChargingProfileState,
  type RateUpdate,
  rateUpdate,
} from '#contract/energy/charging-profile.ts';
import { columnOf } from '#database/columns.ts';
import { type DerivedWrite, type Projection, write } from '#ledger/ledger-types.ts';
import { listsOf, putRows, recordset } from '../rows.ts';
import { chargingSchedules, scheduleOwner } from './charging-schedules.ts';

/** Who set a profile that we set ourselves. */
export const ownSource = 'csms';

type ChargingProfileRow = {
  stationId: string;
  profile: ChargingProfile;
  state: ChargingProfileState;
  since: Date;
  source: string;
  /** Set when the station itself told that it holds the profile. */
  report: { id: number; at: Date } | null;
};

const profiles: Projection<ChargingProfileRow> = {
  name: 'charging profiles',
  identity: ({ stationId, profile }) => `${stationId}\n${profile.chargingProfileId}`,
  async write(client, rows) {
    // What the station only confirms has been so since it was set.
    const since =
      "case when known.state = 'active' and excluded.report_id is not null then known.since else excluded.since end";
    const options = { table: 'charging_profile', key: ['stationId', 'chargingProfileId'], set: { since } };
    await putRows(client, options, rows.map(toColumns));
    await dropLongGone(client, rows);
  },
};

/** Stations get a profile for each session: what has long been gone stays in the ledger alone. */
async function dropLongGone(client: ClientBase, rows: readonly ChargingProfileRow[]): Promise<void> {
  await client.query(
    `with gone as (
       delete from charging_profile as old using unnest($1::text[], $2::timestamptz[]) as news (station_id, at)
       where old.station_id = news.station_id and old.since < news.at - interval '30 days'
         and (old.state = 'cleared' or exists (
           select from session where station_id = old.station_id and ref = old.session_ref and session.state = 'ended'))
       returning old.station_id, 'profile ' || old.charging_profile_id as owner
     )
     delete from charging_schedule using gone where charging_schedule.station_id = gone.station_id and charging_schedule.owner = gone.owner`,
    listsOf(rows, 'stationId', 'since'),
  );
}

function toColumns({ profile, report, ...row }: ChargingProfileRow) {
  const { chargingProfileId, evseId, purpose, kind, stackLevel, recurrency, validFrom, validTo, sessionRef } = profile;
  const { maxOfflineSeconds, isInvalidAfterOffline, updateEverySeconds } = profile;
  return {
    chargingProfileId,
    evseId,
    purpose,
    kind,
    stackLevel,
    recurrency,
    validFrom,
    validTo,
    sessionRef,
    maxOfflineSeconds,
    isInvalidAfterOffline,
    updateEverySeconds,
    ...row,
    reportedAt: report?.at,
    reportId: report?.id,
  };
}

/** A profile with its schedules: the first is its own, the others are for the car to choose from. */
export function chargingProfileWrites(row: ChargingProfileRow): DerivedWrite[] {
  const { unit, startsAt, durationSeconds, minRate, usesLocalTime, randomDelaySeconds } = row.profile;
  const { limitAtSoc, powerToleranceW, priceLevels, periods, alternatives = [] } = row.profile;
  const time = { unit, startsAt, durationSeconds, minRate, usesLocalTime, randomDelaySeconds };
  const schedules = [{ ...time, limitAtSoc, powerToleranceW, priceLevels, periods }, ...alternatives];
  const owner = scheduleOwner.profile(row.profile.chargingProfileId);
  return [write(profiles, row), write(chargingSchedules, { stationId: row.stationId, owner, schedules })];
}

/** What is absent is no condition. */
export type ChargingProfileChoice = {
  chargingProfileId?: number | undefined;
  evseId?: number | undefined;
  purpose?: ChargingProfilePurpose | undefined;
  stackLevel?: number | undefined;
};

type ClearedRow = {
  stationId: string;
  at: Date;
  choice: ChargingProfileChoice;
  from: 'active' | 'planned';
  exceptId?: number | undefined;
  /** Those that are not part of this report are gone; without it, external ones, which we cannot clear, stay. */
  exceptReport?: number | undefined;
};

/** Charging profiles that no longer hold, at the station or as plans of ours. One that was set afterwards is another. */
export const clearedChargingProfiles: Projection<ClearedRow> = {
  name: 'cleared charging profiles',
  identity: ({ at: _at, ...row }) => JSON.stringify(row),
  async write(client, rows) {
    await client.query(
      `update charging_profile as known set state = 'cleared', since = gone.at
       from unnest($1::text[], $2::timestamptz[], $3::integer[], $4::integer[], $5::text[], $6::integer[], $7::integer[], $8::integer[], $9::text[])
         as gone (station_id, at, charging_profile_id, evse_id, purpose, stack_level, except_id, except_report, state)
       where known.station_id = gone.station_id and known.state = gone.state and known.since <= gone.at
         and known.charging_profile_id = coalesce(gone.charging_profile_id, known.charging_profile_id)
         and known.evse_id = coalesce(gone.evse_id, known.evse_id)
         and known.purpose = coalesce(gone.purpose, known.purpose)
         and known.stack_level = coalesce(gone.stack_level, known.stack_level)
         and known.charging_profile_id is distinct from gone.except_id
         and case when gone.except_report is null then known.purpose <> 'charging-station-external-constraints'
                  else known.report_id is distinct from gone.except_report end`,
      listsOf(
        rows,
        ...(['stationId', 'at'] as const),
        ({ choice }) => choice.chargingProfileId,
        ({ choice }) => choice.evseId,
        ({ choice }) => choice.purpose,
        ({ choice }) => choice.stackLevel,
        ...(['exceptId', 'exceptReport', 'from'] as const),
      ),
    );
  },
};

const rateColumns = Object.keys(rateUpdate.shape).map(columnOf);

/** New values of a dynamic profile, which has one period; a value that is not told stays. */
export const rateUpdates: Projection<{ stationId: string; chargingProfileId: number; rates: RateUpdate }> = {
  name: 'rate updates',
  identity: ({ stationId, chargingProfileId }) => `${stationId}\n${chargingProfileId}`,
  merge: (earlier, later) => ({ ...later, rates: { ...earlier.rates, ...later.rates } }),
  async write(client, rows) {
    await client.query(
      `update schedule_period as known set ${rateColumns.map((name) => `${name} = coalesce(new.${name}, known.${name})`).join(', ')}
       from jsonb_populate_recordset(null::schedule_period, $1::jsonb) as new
       where known.station_id = new.station_id and known.owner = new.owner and known.schedule = 1 and known.position = 0`,
      [
        recordset(
          rows.map(({ stationId, chargingProfileId, rates }) => ({
            ...rates,
            stationId,
            owner: scheduleOwner.profile(chargingProfileId),
          })),
        ),
      ],
    );
  },
};
