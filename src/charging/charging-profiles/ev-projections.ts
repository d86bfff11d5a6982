import type { ChargingSchedule } from '#contract/energy/charging-profile.ts';
import type { EnergyTransfer } from '#contract/energy/energy-transfer.ts';
import type {
  AcNeeds,
  DcNeeds,
  DerAbilities,
  EnergyOffer,
  EvNeeds,
  NeedsDecision,
  V2xNeeds,
} from '#contract/energy/ev-needs.ts';
import { type DerivedWrite, type Projection, write } from '#ledger/ledger-types.ts';
import { deleteRows, putRows, tableProjection } from '../rows.ts';
import { chargingSchedules, scheduleOwner } from './charging-schedules.ts';

export type NeedsReport = {
  stationId: string;
  evseId: number;
  at: Date;
  transfer: EnergyTransfer;
  availableTransfers: readonly EnergyTransfer[];
  departureAt: Date | null;
  maxPeriods: number | null;
  controlMode: EvNeeds['controlMode'];
  mobilityMode: EvNeeds['mobilityMode'];
  ac: AcNeeds | null;
  dc: DcNeeds | null;
  v2x: V2xNeeds | null;
  der: DerAbilities | null;
  energyOffer: EnergyOffer | null;
};

export type Decision = { decision: NeedsDecision; reason: string | null };

export type NeedsRow = NeedsReport & Decision & { sessionRef: string | null; chargingProfileId: number | null };

/** The latest word of the car at an EVSE takes the place of what was said before. */
export const evNeeds: Projection<NeedsRow> = {
  name: 'EV needs',
  identity: ({ stationId, evseId }) => `${stationId}\n${evseId}`,
  async write(client, rows) {
    await deleteRows(client, { table: 'ev_needs', key: ['stationId', 'evseId'] }, rows);
    await putRows(client, { table: 'ev_needs' }, rows.map(toColumns));
    for (const part of ['ac', 'dc', 'v2x', 'der'] as const) {
      await putRows(
        client,
        { table: partTables[part] },
        rows.flatMap(({ stationId, evseId, [part]: told }) => (told === null ? [] : [{ ...told, stationId, evseId }])),
      );
    }
    await putRows(client, { table: 'ev_energy_offer' }, rows.flatMap(offerRows));
  },
};

export const partTables = { ac: 'ev_ac_needs', dc: 'ev_dc_needs', v2x: 'ev_v2x_needs', der: 'ev_der_abilities' };

function toColumns({ at, ac: _ac, dc: _dc, v2x: _v2x, der: _der, energyOffer, ...row }: NeedsRow) {
  return { ...row, toldAt: at, offerStartsAt: energyOffer?.startsAt, offerCurrency: energyOffer?.currency };
}

function offerRows({ stationId, evseId, energyOffer }: NeedsRow) {
  const row = (part: string) => (entry: object, position: number) => ({ ...entry, stationId, evseId, part, position });
  return [...(energyOffer?.powers ?? []).map(row('power')), ...(energyOffer?.prices ?? []).map(row('price'))];
}

/** What a car means to draw. */
export type EvScheduleReport = {
  stationId: string;
  evseId: number;
  timeBase: Date;
  schedule: ChargingSchedule;
  chosenSchedule: number | null;
  acceptsPowerTolerance: boolean | null;
  at: Date;
};

const evSchedules = tableProjection<Omit<EvScheduleReport, 'schedule'>>({
  name: 'EV schedules',
  table: 'ev_schedule',
  key: ['stationId', 'evseId'],
  columns: ({ at, ...row }) => ({ ...row, toldAt: at }),
});

export function evScheduleWrites({ schedule, ...row }: EvScheduleReport): DerivedWrite[] {
  const { stationId, evseId } = row;
  return [
    write(evSchedules, row),
    write(chargingSchedules, { stationId, owner: scheduleOwner.car(evseId), schedules: [schedule] }),
  ];
}

export type PriorityRow = {
  stationId: string;
  sessionRef: string;
  isActive: boolean;
  changedAt: Date;
  changedBy: 'station' | 'csms';
};

export const priorityCharging = tableProjection<PriorityRow>({
  name: 'priority charging',
  table: 'priority_charging',
  key: ['stationId', 'sessionRef'],
});

export type AllowedRow = {
  stationId: string;
  sessionRef: string;
  transfers: readonly EnergyTransfer[];
  allowedAt: Date;
};

export const allowedTransfers = tableProjection<AllowedRow>({
  name: 'allowed transfers',
  table: 'allowed_transfer',
  key: ['stationId', 'sessionRef'],
});
