import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type {
  AuthorityImport,
  AuthorityRole,
  CertificateHash,
  CertificateRenewalStart,
  RevocationReason,
  RootPurpose,
} from '#contract/stations/certificates.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, system } from '#principals/actor.ts';
import type { Ask } from '../commands/run-command.ts';
import { plainSerial } from '../plain-serial.ts';
import { describeAuthority, type KnownRole, rootOf } from './authorities/authority.ts';
import { openAuthorities } from './authorities/open-authorities.ts';
import type { CertificateQuestions } from './certificate-questions.ts';
import { hasDeliveredSince, readIssued, readRequests, readStationCertificates } from './certificate-store.ts';
import { checkStationCertificate, type StationTrust } from './check-station-certificate.ts';
import { readForeignCertificate } from './foreign-certificate.ts';
import { ForeignIssuers } from './foreign-issuers.ts';
import { type CertificateListing, readRoot, recordDeleted, recordInstalled, recordListed } from './installed.ts';
import { chainFor, recordDelivery } from './issuing/deliver-certificate.ts';
import { openSigning } from './issuing/request-signing.ts';
import { pemOf } from './pem.ts';
import { readExpiring } from './renewal/expiring.ts';
import { openRenewals } from './renewal/open-renewals.ts';
import { answerOcsp } from './revocation/ocsp-responder.ts';
import { revocationListOf } from './revocation/revocation-list.ts';
import { getIssued, revokeCertificate } from './revocation/revoke-certificate.ts';
import { openStatusAnswers } from './status/answer-status.ts';
import { checkRevocation } from './status/check-revocation.ts';
import { openStatus, type RevocationRules } from './status/open-status.ts';

export type Certificates = ReturnType<typeof openCertificates>;

export type CertificateRules = {
  /** Where others reach this installation; empty: certificates name no address for revocation. */
  publicUrl: string;
  renewDays: number;
  revocation: RevocationRules;
};

export type CertificateNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  nodeId: string;
  log: Log;
  certificateRules: CertificateRules;
  contractRoots: readonly X509Certificate[];
  stationTrust?: StationTrust | undefined;
  runCommand(ask: Ask): Promise<CommandRecord>;
  /** Its certificate counts no more; a connection that stands on it ends. */
  certificateRevoked(revoked: { stationId: string; serialNumber: string }): void;
  /** What we ask of our own accord: it is put off while the kill switch is on. */
  runOurs(ask: Ask): Promise<CommandRecord>;
};

/** Which root stations are given for a purpose when nobody names another one. */
const rootsToInstall = {
  'csms-root': 'root',
  'manufacturer-root': 'root',
  'v2g-root': 'root',
  'mobility-operator-root': 'mobility-operator-root',
  'oem-root': 'oem-root',
} as const satisfies Record<RootPurpose, AuthorityRole>;

const nobody: StationTrust = { roots: [], isUnknownFine: false };

const contractRootRoles: ReadonlySet<KnownRole> = new Set(['mobility-operator-root', 'mobility-operator20-root']);

