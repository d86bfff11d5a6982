import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { Limiter } from '#base/limiter.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { rootOf } from '../authorities/authority.ts';
import type { Authorities } from '../authorities/open-authorities.ts';
import { isIssuedBy, issuerIn } from '../certificate-hash.ts';
import { leafProfiles } from '../certificate-profiles.ts';
import { type CsrRow, certificateRequests, issuedCertificates } from '../certificate-projections.ts';
import type { SigningAnswer, SigningRequest } from '../certificate-questions.ts';
import type { CertificateAddresses } from './certificate-extensions.ts';
import { type CheckedCsr, checkCsr } from './check-csr.ts';
import { type Issued, issueCertificate } from './issue-certificate.ts';

export type SigningNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  authorities: Pick<Authorities, 'of'>;
  addresses: CertificateAddresses | undefined;
};

/** A station asks a few times a year. One that asks without end neither fills the books nor keeps the key busy. */
const budget = { burst: 20, perSecond: 1 / 300 };

export function openSigning(needs: SigningNeeds) {
  const asked = new Limiter(budget);
  return async (request: SigningRequest): Promise<SigningAnswer> => {
    if (asked.take(request.stationId)) return requestSigning(needs, request);
    const minutes = Math.ceil(asked.waitMs(request.stationId) / 60_000);
    const reason = `The station asks for certificates too often; the next request is read in ${minutes} minutes.`;
    return { status: 'refused', reason, isTooOften: true };
  };
}

/** A02, A03: checks the request and signs it. The certificate is in the books before the station hears that it gets one. */
async function requestSigning(needs: SigningNeeds, request: SigningRequest): Promise<SigningAnswer> {
  const { clock, ledger } = needs;
  const now = clock.now();
  const decision = await decide(needs, request, now);
  const { checked } = decision;
  const { stationId, purpose, csr, stationRequestId } = request;
  const issued = 'issued' in decision ? decision.issued : undefined;
  const row: CsrRow = {
    id: uuidv7(now),
    stationId,
    purpose,
    stationRequestId,
    csr,
    subject: checked.subject,
    state: issued === undefined ? 'refused' : 'signed',
    reason: checked.status === 'unfit' ? checked.reason : null,
    serialNumber: issued?.serialNumber ?? null,
    requestedAt: now,
  };
  const { id, subject, state, reason, serialNumber } = row;
  await ledger.commit({
    events: [
      {
        kind: issued === undefined ? 'certificate-refused' : 'certificate-issued',
        stationId,
        happenedAt: now,
        body: { certificateRequestId: id, purpose, subject, state, reason, serialNumber },
      },
    ],
    writes: [
      ...('issued' in decision ? [write(issuedCertificates, issuedRow(row, decision))] : []),
      write(certificateRequests, row),
    ],
    whenRefused: 'set-aside',
  });
  return checked.status === 'unfit'
    ? { status: 'refused', reason: checked.reason }
    : { status: 'accepted', requestId: id };
}

type Decision = { checked: CheckedCsr } | { checked: CheckedCsr; authorityId: string; issued: Issued };

async function decide(needs: SigningNeeds, request: SigningRequest, now: Date): Promise<Decision> {
  const { authorities, addresses } = needs;
  const { stationId, csr, root, purpose } = request;
  const profile = leafProfiles[purpose];
  const checked = await checkCsr(csr, await namesOf(needs.pool, stationId), profile);
  if (checked.status === 'unfit') return { checked };
  const unfit = (reason: string) => ({ checked: { status: 'unfit', subject: checked.subject, reason } as const });
  if (await isAnothers(needs.pool, stationId, checked.commonName))
    return unfit('Its common name is the id or serial number of another station, too.');
  const issuer = await authorities.of(profile.issuer);
  if (root !== null && !isIssuedBy(await issuerIn(rootOf(issuer).raw), root))
    return unfit('It asks for a root that is none of our authorities for this purpose.');
  const { name: subject } = checked;
  const issued = await issueCertificate(issuer, {
    subject,
    publicKey: checked.csr.publicKey,
    profile,
    now,
    addresses,
  });
  return { checked, authorityId: issuer.id, issued };
}

async function namesOf(pool: Pool, stationId: string) {
  const { rows } = await pool.query<{ serial_number: string | null }>(
    'select serial_number from station where id = $1',
    [stationId],
  );
  return { stationId, serialNumber: rows[0]?.serial_number ?? null };
}

/** A station reports its serial number itself, and could name that of another one to be taken for it. */
async function isAnothers(pool: Pool, stationId: string, commonName: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from station where id <> $1 and $2 in (lower(id), lower(serial_number)) limit 1`,
    [stationId, commonName.toLowerCase()],
  );
  return rows.length > 0;
}

function issuedRow(
  { stationId, purpose, subject }: CsrRow,
  { authorityId, issued }: { authorityId: string; issued: Issued },
) {
  const { serialNumber, pem: certificate, issuedAt, expiresAt } = issued;
  return { serialNumber, authorityId, stationId, purpose, subject: subject ?? '', certificate, issuedAt, expiresAt };
}
