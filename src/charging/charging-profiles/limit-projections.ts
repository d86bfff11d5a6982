import type { ChargingSchedule } from '#contract/energy/charging-profile.ts';
import { type DerivedWrite, write } from '#ledger/ledger-types.ts';
import { statementProjection, tableProjection } from '../rows.ts';
import { chargingSchedules, scheduleOwner } from './charging-schedules.ts';

export type CompositeRead = { stationId: string; evseId: number; schedule: ChargingSchedule; readAt: Date };

const composites = tableProjection<Omit<CompositeRead, 'schedule'>>({
  name: 'composite schedules',
  table: 'composite_schedule',
  key: ['stationId', 'evseId'],
});

export function compositeWrites({ stationId, evseId, schedule, readAt }: CompositeRead): DerivedWrite[] {
  const owner = scheduleOwner.composite(evseId);
  return [
    write(composites, { stationId, evseId, readAt }),
    write(chargingSchedules, { stationId, owner, schedules: [schedule] }),
  ];
}

export type LimitReport = {
  stationId: string;
  /** 0: the station as a whole */
  evseId: number;
  source: string;
  isGridCritical: boolean | null;
  isLocalGeneration: boolean | null;
  schedules: readonly ChargingSchedule[];
  at: Date;
};

const limits = tableProjection<Omit<LimitReport, 'schedules'>>({
  name: 'external limits',
  table: 'external_limit',
  key: ['stationId', 'evseId', 'source'],
  columns: ({ at, ...row }) => ({ ...row, setAt: at, clearedAt: null }),
});

export function limitWrites({ schedules, ...limit }: LimitReport): DerivedWrite[] {
  const { stationId, evseId, source } = limit;
  return [
    write(limits, limit),
    write(chargingSchedules, { stationId, owner: scheduleOwner.limit(evseId, source), schedules }),
  ];
}

/** Without an EVSE: the limits of that source everywhere. */
export type LimitRelease = { stationId: string; evseId: number | null; source: string; at: Date };

export const releasedLimits = statementProjection<LimitRelease>({
  name: 'released limits',
  key: ['stationId', 'evseId', 'source'],
  statement: `update external_limit as known set cleared_at = gone.at
     from unnest($1::text[], $2::integer[], $3::text[], $4::timestamptz[]) as gone (station_id, evse_id, source, at)
     where known.station_id = gone.station_id and known.source = gone.source and known.cleared_at is null
       and known.evse_id = coalesce(gone.evse_id, known.evse_id) and known.set_at <= gone.at`,
  fields: ['stationId', 'evseId', 'source', 'at'],
});

export type AfrrRow = { stationId: string; signal: number; at: Date; sentAt: Date };

export const afrrSignals = tableProjection<AfrrRow>({ name: 'afrr signals', table: 'afrr_signal', key: ['stationId'] });
