import type { ClientBase } from 'pg';
import {
  type RateUpdate,
  rateUpdate,
  type Schedule,
  type SchedulePurpose,
  type ScheduleState,
} from '#contract/energy/schedule.ts';
import { type DerivedWrite, type Projection, write } from '#ledger/ledger-types.ts';
import { columnOf, inColumns, putRows } from '../put-rows.ts';
import { planOwner, ratePlans } from './rate-plans.ts';

/** Who set a schedule that we set ourselves. */
export const ownSource = 'csms';

type ScheduleRow = {
  stationId: string;
  schedule: Schedule;
  state: ScheduleState;
  since: Date;
  source: string;
  /** Set when the station itself told that it holds the schedule. */
  report: { id: number; at: Date } | null;
};

const schedules: Projection<ScheduleRow> = {
  name: 'schedules',
  order: 61,
  identity: ({ stationId, schedule }) => `${stationId}\n${schedule.scheduleId}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    // What the station only confirms has been so since it was set.
    const since =
      "case when known.state = 'active' and excluded.report_id is not null then known.since else excluded.since end";
    const options = { table: 'charging_schedule', key: ['stationId', 'scheduleId'], set: { since } };
    await putRows(client, options, rows.map(toColumns));
    await dropLongGone(client, rows);
  },
};

/** Stations get a schedule for each session: what has long been gone stays in the ledger alone. */
async function dropLongGone(client: ClientBase, rows: readonly ScheduleRow[]): Promise<void> {
  await client.query(
    `with gone as (
       delete from charging_schedule as old using unnest($1::text[], $2::timestamptz[]) as news (station_id, at)
       where old.station_id = news.station_id and old.since < news.at - interval '30 days'
         and (old.state = 'cleared' or exists (
           select from session where station_id = old.station_id and ref = old.session_ref and session.state = 'ended'))
       returning old.station_id, 'schedule ' || old.schedule_id as owner
     )
     delete from rate_plan using gone where rate_plan.station_id = gone.station_id and rate_plan.owner = gone.owner`,
    [rows.map(({ stationId }) => stationId), rows.map(({ since }) => since.toISOString())],
  );
}

function toColumns({ stationId, schedule, state, since, source, report }: ScheduleRow) {
  return {
    stationId,
    scheduleId: schedule.scheduleId,
    evseId: schedule.evseId,
    purpose: schedule.purpose,
    kind: schedule.kind,
    stackLevel: schedule.stackLevel,
    recurrency: schedule.recurrency,
    validFrom: schedule.validFrom,
    validTo: schedule.validTo,
    sessionRef: schedule.sessionRef,
    maxOfflineSeconds: schedule.maxOfflineSeconds,
    isInvalidAfterOffline: schedule.isInvalidAfterOffline,
    updateEverySeconds: schedule.updateEverySeconds,
    state,
    since,
    source,
    reportedAt: report?.at,
    reportId: report?.id,
  };
}

/** A schedule with its plans: the first is its own, the others are for the car to choose from. */
export function scheduleWrites(row: ScheduleRow): DerivedWrite[] {
  const { unit, startsAt, durationSeconds, minRate, usesLocalTime, randomDelaySeconds } = row.schedule;
  const { limitAtSoc, powerToleranceW, priceLevels, periods, alternatives = [] } = row.schedule;
  const time = { unit, startsAt, durationSeconds, minRate, usesLocalTime, randomDelaySeconds };
  const plans = [{ ...time, limitAtSoc, powerToleranceW, priceLevels, periods }, ...alternatives];
  const owner = planOwner.schedule(row.schedule.scheduleId);
  return [write(schedules, row), write(ratePlans, { stationId: row.stationId, owner, plans })];
}

/** What is absent is no condition. */
export type ScheduleChoice = {
  scheduleId?: number | undefined;
  evseId?: number | undefined;
  purpose?: SchedulePurpose | undefined;
  stackLevel?: number | undefined;
};

type ClearedRow = {
  stationId: string;
  at: Date;
  choice: ScheduleChoice;
  from: 'active' | 'planned';
  /** This one stays. */
  exceptId?: number | undefined;
  /** Those that are not part of this report are gone; without it, external ones, which we cannot clear, stay. */
  exceptReport?: number | undefined;
};

/** Schedules that no longer hold, at the station or as plans of ours. One that was set afterwards is another. */
export const clearedSchedules: Projection<ClearedRow> = {
  name: 'cleared schedules',
  order: 63,
  identity: ({ at: _at, ...row }) => JSON.stringify(row),
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `update charging_schedule as known set state = 'cleared', since = gone.at
       from unnest($1::text[], $2::timestamptz[], $3::integer[], $4::integer[], $5::text[], $6::integer[], $7::integer[], $8::integer[], $9::text[])
         as gone (station_id, at, schedule_id, evse_id, purpose, stack_level, except_id, except_report, state)
       where known.station_id = gone.station_id and known.state = gone.state and known.since <= gone.at
         and known.schedule_id = coalesce(gone.schedule_id, known.schedule_id)
         and known.evse_id = coalesce(gone.evse_id, known.evse_id)
         and known.purpose = coalesce(gone.purpose, known.purpose)
         and known.stack_level = coalesce(gone.stack_level, known.stack_level)
         and known.schedule_id is distinct from gone.except_id
         and case when gone.except_report is null then known.purpose <> 'external'
                  else known.report_id is distinct from gone.except_report end`,
      [
        rows.map(({ stationId }) => stationId),
        rows.map(({ at }) => at.toISOString()),
        rows.map(({ choice }) => choice.scheduleId ?? null),
        rows.map(({ choice }) => choice.evseId ?? null),
        rows.map(({ choice }) => choice.purpose ?? null),
        rows.map(({ choice }) => choice.stackLevel ?? null),
        rows.map(({ exceptId }) => exceptId ?? null),
        rows.map(({ exceptReport }) => exceptReport ?? null),
        rows.map(({ from }) => from),
      ],
    );
  },
};

const rateColumns = Object.keys(rateUpdate.shape).map(columnOf);

/** New values of a dynamic schedule, which has one period; a value that is not told stays. */
export const rateUpdates: Projection<{ stationId: string; scheduleId: number; rates: RateUpdate }> = {
  name: 'rate updates',
  order: 64,
  identity: ({ stationId, scheduleId }) => `${stationId}\n${scheduleId}`,
  merge: (earlier, later) => ({ ...later, rates: { ...earlier.rates, ...later.rates } }),
  async write(client, rows) {
    await client.query(
      `update rate_period as known set ${rateColumns.map((name) => `${name} = coalesce(new.${name}, known.${name})`).join(', ')}
       from jsonb_populate_recordset(null::rate_period, $1::jsonb) as new
       where known.station_id = new.station_id and known.owner = new.owner and known.plan = 1 and known.position = 0`,
      [
        JSON.stringify(
          rows.map(({ stationId, scheduleId, rates }) =>
            inColumns({ ...rates, stationId, owner: planOwner.schedule(scheduleId) }),
          ),
        ),
      ],
    );
  },
};
