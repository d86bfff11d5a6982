import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { FirmwareJob } from '#contract/stations/firmware.ts';
import type {
  FirmwareSignature,
  StationCertificateFacts,
  StationSecurityFacts,
  StationSignIn,
} from '#contract/stations/security-facts.ts';
import type { Station } from '#contract/stations/station.ts';
import type { Certificates } from '../certificates/open-certificates.ts';
import { severityOf } from '../certificates/renewal/severity.ts';
import type { Firmware } from '../firmware/open-firmware.ts';
import { readRows } from '../rows.ts';
import type { Security } from './open-security.ts';
import type { SecurityUpgrades } from './upgrade/open-upgrades.ts';

type Needs = {
  pool: Pool;
  clock: Clock;
  security: Pick<Security, 'get' | 'findEvents'>;
  securityUpgrades: Pick<SecurityUpgrades, 'find'>;
  certificates: Pick<Certificates, 'find' | 'findForeign'>;
  firmware: Pick<Firmware, 'find'>;
  getStation(stationId: string): Promise<Pick<Station, 'passwordExemption'>>;
};

const shownEvents = 10;

/** All that is known of a station's security, as one page shows it. */
export async function describeSecurity(needs: Needs, stationId: string): Promise<StationSecurityFacts> {
  const proof = await needs.security.get(stationId); // says so where there is no such station
  const [{ passwordExemption = null }, signIns, { upgrade }, certificates, foreign, events, firmware] =
    await Promise.all([
      needs.getStation(stationId),
      readSignIns(needs.pool, stationId),
      needs.securityUpgrades.find(stationId),
      needs.certificates.find(stationId),
      needs.certificates.findForeign(stationId),
      needs.security.findEvents(stationId, { state: 'open', limit: shownEvents }),
      needs.firmware.find(stationId),
    ]);
  return {
    ...proof,
    passwordExemption,
    signIns,
    upgrade,
    certificate: certificateOf({ issued: certificates.issued, foreign }, needs.clock.now()),
    installed: certificates.installed.map(({ purpose, subject, serialNumber, expiresAt, seenAt }) => ({
      purpose,
      subject,
      serialNumber,
      expiresAt,
      seenAt,
    })),
    events,
    firmware: { version: firmware.version, ...signatureOf(firmware.jobs) },
  };
}

function readSignIns(pool: Pool, stationId: string): Promise<StationSignIn[]> {
  const text = 'select at, address, profile, reason from station_sign_in where station_id = $1 order by at desc';
  return readRows<StationSignIn>(pool, text, [stationId]);
}

type Held = {
  issued: Awaited<ReturnType<Certificates['find']>>['issued'];
  foreign: Awaited<ReturnType<Certificates['findForeign']>>;
};

/** The newest that it signs in with. */
function certificateOf({ issued, foreign }: Held, now: Date): StationCertificateFacts | null {
  const ours = issued.find(({ purpose }) => purpose === 'station' || purpose === 'combined');
  const isForeign = foreign !== undefined && (ours === undefined || ours.issuedAt < foreign.seenAt);
  const own = isForeign ? { ...foreign, revokedAt: null } : ours;
  if (own === undefined) return null;
  const { subject, serialNumber, issuedAt, expiresAt, revokedAt } = own;
  const status = revokedAt === null ? severityOf(new Date(expiresAt), now) : 'revoked';
  return { subject, serialNumber, issuedAt, expiresAt, status };
}

/** How its latest update to the end was signed, as the station and we saw it. */
function signatureOf(jobs: readonly FirmwareJob[]): { signature: FirmwareSignature; at: string | null } {
  const isEnd = ({ status }: { status: string }) => status === 'installed' || status === 'invalid-signature';
  const latest = jobs.find(({ kind, reports }) => kind === 'update' && reports.some(isEnd));
  if (latest === undefined) return { signature: 'unknown', at: null };
  const end = latest.reports.findLast(isEnd);
  const at = end?.at ?? null;
  if (end?.status === 'invalid-signature') return { signature: 'invalid', at };
  return { signature: latest.isSigned ? 'signed' : 'unsigned', at };
}
