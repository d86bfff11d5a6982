import { randomUUID, type X509Certificate } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import {
  type AddedVehicle,
  type NewProvisionedVehicle,
  type ProvisionedVehicle,
  pcid as pcidShape,
} from '#contract/access/contract.ts';
import { type DerivedWrite, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { leafProfiles } from '../certificates/certificate-profiles.ts';
import { issuedCertificates } from '../certificates/certificate-projections.ts';
import { checkCsr, commonNameIn } from '../certificates/issuing/check-csr.ts';
import { issueCertificate } from '../certificates/issuing/issue-certificate.ts';
import { pemOf, readCertificates } from '../certificates/pem.ts';
import { changeEntry } from '../change-entry.ts';
import { provisionedVehicles, readContracts, readVehicle, removedVehicles, type VehicleRow } from './contract-store.ts';
import type { PlugAndChargeNeeds } from './open-plug-and-charge.ts';

/** Registered again, a vehicle has its new certificate from then on, and keeps its contracts. */
export async function registerVehicle(
  needs: PlugAndChargeNeeds,
  wanted: NewProvisionedVehicle,
  actor: Actor,
): Promise<AddedVehicle> {
  const now = needs.clock.now();
  const { certificate, chain, origin, pcid, writes } =
    wanted.csr === undefined ? given(wanted.certificate ?? '', now) : await issued(needs, wanted.csr, now);
  const known = await readVehicle(needs.pool, { pcid });
  const row: VehicleRow = {
    id: known?.id ?? randomUUID(),
    pcid,
    origin,
    note: wanted.note ?? null,
    certificate: pemOf(certificate),
    certificateExpiresAt: certificate.validToDate,
    registeredAt: now,
    registeredBy: actorName(actor),
  };
  await needs.ledger.commit(
    changeEntry({
      kind: 'vehicle-provisioned',
      body: { vehicleId: row.id, origin },
      subject: row.id,
      at: now,
      actor,
      writes: [...writes, write(provisionedVehicles, row)],
    }),
  );
  return { vehicle: shown(row), chain };
}

type Provisioning = {
  certificate: X509Certificate;
  chain: string | null;
  origin: ProvisionedVehicle['origin'];
  pcid: string;
  writes: DerivedWrite[];
};

const curves: ReadonlySet<string> = new Set(['prime256v1', 'secp521r1']);
const rightCurve = 'must have a key on P-256 (ISO 15118-2) or P-521 (ISO 15118-20)';

/** Whoever registers it vouches for it: what its maker's root is, nobody here needs to know. */
function given(text: string, now: Date): Provisioning {
  const [certificate] = readCertificates(text) ?? [];
  if (certificate === undefined) throw wrong('certificate', 'holds no X.509 certificate in PEM');
  if (certificate.validToDate < now) throw wrong('certificate', `expired on ${certificate.validTo}`);
  if (!curves.has(certificate.publicKey.asymmetricKeyDetails?.namedCurve ?? '')) throw wrong('certificate', rightCurve);
  return { certificate, chain: null, origin: 'given', pcid: nameOf(certificate), writes: [] };
}

async function issued(needs: PlugAndChargeNeeds, csr: string, now: Date): Promise<Provisioning> {
  const commonName = await commonNameIn(csr);
  if (commonName === undefined) throw wrong('csr', 'is no PKCS#10 request in PEM with one common name');
  const { profile, checked } = await fitting(csr, commonName);
  if (!pcidShape.safeParse(commonName).success) throw wrong('csr', 'has a common name that is no PCID');
  const issuer = await needs.authorities.of(profile.issuer);
  const { addresses } = needs;
  const made = await issueCertificate(issuer, {
    subject: checked.name,
    publicKey: checked.csr.publicKey,
    profile,
    now,
    addresses,
  });
  const [certificate] = readCertificates(made.pem) ?? [];
  if (certificate === undefined) throw new Error('The certificate that was just made cannot be read.');
  const { serialNumber, issuedAt, expiresAt } = made;
  const row = {
    serialNumber,
    authorityId: issuer.id,
    stationId: null,
    purpose: 'oem-provisioning' as const,
    subject: checked.subject,
    certificate: made.pem,
    issuedAt,
    expiresAt,
  };
  const chain = `${made.pem.trim()}\n${pemOf(issuer.certificate, ...issuer.chain)}`;
  return { certificate, chain, origin: 'ours', pcid: commonName, writes: [write(issuedCertificates, row)] };
}

/** By its key it is a vehicle of ISO 15118-2 or of ISO 15118-20. */
async function fitting(csr: string, commonName: string) {
  const reasons = new Set<string>();
  for (const profile of [leafProfiles['oem-provisioning'], leafProfiles['oem-provisioning20']]) {
    const checked = await checkCsr(csr, { stationId: commonName, serialNumber: null }, profile);
    if (checked.status === 'fit') return { profile, checked };
    reasons.add(checked.reason);
  }
  const [reason] = reasons;
  throw wrong('csr', reasons.size > 1 ? rightCurve : `cannot be signed: ${reason}`);
}

/** The common name, which ISO 15118-2 makes the PCID. */
export function nameOf(certificate: X509Certificate): string {
  const { CN } = certificate.toLegacyObject().subject as { CN?: unknown };
  const read = pcidShape.safeParse(CN);
  if (read.success) return read.data;
  throw wrong('certificate', 'has no provisioning id (PCID) as its common name');
}

/** One that may still fetch a contract is not forgotten by accident. */
export async function removeVehicle(needs: PlugAndChargeNeeds, id: string, actor: Actor): Promise<ProvisionedVehicle> {
  const { pool, ledger, clock } = needs;
  const known = await readVehicle(pool, { id });
  if (known === undefined) throw new SigecError('NOT_FOUND', `There is no vehicle ${id}; list the vehicles.`);
  const now = clock.now();
  const bound = await readContracts(pool, { vehicleId: id, now });
  if (bound.length > 0)
    throw new SigecError(
      'CONFLICT',
      `The vehicle ${known.pcid} has contracts, whose sessions name it; revoke them instead, and it gets none any more.`,
    );
  await ledger.commit(
    changeEntry({
      kind: 'vehicle-unprovisioned',
      body: { vehicleId: id },
      subject: id,
      at: now,
      actor,
      writes: [write(removedVehicles, { id })],
    }),
  );
  const { certificate: _certificate, ...vehicle } = known;
  return vehicle;
}

function shown({ certificate: _certificate, certificateExpiresAt, registeredAt, ...row }: VehicleRow) {
  const times = { certificateExpiresAt: certificateExpiresAt.toISOString(), registeredAt: registeredAt.toISOString() };
  return { ...row, ...times };
}

function wrong(field: string, what: string): SigecError {
  return new SigecError('INVALID_INPUT', `The ${field} ${what}.`, { details: { field } });
}
