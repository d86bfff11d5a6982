import { createHash, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { CertificateHash, CertificateStatus } from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { tableProjection } from '../rows.ts';
import type { Authority } from './authority.ts';
import { isIssuedBy, plainSerial } from './certificate-hash.ts';
import { readIssued } from './certificate-store.ts';
import { der } from './der.ts';

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

type OcspFacts = {
  hash: CertificateHash;
  status: 'good' | 'unknown' | { revokedAt: Date };
  producedAt: Date;
  nextUpdate: Date;
};

/** The authority that answers: its name in DER and its EC key. */
type Responder = { name: Buffer; privateKey: KeyObject };

const oids = {
  basicResponse: '1.3.6.1.5.5.7.48.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  SHA256: '2.16.840.1.101.3.4.2.1',
  SHA384: '2.16.840.1.101.3.4.2.2',
  SHA512: '2.16.840.1.101.3.4.2.3',
} as const;

/** An answer of RFC 6960 about one certificate, signed by the authority itself; DER in base64, as OCPP carries it. */
function ocspAnswer({ name, privateKey }: Responder, facts: OcspFacts): string {
  const responseData = der.sequence(
    der.explicit(1, name),
    der.time(facts.producedAt),
    der.sequence(singleResponse(facts)),
  );
  const basic = der.sequence(
    responseData,
    der.sequence(der.objectIdentifier(oids.ecdsaWithSha256)),
    der.bitString(sign('sha256', responseData, privateKey)),
  );
  const bytes = der.sequence(der.objectIdentifier(oids.basicResponse), der.octetString(basic));
  return der.sequence(der.enumerated(0), der.explicit(0, bytes)).toString('base64');
}

function singleResponse({ hash, status, producedAt, nextUpdate }: OcspFacts): Buffer {
  const certificateId = der.sequence(
    der.sequence(der.objectIdentifier(oids[hash.hashAlgorithm]), der.null()),
    der.octetString(Buffer.from(hash.issuerNameHash, 'hex')),
    der.octetString(Buffer.from(hash.issuerKeyHash, 'hex')),
    der.integer(hash.serialNumber),
  );
  return der.sequence(certificateId, statusChoice(status), der.time(producedAt), der.explicit(0, der.time(nextUpdate)));
}

function statusChoice(status: OcspFacts['status']): Buffer {
  if (status === 'good') return der.implicitNull(0);
  return status === 'unknown' ? der.implicitNull(2) : der.implicitSequence(1, der.time(status.revokedAt));
}

type VehicleRequestRow = {
  id: string;
  stationId: string;
  action: 'install' | 'update';
  schemaVersion: string;
  sha256: string;
  maxContracts: number | null;
  outcome: 'answered' | 'failed';
  reason: string | null;
  requestedAt: Date;
};

const vehicleRequests = tableProjection<VehicleRequestRow>({
  name: 'vehicle certificate requests',
  table: 'vehicle_certificate_request',
  key: ['id'],
});

type StatusCheckRow = CertificateHash & {
  id: string;
  stationId: string;
  source: 'ocsp' | 'crl';
  urls: readonly string[];
  status: CertificateStatus;
  checkedAt: Date;
};

const statusChecks = tableProjection<StatusCheckRow>({
  name: 'certificate status checks',
  table: 'certificate_status_check',
  key: ['id'],
});
