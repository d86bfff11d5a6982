import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { Contract } from '#contract/access/contract.ts';
import { plainEmaid } from '#contract/access/emaid.ts';
import { write } from '#ledger/ledger-types.ts';
import { leafProfiles } from '../../certificates/certificate-profiles.ts';
import { issuedCertificates } from '../../certificates/certificate-projections.ts';
import type { VehicleCertificateWanted } from '../../certificates/certificate-questions.ts';
import { issueCertificate } from '../../certificates/issuing/issue-certificate.ts';
import { plainSerial } from '../../plain-serial.ts';
import { type ContractProvider, failed, type ProviderAnswer } from '../contract-provider.ts';
import { contractCertificates, readContracts, readTokenOf, readVehicle } from '../contract-store.ts';
import type { PlugAndChargeNeeds } from '../open-plug-and-charge.ts';
import { openProvisioningService, type ProvisioningService } from './provisioning-service.ts';
import type { VehicleRequest } from './read-request.ts';
import { type Standard, spoken, standardOf } from './standards.ts';

const curveNames = { 'P-256': 'prime256v1', 'P-521': 'secp521r1' } as const;

type Failed = Extract<ProviderAnswer, { status: 'failed' }>;
type Chosen = { contract: Contract; emaid: string; others: number };

/** Contracts on our own authorities: what was issued here for a registered vehicle is what it gets. */
export function openBuiltInPool(needs: PlugAndChargeNeeds): ContractProvider {
  const services = new Map<string, () => Promise<ProvisioningService>>();
  const serviceOf = ({ name, service }: Standard) => {
    const opened = services.get(name) ?? openProvisioningService(needs, service);
    services.set(name, opened);
    return opened();
  };
  return {
    async answer(wanted) {
      const standard = standardOf(wanted.schemaVersion);
      if (standard === undefined)
        return failed(
          'UnsupportedSchema',
          `This system issues contracts by ${spoken}; the vehicle asks by another schema.`,
        );
      const request = standard.readRequest(wanted.exi, wanted.action);
      if ('status' in request) return request;
      if (request.certificate.publicKey.asymmetricKeyDetails?.namedCurve !== curveNames[standard.curve])
        return failed(
          'UnsupportedCurve',
          `By ${standard.name} a vehicle needs a certificate on ${standard.curve}, and this one has another key.`,
        );
      const chosen = request.emaid === null ? await firstOf(needs, request, wanted) : await renewalOf(needs, request);
      if ('status' in chosen) return chosen;
      return issue(needs, { wanted, standard, request, chosen, service: await serviceOf(standard) });
    },
  };
}

/** M01: the vehicle shows the certificate of its maker. */
async function firstOf(
  needs: PlugAndChargeNeeds,
  { certificate, prioritizedEmaids }: VehicleRequest,
  wanted: VehicleCertificateWanted,
): Promise<Chosen | Failed> {
  const { pool, clock } = needs;
  const vehicle = await readVehicle(pool, { pcid: commonNameOf(certificate) });
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
  return choose(needs, contracts, [...wanted.prioritizedEmaids, ...prioritizedEmaids]);
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
  const issuers = (await authorities.all()).filter(({ role }) => role === leafProfiles.contract.issuer);
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

/** Empty: it has none, or several. */
function commonNameOf(certificate: X509Certificate): string {
  const { CN } = certificate.toLegacyObject().subject as { CN?: unknown };
  return typeof CN === 'string' ? CN : '';
}

type Issue = {
  wanted: VehicleCertificateWanted;
  standard: Standard;
  request: VehicleRequest;
  chosen: Chosen;
  service: ProvisioningService;
};

/** The key of the contract is made here, sealed for the vehicle, and forgotten. The certificate is in the books before it goes out. */
async function issue(needs: PlugAndChargeNeeds, given: Issue): Promise<ProviderAnswer> {
  const { wanted, standard, request, chosen, service } = given;
  const { ledger, clock, authorities, addresses } = needs;
  const { contract, emaid, others } = chosen;
  const { contract: profile, curve: namedCurve, maxCertificateBytes } = standard;
  const issuer = await authorities.of(profile.issuer);
  const keys = generateKeyPairSync('ec', { namedCurve });
  const publicKey = keys.publicKey.toCryptoKey({ name: 'ECDSA', namedCurve }, true, ['verify']);
  const subject = [{ CN: [emaid] }, { O: ['SIGEC-VE'] }, { DC: [leafProfiles.contract.domain] }];
  const made = await issueCertificate(issuer, { subject, publicKey, profile, now: clock.now(), addresses });
  const chain = [new X509Certificate(made.pem), issuer.certificate, ...issuer.chain.slice(0, -1)];
  const long = [...chain, ...service.chain].find(({ raw }) => raw.length > maxCertificateBytes);
  if (long !== undefined)
    return failed(
      'CertificateTooLong',
      `A certificate has ${long.raw.length} bytes, and ${standard.name} allows ${maxCertificateBytes}; a shorter PUBLIC_URL helps.`,
    );
  const { sessionId, certificate } = request;
  const exi = standard.writeResponse({
    action: wanted.action,
    sessionId,
    emaid,
    service,
    others,
    now: clock.now(),
    contract: { key: keys.privateKey, chain },
    receiver: certificate.publicKey,
    pcid: commonNameOf(certificate),
  });
  if (exi.length > wanted.maxAnswerLength)
    return failed('AnswerTooLong', `The contract by ${standard.name} is too long for the OCPP version of the station.`);
  const { serialNumber, issuedAt, expiresAt } = made;
  const { stationId, action } = wanted;
  // The certificate names the contract's eMAID, so the books hold its serial number and no more.
  const row = {
    serialNumber,
    authorityId: issuer.id,
    stationId: null,
    purpose: 'contract' as const,
    subject: `CN=…${emaid.slice(-4)}`,
    certificate: '',
    issuedAt,
    expiresAt,
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
