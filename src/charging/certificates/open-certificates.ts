import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError, asError } from '#base/errors.ts';
import { singleFlight } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { CertificateAuthority, CertificateHash, CertificateRequests, IssuedCertificate, RootPurpose, SigningPurpose, StationCertificates } from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName, system } from '#principals/actor.ts';
import type { Ask } from '../commands/run-command.ts';
import { type Authority, describeAuthority, findAuthority, makeAuthority } from './authority.ts';
import type { CertificateQuestions } from './certificate-questions.ts';
import { readIssued, readRequests, readSignedRequest, readStationCertificates } from './certificate-store.ts';
import { type CertificateListing, readRoot, recordDeleted, recordInstalled, recordListed } from './installed.ts';
import { answerStatus, askForVehicle } from './questions.ts';
import { requestSigning } from './request-signing.ts';
import { deliveredCertificates, revokedCertificates } from './certificate-projections.ts';
import { auditOf } from '../change-entry.ts';
import { plainSerial } from './certificate-hash.ts';

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
    recordDelivery: (delivery: { stationId: string; requestId: string; refusal: string | null }) => recordDelivery(needs, delivery),
    async rootToInstall(pem: string | undefined): Promise<string> {
      return pem === undefined ? (await authority()).pem : readRoot(pem).toString();
    },
    recordInstalled: (installed: { stationId: string; purpose: RootPurpose; pem: string }) => recordInstalled(needs, installed),
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
