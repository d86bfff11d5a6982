import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { StationFirmware } from '#contract/stations/firmware.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { beginPublication, beginUpdate, type PublicationWanted, type UpdateWanted } from './begin-job.ts';
import { readFirmware } from './firmware-store.ts';
import { type FirmwareStatusReport, recordFirmwareReport, recordUnpublished } from './record-firmware-report.ts';

/** Firmware updates of stations, and files that local controllers publish (block L). */
export type Firmware = {
  /** Returns when the station shall fetch the file. */
  beginUpdate(wanted: UpdateWanted): Promise<Date>;
  beginPublication(wanted: PublicationWanted): Promise<void>;
  recordReport(report: FirmwareStatusReport): Promise<void>;
  recordUnpublished(gone: { stationId: string; checksum: string }): Promise<void>;
  find(stationId: string): Promise<StationFirmware>;
};

export function openFirmware(needs: { pool: Pool; ledger: Ledger; clock: Clock }): Firmware {
  return {
    beginUpdate: (wanted) => beginUpdate(needs, wanted),
    beginPublication: (wanted) => beginPublication(needs, wanted),
    recordReport: (report) => recordFirmwareReport(needs, report),
    recordUnpublished: (gone) => recordUnpublished(needs, gone),
    find: (stationId) => readFirmware(needs.pool, stationId),
  };
}
