import type { Clock } from '#clock.ts';
import type { Database } from '#database/database.ts';
import type { Installation } from '#ledger/installation.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Log } from '#log.ts';
import type { Charging } from './charging.ts';
import { readCommands } from './commands/command-store.ts';
import { getCommand, runCommand, runRaw } from './commands/run-command.ts';
import type { StationCommands } from './station-commands.ts';
import { acceptStation } from './stations/accept-station.ts';
import { type AdmissionPolicy, admitStation } from './stations/admit-station.ts';
import { findStations, getStation } from './stations/find-stations.ts';
import { Knocks } from './stations/knocks.ts';
import { LastSeen } from './stations/last-seen.ts';
import { markLeftBehind, OfflineBook } from './stations/offline-book.ts';
import { recordBoot, recordConnected, recordConnectorStatus } from './stations/record-reports.ts';
import { StationRegister } from './stations/station-register.ts';

export type ChargingNeeds = {
  database: Database;
  ledger: Ledger;
  installation: Installation;
  /** A driver's token as it may be kept: the keyed hash, the same for the same token in any case. */
  hashToken(token: string): string;
  policy: AdmissionPolicy;
  stationCommands: StationCommands;
  clock: Clock;
  log: Log;
};

export type OpenCharging = Charging & { close(): Promise<void> };

/** Binds every use case to what it needs. */
export async function openCharging(given: ChargingNeeds): Promise<OpenCharging> {
  const { pool } = given.database;
  const register = new StationRegister(pool);
  const lastSeen = new LastSeen({ pool, log: given.log });
  const { nodeId, key: installationKey } = given.installation;
  const needs = { ...given, pool, register, lastSeen, knocks: new Knocks(), nodeId, installationKey };
  const offlineBook = new OfflineBook(needs);
  const leftBehind = await markLeftBehind(pool, nodeId);
  if (leftBehind > 0)
    given.log.info({ stations: leftBehind }, 'stations of the last run are offline until they return');
  await register.load();
  return {
    admitStation: (visitor) => admitStation(needs, visitor),
    recordBoot: (report) => recordBoot(needs, report),
    recordConnectorStatus: (report) => recordConnectorStatus(needs, report),
    async recordConnected(connection) {
      offlineBook.returned(connection.stationId);
      await recordConnected(needs, connection);
    },
    recordDisconnected: ({ stationId, reason }) => offlineBook.left(stationId, reason),
    noteSeen: (stationId, at) => lastSeen.note(stationId, at),
    findStations: (filter) => findStations(needs, filter),
    getStation: (stationId) => getStation(needs, stationId),
    acceptStation: (stationId, options, actor) => acceptStation(needs, { stationId, options, actor }),
    runCommand: (ask) => runCommand(needs, ask),
    runRaw: (ask) => runRaw(needs, ask),
    findCommands: (stationId, limit) => readCommands(pool, stationId, limit),
    getCommand: (id) => getCommand(pool, id),
    async close() {
      offlineBook.close();
      await lastSeen.close();
    },
  };
}
