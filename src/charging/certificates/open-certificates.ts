import { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import { singleFlight } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type {
  CertificateHash,
  CertificatePurpose,
  IssuedCertificate,
  RootPurpose,
  SigningPurpose,
} from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName, system } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import type { Ask } from '../commands/run-command.ts';
import { type Authority, describeAuthority, findAuthority, makeAuthority, publicKeyBytes } from './authority.ts';
import { hashOf, plainSerial } from './certificate-hash.ts';
import {
  deletedCertificates,
  deliveredCertificates,
  installedCertificates,
  listedCertificates,
  revokedCertificates,
} from './certificate-projections.ts';
import type { CertificateQuestions } from './certificate-questions.ts';
import { readIssued, readRequests, readSignedRequest, readStationCertificates } from './certificate-store.ts';
import { loadX509 } from './load-x509.ts';
import { answerStatus, askForVehicle } from './questions.ts';
import { requestSigning } from './request-signing.ts';

export type Certificates = ReturnType<typeof openCertificates>;

export type CertificateToDeliver = { chain: string; purpose: SigningPurpose; stationRequestId: number | null };

export type CertificateNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  log: Log;
  runCommand(ask: Ask): Promise<CommandRecord>;
};

/** Certificates of stations and what they trust (use cases A02, A03, block M), with a development authority that signs. */
export function openCertificates(needs: CertificateNeeds) {
  const { pool, log } = needs;
  const deliveries = new Set<Promise<void>>();
  let known: Authority | undefined;
  const make = singleFlight(() => makeAuthority(needs));
  const find = async () => (known ??= await findAuthority(needs));
  const authority = async () => {
    const found = await find();
    if (found !== undefined) return found;
    return (known = await make());
  };

  /** The station gets its answer first, and its certificate by a command of its own, which has an outcome to look at. */
  async function deliver(stationId: string, requestId: string): Promise<void> {
    try {
      const why = 'The station asked for it.';
      await needs.runCommand({ stationId, name: 'send-certificate', input: { requestId }, actor: system, why });
    } catch (error) {
      log.error({ stationId, requestId, err: asError(error) }, 'a certificate could not be delivered');
    }
  }

  const questions: CertificateQuestions = {
    async requestSigning(request) {
      const answer = await requestSigning({ ...needs, authority }, request);
      if (answer.status === 'accepted') {
        const delivery = deliver(request.stationId, answer.requestId).finally(() => deliveries.delete(delivery));
        deliveries.add(delivery);
      }
      return answer;
    },
    askForVehicle: (wanted) => askForVehicle(needs, wanted),
    answerStatus: (asked) => answerStatus({ ...needs, findAuthority: find }, asked),
  };
  return {
    ...questions,
    /** The certificate of a request with its chain up to the root: some stations refuse a bare leaf. */
    chainFor: (asked: { stationId: string; requestId: string }) => chainFor({ ...needs, authority }, asked),
    recordDelivery: (delivery: { stationId: string; requestId: string; refusal: string | null }) =>
      recordDelivery(needs, delivery),
    async rootToInstall(pem: string | undefined): Promise<string> {
      return pem === undefined ? (await authority()).pem : readRoot(pem).toString();
    },
    recordInstalled: (installed: { stationId: string; purpose: RootPurpose; pem: string }) =>
      recordInstalled(needs, installed),
    recordListed: (listing: CertificateListing) => recordListed(needs, listing),
    recordDeleted: (deleted: { stationId: string; hash: CertificateHash }) => recordDeleted(needs, deleted),
    authority: async () => describeAuthority(await authority()),
    find: (stationId: string) => readStationCertificates(pool, stationId),
    findRequests: (stationId: string) => readRequests(pool, stationId),
    revoke: (serialNumber: string, actor: Actor) => revokeCertificate(needs, serialNumber, actor),
    async close() {
      await Promise.all(deliveries);
    },
  };
}

