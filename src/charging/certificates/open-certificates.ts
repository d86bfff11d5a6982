import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { singleFlight } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type {
  CertificateAuthority,
  CertificateHash,
  CertificateRequests,
  IssuedCertificate,
  RootPurpose,
  SigningPurpose,
  StationCertificates,
} from '#contract/stations/certificates.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, system } from '#principals/actor.ts';
import type { Ask } from '../commands/run-command.ts';
import { type Authority, describeAuthority, findAuthority, makeAuthority } from './authority.ts';
import type { CertificateQuestions } from './certificate-questions.ts';
import { readRequests, readStationCertificates } from './certificate-store.ts';
import { chainFor, recordDelivery } from './deliver-certificate.ts';
import { type CertificateListing, readRoot, recordDeleted, recordInstalled, recordListed } from './installed.ts';
import { answerStatus, askForVehicle } from './questions.ts';
import { requestSigning } from './request-signing.ts';
import { revokeCertificate } from './revoke-certificate.ts';

/** Certificates of stations and what they trust (use cases A02, A03, block M), with a development authority that signs. */
export type Certificates = CertificateQuestions & {
  /** The certificate of a request with its chain up to the root: some stations refuse a bare leaf. */
  chainFor(asked: { stationId: string; requestId: string }): Promise<CertificateToDeliver>;
  recordDelivery(delivery: { stationId: string; requestId: string; refusal: string | null }): Promise<void>;
  /** The root to install: the one that was given, once it could be read, or our own. */
  rootToInstall(pem: string | undefined): Promise<string>;
  recordInstalled(installed: { stationId: string; purpose: RootPurpose; pem: string }): Promise<void>;
  recordListed(listing: CertificateListing): Promise<void>;
  recordDeleted(deleted: { stationId: string; hash: CertificateHash }): Promise<void>;
  authority(): Promise<CertificateAuthority>;
  find(stationId: string): Promise<StationCertificates>;
  findRequests(stationId: string): Promise<CertificateRequests>;
  revoke(serialNumber: string, actor: Actor): Promise<IssuedCertificate>;
};

export type CertificateToDeliver = { chain: string; purpose: SigningPurpose; stationRequestId: number | null };

export type CertificateNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  log: Log;
  runCommand(ask: Ask): Promise<CommandRecord>;
};

export function openCertificates(needs: CertificateNeeds): Certificates & { close(): Promise<void> } {
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

  return {
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
    chainFor: (asked) => chainFor({ ...needs, authority }, asked),
    recordDelivery: (delivery) => recordDelivery(needs, delivery),
    async rootToInstall(pem) {
      return pem === undefined ? (await authority()).pem : readRoot(pem).toString();
    },
    recordInstalled: (installed) => recordInstalled(needs, installed),
    recordListed: (listing) => recordListed(needs, listing),
    recordDeleted: (deleted) => recordDeleted(needs, deleted),
    authority: async () => describeAuthority(await authority()),
    find: (stationId) => readStationCertificates(pool, stationId),
    findRequests: (stationId) => readRequests(pool, stationId),
    revoke: (serialNumber, actor) => revokeCertificate(needs, serialNumber, actor),
    async close() {
      await Promise.all(deliveries);
    },
  };
}
