import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { IssuedCertificate, RevocationReason } from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../../change-entry.ts';
import { plainSerial } from '../../plain-serial.ts';
import { revokedCertificates } from '../certificate-projections.ts';
import { readIssued } from '../certificate-store.ts';

type Needs = { pool: Pool; ledger: Ledger; clock: Clock };

/** For ever: the OCSP responder says so at once, and the next revocation list names it. The first revocation counts. */
export async function revokeCertificate(
  { pool, ledger, clock }: Needs,
  { serialNumber, reason, actor }: { serialNumber: string; reason: RevocationReason; actor: Actor },
): Promise<IssuedCertificate> {
  const issued = await getIssued(pool, serialNumber);
  if (issued.revokedAt !== null) return issued;
  const at = clock.now();
  const by = actorName(actor);
  const { stationId, serialNumber: serial } = issued;
  const body = { serialNumber: serial, reason };
  await ledger.commit({
    events: [{ kind: 'certificate-revoked', stationId, happenedAt: at, principal: by, body }],
    writes: [
      write(revokedCertificates, { serialNumber: serial, revokedAt: at, revokedBy: by, revocationReason: reason }),
    ],
    audit: [auditOf('revoke-certificate', stationId ?? serial, actor, body)],
  });
  return { ...issued, revokedAt: at.toISOString(), revokedBy: by, revocationReason: reason };
}

export async function getIssued(pool: Pool, serialNumber: string): Promise<IssuedCertificate> {
  const serial = plainSerial(serialNumber);
  const issued = await readIssued(pool, serial);
  if (issued !== undefined) return issued;
  throw new SigecError('NOT_FOUND', `Our authorities issued no certificate ${serial}; see the station's certificates.`);
}