async function chainFor(
  { pool, authority }: { pool: Pool; authority(): Promise<Authority> },
  { stationId, requestId }: { stationId: string; requestId: string },
): Promise<CertificateToDeliver> {
  const request = await readSignedRequest(pool, requestId);
  if (request?.stationId !== stationId || request.certificate === null) {
    throw new SigecError(
      'NOT_FOUND',
      `${stationId} has no signed certificate request ${requestId}; list its certificate requests.`,
    );
  }
  const { purpose, stationRequestId, certificate } = request;
  const { pem } = await authority();
  return { chain: `${certificate.trim()}\n${pem.trim()}\n`, purpose, stationRequestId };
}

async function recordDelivery(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  { stationId, requestId, refusal }: { stationId: string; requestId: string; refusal: string | null },
): Promise<void> {
  const at = clock.now();
  const state = refusal === null ? 'installed' : 'declined';
  await ledger.commit({
    events: [
      {
        kind: 'certificate-delivered',
        stationId,
        happenedAt: at,
        body: { certificateRequestId: requestId, state, reason: refusal },
      },
    ],
    writes: [write(deliveredCertificates, { id: requestId, state, reason: refusal, deliveredAt: at })],
  });
}

async function revokeCertificate(
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

type Needs = { ledger: Ledger; clock: Clock };

/** Reads a root certificate before a station has to: it would only say "Rejected". */
function readRoot(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new SigecError('INVALID_INPUT', 'The certificate is no X.509 certificate in PEM.', { cause });
  }
}

/** M05: the station has taken a root. Its hash is known only if it signed itself, since the hash holds its issuer's key. */
async function recordInstalled(
  { ledger, clock }: Needs,
  { stationId, purpose, pem }: { stationId: string; purpose: RootPurpose; pem: string },
): Promise<void> {
  const certificate = readRoot(pem);
  const { X509Certificate: Parsed } = await loadX509();
  const name = Buffer.from(new Parsed(pem).issuerName.toArrayBuffer());
  const isRoot = certificate.checkIssued(certificate);
  const hash = hashOf({ name, key: publicKeyBytes(certificate) }, certificate.serialNumber);
  const seenAt = clock.now();
  const subject = certificate.subject.replaceAll('\n', ', ').slice(0, 500);
  const row = {
    ...hash,
    stationId,
    purpose,
    parentSerialNumber: null,
    seenAt,
    subject,
    expiresAt: certificate.validToDate,
  };
  await ledger.commit({
    events: [
      { kind: 'certificate-installed', stationId, happenedAt: seenAt, body: { purpose, subject, isRoot, ...hash } },
    ],
    writes: isRoot ? [write(installedCertificates, row)] : [],
  });
}

type ListedCertificate = CertificateHash & {
  purpose: CertificatePurpose;
  below: readonly CertificateHash[];
};

type CertificateListing = {
  stationId: string;
  /** What was asked for; null: everything. */
  purposes: readonly CertificatePurpose[] | null;
  certificates: readonly ListedCertificate[];
};

/** M03: what the station lists is what it has. */
async function recordListed({ ledger, clock }: Needs, listing: CertificateListing): Promise<void> {
  const { stationId, purposes, certificates } = listing;
  const seenAt = clock.now();
  const rows = certificates.flatMap(({ purpose, below, ...hash }) => [
    { ...hash, stationId, purpose, parentSerialNumber: null, seenAt },
    ...below.map((child) => ({ ...child, stationId, purpose, parentSerialNumber: hash.serialNumber, seenAt })),
  ]);
  await ledger.commit({
    events: [{ kind: 'certificates-listed', stationId, happenedAt: seenAt, body: { purposes, certificates } }],
    writes: [
      ...rows.map((row) => write(installedCertificates, row)),
      write(listedCertificates, { stationId, purposes, at: seenAt }),
    ],
  });
}

/** M04: the station no longer has it, whether it removed it now or had none. */
async function recordDeleted(
  { ledger, clock }: Needs,
  { stationId, hash }: { stationId: string; hash: CertificateHash },
): Promise<void> {
  await ledger.commit({
    events: [{ kind: 'certificate-deleted', stationId, happenedAt: clock.now(), body: hash }],
    writes: [write(deletedCertificates, { ...hash, stationId })],
  });
}
