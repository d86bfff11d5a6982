import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { Contract } from '#contract/access/contract.ts';
import { plainEmaid } from '#contract/access/emaid.ts';
import { write } from '#ledger/ledger-types.ts';
import { plainSerial } from '../../certificates/certificate-hash.ts';
import { leafProfiles } from '../../certificates/certificate-profiles.ts';
import { issuedCertificates } from '../../certificates/certificate-projections.ts';
import type { VehicleCertificateWanted } from '../../certificates/certificate-questions.ts';
import { issueCertificate } from '../../certificates/issuing/issue-certificate.ts';
import { type ContractProvider, failed, type ProviderAnswer } from '../contract-provider.ts';
import { contractCertificates, readContracts, readTokenOf, readVehicle } from '../contract-store.ts';
import type { PlugAndChargeNeeds } from '../open-plug-and-charge.ts';
import { openProvisioningService, type ProvisioningService } from './provisioning-service.ts';
import { readRequest, type VehicleRequest } from './read-request.ts';
import { writeResponse } from './write-response.ts';

const schemaOf2 = 'urn:iso:15118:2:2013:MsgDef';
/** ISO 15118-2 gives a certificate no more room. */
const maxCertificateBytes = 800;

const profile = leafProfiles.contract;

type Failed = Extract<ProviderAnswer, { status: 'failed' }>;
type Chosen = { contract: Contract; emaid: string; others: number };

/** Contracts on our own authorities: what was issued here for a registered vehicle is what it gets. */
export function openBuiltInPool(needs: PlugAndChargeNeeds): ContractProvider {
  const service = openProvisioningService(needs);
  return {
    async answer(wanted) {
      if (!wanted.schemaVersion.startsWith('urn:iso:15118:2:'))
        return failed(
          'UnsupportedSchema',
          `This system issues contracts by ISO 15118-2 (${schemaOf2}) alone; the vehicle asks by ${schemaName(wanted)}.`,
        );
      const request = readRequest(wanted.exi, wanted.action);
      if ('status' in request) return request;
      const chosen = request.emaid === null ? await firstOf(needs, request, wanted) : await renewalOf(needs, request);
      return 'status' in chosen ? chosen : issue(needs, { wanted, request, chosen, service: await service() });
    },
  };
}

/** What a station writes goes into a sentence only as far as it is a name. */
function schemaName({ schemaVersion }: VehicleCertificateWanted): string {
  return /^urn:iso:std:iso:15118:-20:\w{1,30}$/.test(schemaVersion) ? schemaVersion : 'another schema';
}

/** M01: the vehicle shows the certificate of its maker. */
async function firstOf(
  needs: PlugAndChargeNeeds,
  { certificate }: VehicleRequest,
  wanted: VehicleCertificateWanted,
): Promise<Chosen | Failed> {
  const { pool, clock } = needs;
  const { CN } = certificate.toLegacyObject().subject as { CN?: unknown };
  const vehicle = typeof CN === 'string' ? await readVehicle(pool, { pcid: CN }) : undefined;
  if (vehicle === undefined) return failed('NoContract', 'No vehicle of this provisioning id is registered.');
  const registered = new X509Certificate(vehicle.certificate);
  if (!registered.raw.equals(certificate.raw))
    return failed(
      'CertChainError',
      'The vehicle shows another provisioning certificate than the one registered for it.',
    );
  if (certificate.validToDate < clock.now())
    return failed('CertificateExpired', 'The provisioning certificate of the vehicle has expired.');
  if (vehicle.origin === 'ours' && (await needs.isRevoked(certificate)))
    return failed('CertificateRevoked', 'The provisioning certificate of the vehicle was revoked.');
  const contracts = await readContracts(pool, { vehicleId: vehicle.id, now: clock.now() });
  return choose(needs, contracts, wanted.prioritizedEmaids);
}

/** The vehicle's own wish first, then what it has not fetched yet, then the newest. */
async function choose(
  needs: PlugAndChargeNeeds,
  contracts: readonly Contract[],
  prioritized: readonly string[],
): Promise<Chosen | Failed> {
  const wishes = prioritized.map(plainEmaid);
  const open: { contract: Contract; emaid: string; rank: number }[] = [];
  for (const contract of contracts) {
    const emaid = contract.revokedAt === null ? await needs.emaidOf(contract.tokenId) : undefined;
    if (emaid === undefined) continue;
    const wish = wishes.indexOf(emaid);
    const rank = wish >= 0 ? wish : wishes.length + (contract.state === 'waiting' ? 0 : 1);
    open.push({ contract, emaid, rank });
  }
  const [first] = open.toSorted((one, other) => one.rank - other.rank);
  if (first === undefined) return failed('NoContract', 'The vehicle has no contract that is in force.');
  return { contract: first.contract, emaid: first.emaid, others: open.length - 1 };
}

