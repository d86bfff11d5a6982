import type { OcppVersion } from '../../../src/contract/stations/station.ts';
import type { TestSigec } from '../sigec.ts';
import {
  chargingProfiles,
  firmwareAndLogs,
  misbehave,
  onlyIn21,
  renewCertificate,
  reports,
  talkOfVendors,
} from './care.ts';
import {
  beat,
  charge,
  configure,
  fault,
  leaveUnanswered,
  loseConnection,
  remoteSession,
  restart,
  startAndStay,
  status,
} from './drive.ts';
import { lifeOf } from './life.ts';

/** A day of one station, an hour at a time, so that the hours of several can be told in turn. */
export type StationDay = { hours: readonly (() => Promise<void>)[] };

export function stationDay(sigec: TestSigec, stationId: string, version: OcppVersion): StationDay {
  const life = lifeOf(sigec, stationId, version);
  const isOld = version === '1.6';
  const hours: (() => Promise<void>)[] = [
    () => life.reconnect({ boots: true }),
    () => status(life, 1, 'Available'),
    () => configure(life),
    () => charge(life, { hour: 3, token: 'CARD-ANA' }),
    () => fault(life),
    () => charge(life, { hour: 5, token: 'CARD-BEA' }),
    () => beat(life, 4),
    () => loseConnection(life),
    () => remoteSession(life),
    () => chargingProfiles(life),
    () => firmwareAndLogs(life),
    () => renewCertificate(life, stationId),
    () => talkOfVendors(life),
    () => misbehave(life),
    () => (isOld ? beat(life, 2) : reports(life)),
    () => (version === '2.1' ? onlyIn21(life) : beat(life, 1)),
    () => restart(life),
    () => charge(life, { hour: 20, token: 'CARD-ANA' }),
    () => leaveUnanswered(life),
    () => startAndStay(life),
    () => life.disconnect(),
  ];
  return { hours };
}
