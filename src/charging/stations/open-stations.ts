import type { X509Certificate } from 'node:crypto';
import type { Log } from '#base/log.ts';
import type {
  AcceptStation,
  GrantExemption,
  PendingReason,
  RejectStation,
  StationFilter,
} from '#contract/stations/station.ts';
import type { Actor } from '#principals/actor.ts';
import type { AtSites } from '../at-sites.ts';
import { type AcceptNeeds, acceptStation } from './accept-station.ts';
import {
  type AdmitNeeds,
  admitStation,
  isStationPassword,
  noteNameless,
  noteRefused,
  type Visitor,
} from './admit-station.ts';
import { DisconnectOutbox } from './disconnect-outbox.ts';
import { type ExemptionNeeds, endExemption, exemptFromPassword } from './exempt-station.ts';
import { findStations, getStation, stationsNamed } from './find-stations.ts';
import {
  type BootNeeds,
  type Connection,
  type LostConnection,
  recordBoot,
  recordConnected,
  recordConnectorStatus,
} from './record-station.ts';
import { type RejectNeeds, rejectStation } from './reject-station.ts';
import { renewPassword } from './renew-password.ts';
import type { BootReport, ConnectorReport } from './station-facts.ts';

type Needs = AdmitNeeds &
  AcceptNeeds &
  ExemptionNeeds &
  RejectNeeds &
  BootNeeds & {
    log: Log;
    /** Whether a certificate is good for the station that shows it. */
    checkCertificate(shown: { stationId: string; certificate: X509Certificate }): Promise<string>;
  };

/** What stations do to connect and to be known, and what people do about it. */
export function openStations(needs: Needs) {
  const { signIns, lastSeen } = needs;
  const disconnects = new DisconnectOutbox(needs);
  const stations = {
    admitStation: (visitor: Visitor) => admitStation(needs, visitor),
    isStationPassword: (shown: { stationId: string; password: Buffer }) => isStationPassword(needs, shown),
    /** The same for a certificate; it asks the database, and writes nothing down. */
    isStationCertificate: async (shown: { stationId: string; certificate: X509Certificate }) =>
      (await needs.checkCertificate(shown)) === 'good',
    /** Listed as pending, and told to people; after it was refused. */
    noteRefused: (visitor: Visitor, reason: PendingReason) => noteRefused(needs, visitor, reason),
    /** A charger that was set up without an id is listed as pending. Says whether it is new there. */
    noteNameless: (visitor: Pick<Visitor, 'address' | 'version'>) => noteNameless(needs, visitor),
    recordBoot: (report: BootReport) => recordBoot(needs, report),
    recordConnectorStatus: (report: ConnectorReport) => recordConnectorStatus(needs, report),
    recordConnected(connection: Omit<Connection, 'profile'>) {
      disconnects.returned(connection.stationId, connection.epoch);
      return recordConnected(needs, { ...connection, profile: signIns.of(connection.stationId)?.profile ?? null });
    },
    recordDisconnected: (lost: LostConnection) => disconnects.left(lost),
    /** In memory, flushed in batches: a heartbeat costs no write. */
    noteSeen: (stationId: string, at: Date) => lastSeen.note(stationId, at),
    findStations: (filter: StationFilter & AtSites) => findStations(needs, filter),
    getStation: (stationId: string) => getStation(needs, stationId),
    stationsNamed: (ids: readonly string[]) => stationsNamed(needs, ids),
    acceptStation: (stationId: string, options: AcceptStation, actor: Actor) =>
      acceptStation(needs, { stationId, options, actor }),
    /** A new password for a station that is ours; the old one is worth nothing from then on. */
    renewPassword: (stationId: string, actor: Actor) => renewPassword(needs, { stationId, actor }),
    /** Security profile 0 for one station, from one network and for a time. */
    exemptFromPassword: (stationId: string, exemption: GrantExemption, actor: Actor) =>
      exemptFromPassword(needs, { stationId, exemption, actor }),
    endExemption: (stationId: string, actor: Actor) => endExemption(needs, { stationId, actor }),
    rejectStation: (stationId: string, options: RejectStation, actor: Actor) =>
      rejectStation(needs, { stationId, options, actor }),
  };
  return { stations, close: () => disconnects.close() };
}