/** M02: the vehicle shows the contract that it has, and it is one of ours that still stands. */
async function renewalOf(needs: PlugAndChargeNeeds, request: VehicleRequest): Promise<Chosen | Failed> {
  const { pool, clock, authorities } = needs;
  const { certificate, emaid } = request;
  const issuers = (await authorities.all()).filter(({ role }) => role === profile.issuer);
  const isOurs = issuers.some(({ certificate: by }) => certificate.checkIssued(by) && certificate.verify(by.publicKey));
  const tokenId = isOurs ? await readTokenOf(pool, plainSerial(certificate.serialNumber)) : undefined;
  if (tokenId === undefined) return failed('CertChainError', 'The contract certificate was not issued here.');
  if (certificate.validToDate < clock.now())
    return failed('CertificateExpired', 'The contract certificate has expired; the vehicle has to install it anew.');
  if (await needs.isRevoked(certificate)) return failed('CertificateRevoked', 'The contract certificate was revoked.');
  const own = await needs.emaidOf(tokenId);
  if (own === undefined) return failed('ContractCancelled', 'The contract is blocked, has ended or was removed.');
  if (emaid !== null && plainEmaid(emaid) !== own)
    return failed('CertChainError', 'The vehicle names another contract than its certificate does.');
  const contracts = await readContracts(pool, { tokenId, now: clock.now() });
  const serial = plainSerial(certificate.serialNumber);
  const contract = contracts.find(({ certificates }) => certificates.some((each) => each.serialNumber === serial));
  if (contract === undefined || contract.revokedAt !== null)
    return failed('ContractCancelled', 'The contract was revoked.');
  return { contract, emaid: own, others: 0 };
}

type Issue = {
  wanted: VehicleCertificateWanted;
  request: VehicleRequest;
  chosen: Chosen;
  service: ProvisioningService;
};

/** The key of the contract is made here, sealed for the vehicle, and forgotten. The certificate is in the books before it goes out. */
async function issue(needs: PlugAndChargeNeeds, { wanted, request, chosen, service }: Issue): Promise<ProviderAnswer> {
  const { ledger, clock, authorities, addresses } = needs;
  const { contract, emaid, others } = chosen;
  const issuer = await authorities.of(profile.issuer);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = keys.publicKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
  const subject = [{ CN: [emaid] }, { O: ['SIGEC-VE'] }, { DC: [profile.domain] }];
  const made = await issueCertificate(issuer, { subject, publicKey, profile, now: clock.now(), addresses });
  const chain = [new X509Certificate(made.pem), issuer.certificate, ...issuer.chain.slice(0, -1)];
  const long = [...chain, ...service.chain].find(({ raw }) => raw.length > maxCertificateBytes);
  if (long !== undefined)
    return failed(
      'CertificateTooLong',
      `A certificate has ${long.raw.length} bytes, and ISO 15118-2 allows ${maxCertificateBytes}; a shorter PUBLIC_URL helps.`,
    );
  const { sessionId, certificate } = request;
  const exi = writeResponse({
    ...{ action: wanted.action, sessionId, emaid, service },
    contract: { key: keys.privateKey, chain },
    receiver: certificate.publicKey,
  });
  const { serialNumber, issuedAt, expiresAt } = made;
  const { stationId, action } = wanted;
  // The certificate names the contract's eMAID, so the books hold its serial number and no more.
  const row = {
    ...{ serialNumber, authorityId: issuer.id, stationId: null, purpose: 'contract' as const },
    ...{ subject: `CN=…${emaid.slice(-4)}`, certificate: '', issuedAt, expiresAt },
  };
  await ledger.commit({
    events: [
      {
        kind: 'contract-certified',
        stationId,
        happenedAt: issuedAt,
        body: { contractId: contract.id, tokenId: contract.tokenId, serialNumber, action, expiresAt },
      },
    ],
    writes: [
      write(issuedCertificates, row),
      write(contractCertificates, { serialNumber, contractId: contract.id, stationId, issuedAt }),
    ],
  });
  return { status: 'accepted', exi, remainingContracts: others };
}
