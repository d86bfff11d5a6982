import type { X509Certificate } from 'node:crypto';
import type { Certificate } from 'pkijs';
import type { Authorities } from '../authorities/open-authorities.ts';
import { type CertificateId, isIssuedBy, issuerOf } from '../certificate-hash.ts';
import { loadOcsp } from '../load-pki.ts';

const maxMet = 500;

/** Certificates of authorities that we have by other ways than from whoever is asked: our own, those above them, trusted roots, chains. */
export function knownIssuers(authorities: Pick<Authorities, 'all'>, trusted: readonly X509Certificate[]) {
  const met = new Map<string, Certificate>();
  const nameOf = ({ issuerNameHash, issuerKeyHash }: CertificateId) =>
    `${issuerNameHash} ${issuerKeyHash}`.toLowerCase();
  return {
    /** One that came with a chain, to be found by its hash afterwards. */
    meet(id: CertificateId, issuer: Certificate): void {
      met.delete(nameOf(id));
      const [oldest] = met.keys();
      if (oldest !== undefined && met.size >= maxMet) met.delete(oldest);
      met.set(nameOf(id), issuer);
    },
    async find(id: CertificateId): Promise<Certificate | undefined> {
      const known = met.get(nameOf(id));
      if (known !== undefined) return known;
      const all = await authorities.all();
      const own = all.flatMap(({ certificate, chain }) => [certificate, ...chain]);
      return issuerAmong(await Promise.all([...own, ...trusted].map(({ raw }) => parse(raw))), id);
    },
  };
}

/** A hash names the issuer's key, so a certificate with that name and key is the issuer's, whoever handed it to us. */
export function issuerAmong(certificates: readonly Certificate[], id: CertificateId): Certificate | undefined {
  return certificates.find((certificate) => isIssuedBy(issuerOf(certificate), id));
}

export async function parse(raw: Buffer): Promise<Certificate> {
  const { pkijs } = await loadOcsp();
  return pkijs.Certificate.fromBER(raw);
}
