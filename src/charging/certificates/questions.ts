import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { CertificateHash, CertificateStatus } from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Authority } from './authority.ts';
import { isIssuedBy, plainSerial } from './certificate-hash.ts';
import { readIssued } from './certificate-store.ts';
import { ocspAnswer } from './ocsp-answer.ts';
import { statusChecks, type VehicleRequestRow, vehicleRequests } from './question-projections.ts';

type Needs = { pool: Pool; ledger: Ledger; clock: Clock };

export type VehicleCertificateWanted = {
  stationId: string;
  action: 'install' | 'update';
  schemaVersion: string;
  /** The vehicle's own request, which names it. */
  exi: string;
  maxContracts: number | null;
};

/** M01, M02. Contract certificates come from a pool of a mobility operator, which this installation does not have yet. */
export async function askForVehicle(
  { ledger, clock }: Needs,
  { exi, ...wanted }: VehicleCertificateWanted,
): Promise<{ status: 'failed'; reason: string }> {
  const reason = 'No contract certificate pool is connected to this system.';
  const row: VehicleRequestRow = {
    ...wanted,
    id: randomUUID(),
    sha256: createHash('sha256').update(exi).digest('hex'),
    outcome: 'failed',
    reason,
    requestedAt: clock.now(),
  };
  const { stationId, requestedAt, ...body } = row;
  await ledger.commit({
    events: [{ kind: 'vehicle-certificate-asked', stationId, happenedAt: requestedAt, body }],
    writes: [write(vehicleRequests, row)],
    whenRefused: 'set-aside',
  });
  return { status: 'failed', reason };
}

export type StatusQuestion = { hash: CertificateHash; source: 'ocsp' | 'crl'; urls: readonly string[] };
export type StatusAnswer = { status: CertificateStatus; nextUpdate: Date; ocsp: string | null };

/** Stations ask again after this. */
const freshMs = 24 * 3_600_000;

/** M06, M07. We answer for our own authority; addresses that a station names are not called (they could be anyone's). */
export async function answerStatus(
  needs: Needs & { findAuthority(): Promise<Authority | undefined> },
  { stationId, questions }: { stationId: string; questions: readonly StatusQuestion[] },
): Promise<StatusAnswer[]> {
  const checkedAt = needs.clock.now();
  const authority = await needs.findAuthority();
  const answers = await Promise.all(
    questions.map(({ hash }) => statusOf(needs, { hash, authority, producedAt: checkedAt })),
  );
  const rows = questions.map(({ hash, source, urls }, index) => ({
    ...hash,
    id: randomUUID(),
    stationId,
    source,
    urls,
    status: answers[index]?.status ?? 'failed',
    checkedAt,
  }));
  await needs.ledger.commit({
    events: rows.map(({ stationId: _station, checkedAt: at, ...body }) => ({
      kind: 'certificate-status-asked',
      stationId,
      happenedAt: at,
      body,
    })),
    writes: rows.map((row) => write(statusChecks, row)),
    whenRefused: 'set-aside',
  });
  return answers;
}

async function statusOf(
  { pool }: Needs,
  { hash, authority, producedAt }: { hash: CertificateHash; authority: Authority | undefined; producedAt: Date },
): Promise<StatusAnswer> {
  const nextUpdate = new Date(producedAt.getTime() + freshMs);
  const isOurs = authority !== undefined && isIssuedBy(authority, hash) && /^[0-9a-f]+$/i.test(hash.serialNumber);
  if (!isOurs) return { status: 'failed', nextUpdate, ocsp: null };
  const issued = await readIssued(pool, plainSerial(hash.serialNumber));
  const revokedAt = issued?.revokedAt ?? null;
  const status = issued === undefined ? 'unknown' : revokedAt === null ? 'good' : 'revoked';
  const told = status === 'revoked' && revokedAt !== null ? { revokedAt: new Date(revokedAt) } : 'good';
  const ocsp = ocspAnswer(authority, {
    hash,
    status: status === 'unknown' ? 'unknown' : told,
    producedAt,
    nextUpdate,
  });
  return { status, nextUpdate, ocsp };
}
