import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type {
  AccessImported,
  Driver,
  DriverChange,
  DriverDetail,
  DriverList,
  DriverQuery,
  Forgotten,
  NewDriver,
} from '#contract/access/driver.ts';
import type { Database } from '#database/database.ts';
import type { FrameChange } from '#ledger/frames/change-frames.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import type { Reservations } from '../reservations/open-reservations.ts';
import { addDriver, changeDriver, findDrivers, getDriver } from './change-drivers.ts';
import { forgetDriver } from './forget-driver.ts';
import { importAccess } from './import-access.ts';
import { NameIndex } from './name-index.ts';

export type Drivers = ReturnType<typeof openDrivers>;

export type DriverNeeds = {
  database: Pick<Database, 'connect'>;
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  installationKey: Buffer;
  hashToken(token: string): string;
  /** By whose clock a day of an import begins. */
  timeZone: string;
  /** What the recorder holds of stations, to take somebody out of it. */
  changeFrames(change: FrameChange): Promise<void>;
  reservations: Pick<Reservations, 'find' | 'cancel'>;
};
export type BoundNeeds = DriverNeeds & { names: NameIndex };

export function openDrivers(given: DriverNeeds) {
  const needs: BoundNeeds = { ...given, names: new NameIndex(given) };
  // A hundred thousand names take seconds: they are read before anybody asks. Whoever asks meanwhile waits for the same look.
  needs.names.catchUp().catch((error: unknown) => willRetry(given.log, 'read names of drivers', error));
  return {
  /** `isInEmail`: false searches names alone; absent: e-mail addresses too. */
    find: (query: DriverQuery & { isInEmail?: boolean }) => findDrivers(needs, query),
    get: (driverId: string) => getDriver(needs, driverId),
    add: (wanted: NewDriver, actor: Actor) => addDriver(needs, wanted, actor),
    change: (driverId: string, change: DriverChange, actor: Actor) => changeDriver(needs, { driverId, change, actor }),
  /** Nothing names them any more; what they charged stays in the sums. Refused while they charge. */
    forget: (driverId: string, actor: Actor) => forgetDriver(needs, driverId, actor),
  /** Drivers and tokens of a CSV text: all of it, or INVALID_INPUT with every problem and nothing written. */
    importCsv: (ask: { csv: string; isDryRun: boolean }, actor: Actor) => importAccess(needs, ask, actor),
  };
}
