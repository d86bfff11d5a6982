import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { IssuedCertificate } from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { plainSerial } from './certificate-hash.ts';
import { revokedCertificates } from './certificate-projections.ts';
import { readIssued } from './certificate-store.ts';

/** From now on whoever asks about the certificate hears that it is revoked. */
export async function revokeCertificate(
  { pool, ledger, clock }: { pool: Pool; ledger: Ledger; clock: Clock },
  serialNumber: string,
  actor: Actor,
): Promise<IssuedCertificate> {
  const serial = plainSerial(serialNumber);
  const issued = await readIssued(pool, serial);
  if (issued === undefined)
    throw new SigecError('NOT_FOUND', `Our authority issued no certificate ${serial}; see the station's certificates.`);
  if (issued.revokedAt !== null) return issued;
  const at = clock.now();
  const by = actorName(actor);
  const { stationId } = issued;
  await ledger.commit({
    events: [{ kind: 'certificate-revoked', stationId, happenedAt: at, principal: by, body: { serialNumber: serial } }],
    writes: [write(revokedCertificates, { serialNumber: serial, revokedAt: at, revokedBy: by })],
    audit: [auditOf('revoke-certificate', stationId, actor, { serialNumber: serial })],
  });
  return { ...issued, revokedAt: at.toISOString(), revokedBy: by };
}
