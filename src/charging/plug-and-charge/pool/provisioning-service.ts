import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Authorities } from '../../certificates/authorities/open-authorities.ts';
import { type LeafProfile, leafProfiles } from '../../certificates/certificate-profiles.ts';
import { issuedCertificates } from '../../certificates/certificate-projections.ts';
import type { CertificateAddresses } from '../../certificates/issuing/certificate-extensions.ts';
import { issueCertificate } from '../../certificates/issuing/issue-certificate.ts';
import { subjectOf } from '../../certificates/pem.ts';

type Needs = {
  ledger: Ledger;
  clock: Clock;
  authorities: Pick<Authorities, 'of'>;
  addresses: CertificateAddresses | undefined;
};

/** Who signs what vehicles are given (ISO 15118 calls it the provisioning service, CPS); the leaf first, without its root. */
export type ProvisioningService = { key: KeyObject; chain: readonly X509Certificate[] };

/**
 * Its key lives in memory alone: at every start a new one is made when a vehicle first asks, and another when half of its time is over.
 * What it signed is checked once, by the vehicle, at the moment of installation.
 */
export function openProvisioningService(needs: Needs, profile: LeafProfile) {
  let current: { service: Promise<ProvisioningService>; authorityId: string; until: number } | undefined;
  return async (): Promise<ProvisioningService> => {
    const issuer = await needs.authorities.of(profile.issuer);
    const now = needs.clock.now();
    if (current === undefined || current.authorityId !== issuer.id || current.until < now.getTime()) {
      const service = make(needs, profile, now);
      current = { service, authorityId: issuer.id, until: now.getTime() + (profile.days / 2) * 86_400_000 };
      service.catch(() => {
        current = undefined; // the next vehicle tries again
      });
    }
    return current.service;
  };
}

async function make(
  { ledger, authorities, addresses }: Needs,
  profile: LeafProfile,
  now: Date,
): Promise<ProvisioningService> {
  const issuer = await authorities.of(profile.issuer);
  const [namedCurve = 'P-256'] = profile.curves;
  const keys = generateKeyPairSync('ec', { namedCurve });
  const publicKey = keys.publicKey.toCryptoKey({ name: 'ECDSA', namedCurve }, true, ['verify']);
  const subject = [{ CN: ['SIGEC-VE provisioning service'] }, { DC: [leafProfiles['provisioning-service'].domain] }];
  const made = await issueCertificate(issuer, { subject, publicKey, profile, now, addresses });
  const certificate = new X509Certificate(made.pem);
  const { serialNumber, issuedAt, expiresAt } = made;
  const row = {
    serialNumber,
    authorityId: issuer.id,
    stationId: null,
    purpose: 'provisioning-service' as const,
    subject: subjectOf(certificate),
    certificate: made.pem,
    issuedAt,
    expiresAt,
  };
  await ledger.commit({
    events: [{ kind: 'provisioning-service-certified', stationId: null, happenedAt: now, body: { serialNumber } }],
    writes: [write(issuedCertificates, row)],
  });
  return { key: keys.privateKey, chain: [certificate, issuer.certificate, ...issuer.chain.slice(0, -1)] };
}