/** Certificates of stations and what they trust (use cases A02, A03, block M), and the authorities that sign them. */
export function openCertificates(given: CertificateNeeds) {
  const { pool, log, clock, certificateRules: rules, stationTrust = nobody } = given;
  const addresses = rules.publicUrl === '' ? undefined : { publicUrl: rules.publicUrl };
  const authorities = openAuthorities({ ...given, addresses });
  const needs = { ...given, addresses, authorities };
  const book = openStatus({
    ...needs,
    trustedRoots: [...given.contractRoots, ...stationTrust.roots],
    revocation: rules.revocation,
  });
  const foreign = { ...stationTrust, issuers: new ForeignIssuers(stationTrust.roots), book };
  const requestSigning = openSigning(needs);
  const renewals = openRenewals({ ...needs, renewDays: rules.renewDays, runCommand: given.runOurs });
  const deliveries = new Set<Promise<void>>();

  /** The station gets its answer first, and its certificate by a command of its own, which has an outcome to look at. */
  async function deliver(stationId: string, requestId: string): Promise<void> {
    try {
      const why = ownReason('certificate-asked');
      await needs.runCommand({ stationId, name: 'send-certificate', input: { requestId }, actor: system, why });
    } catch (error) {
      log.error({ stationId, requestId, err: asError(error) }, 'a certificate could not be delivered');
    }
  }

  async function authorityBy(id: string) {
    const found = (await authorities.all()).find((authority) => authority.id === id);
    if (found === undefined) throw new SigecError('NOT_FOUND', 'There is no such authority here.');
    return found;
  }

  const questions: CertificateQuestions = {
    async requestSigning(request) {
      const answer = await requestSigning(request);
      if (answer.status === 'accepted') {
        const delivery = deliver(request.stationId, answer.requestId).finally(() => deliveries.delete(delivery));
        deliveries.add(delivery);
      }
      return answer;
    },
    answerStatus: openStatusAnswers({ ...needs, book }),
  };
  return {
    ...questions,
    chainFor: (asked: { stationId: string; requestId: string }) => chainFor(needs, asked),
    recordDelivery: (delivery: { stationId: string; requestId: string; refusal: string | null }) =>
      recordDelivery(needs, delivery),
    async rootToInstall({ purpose, pem }: { purpose: RootPurpose; pem: string | undefined }): Promise<string> {
      return pem === undefined ? pemOf(rootOf(await authorities.of(rootsToInstall[purpose]))) : pemOf(readRoot(pem));
    },
    recordInstalled: (installed: { stationId: string; purpose: RootPurpose; pem: string }) =>
      recordInstalled(needs, installed),
    recordListed: (listing: CertificateListing) => recordListed(needs, listing),
    recordDeleted: (deleted: { stationId: string; hash: CertificateHash }) => recordDeleted(needs, deleted),
    checkStationCertificate: (shown: { stationId: string; certificate: X509Certificate }) =>
      checkStationCertificate({ ...needs, foreign }, shown),
    hasDeliveredSince: (stationId: string, since: Date) => hasDeliveredSince(pool, stationId, since),
    find: async (stationId: string) => readStationCertificates(pool, stationId, await authorities.all()),
    /** By which certificate of another authority it last signed in. */
    findForeign: (stationId: string) => readForeignCertificate(pool, stationId),
    findRequests: (stationId: string) => readRequests(pool, stationId),

    // The authorities.
    authorities,
    addresses,
    /** The installation's root. */
    authority: async () => describeAuthority(await authorities.of('root')),
    async listAuthorities() {
      await authorities.of('root'); // made now, if they are not there yet
      return { authorities: (await authorities.all()).map(describeAuthority) };
    },
    importAuthority: async (role: AuthorityRole, brought: AuthorityImport, actor: Actor) =>
      describeAuthority(await authorities.import(role, brought, actor)),
    renewAuthority: async (role: AuthorityRole, actor: Actor) =>
      describeAuthority(await authorities.renew(role, actor)),

    // What strangers may ask.
    authorityCertificate: async (id: string) => (await authorityBy(id)).certificate.raw,
    revocationList: async (id: string) => revocationListOf(needs, await authorityBy(id)),
    answerOcsp: (request: Buffer) => answerOcsp(needs, request),

    /** Whether a chain stands, leaf first, its trust anchor last. */
    checkRevocation: (chain: readonly X509Certificate[]) => checkRevocation(book, chain),
    /** Whether one certificate stands that is known by its hash alone. */
    async askStatus(id: CertificateHash, responderUrl: string) {
      const urls = responderUrl === '' ? [] : [responderUrl];
      const { status, reason } = await book.ask({ id, source: 'ocsp', urls });
      return { status, reason, source: urls.length === 0 ? null : 'ocsp' };
    },
    /** The roots of contracts that are trusted: those of the operator's file, and our own, retired ones too. */
    async contractRoots(): Promise<readonly X509Certificate[]> {
      const own = (await authorities.all()).filter(({ role }) => contractRootRoles.has(role));
      return [...given.contractRoots, ...own.map(({ certificate }) => certificate)];
    },
    getIssued: (serialNumber: string) => getIssued(pool, serialNumber),
    /** Of what our authorities issued; what they did not issue counts as revoked. */
    async isRevoked({ serialNumber }: X509Certificate): Promise<boolean> {
      return (await readIssued(pool, plainSerial(serialNumber)))?.revokedAt !== null;
    },
    async revoke(wanted: { serialNumber: string; reason: RevocationReason; actor: Actor }) {
      const revoked = await revokeCertificate(needs, wanted);
      const { stationId, serialNumber } = revoked;
      if (stationId !== null) needs.certificateRevoked({ stationId, serialNumber });
      return revoked;
    },
    findExpiring: async (withinDays: number) =>
      readExpiring(
        { pool, authorities: await authorities.all(), foreignRoots: stationTrust.roots },
        { withinDays, now: clock.now() },
      ),
    findRenewals: () => renewals.list(),
    startRenewals: (wanted: CertificateRenewalStart, actor: Actor) => renewals.start(wanted, actor),
    async close() {
      await renewals.close();
      await Promise.all(deliveries);
    },
  };
}
