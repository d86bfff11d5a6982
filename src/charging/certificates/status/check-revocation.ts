import type { X509Certificate } from 'node:crypto';
import type { CertificateStatus } from '#contract/stations/certificates.ts';
import { hashOf, issuerOf } from '../certificate-hash.ts';
import { loadX509 } from '../load-pki.ts';
import { parse } from './known-issuers.ts';
import type { Source, StatusBook } from './open-status.ts';
import { failed, type Verdict } from './verdict.ts';

export type CheckedCertificate = Pick<Verdict, 'status' | 'reason' | 'nextUpdate'> & {
  /** By whom it was found out; null: it names nobody who could be asked. */
  source: Source | null;
};

/** `status` is that of the worst: one revoked certificate is enough. */
export type ChainRevocation = { status: CertificateStatus; certificates: CheckedCertificate[] };

/**
 * Whether any certificate of a chain was revoked, leaf first; the last one is the trust anchor, which nobody can revoke. OCSP is asked
 * first, and the revocation list where that fails. That the chain holds together is the caller's matter.
 */
export async function checkRevocation(book: StatusBook, chain: readonly X509Certificate[]): Promise<ChainRevocation> {
  const certificates = await Promise.all(
    chain.slice(0, -1).map((certificate, index) => checkOne(book, certificate, chain[index + 1] ?? certificate)),
  );
  const worst = (['revoked', 'failed', 'unknown'] as const).find((status) =>
    certificates.some((certificate) => certificate.status === status),
  );
  return { status: worst ?? 'good', certificates };
}

async function checkOne(
  book: StatusBook,
  certificate: X509Certificate,
  issuedBy: X509Certificate,
): Promise<CheckedCertificate> {
  const issuer = await parse(issuedBy.raw);
  const id = hashOf(issuerOf(issuer), certificate.serialNumber);
  const named = { ocsp: ocspUrlsOf(certificate), crl: await crlUrlsOf(certificate) };
  let last = failed('it names neither an OCSP responder nor a revocation list');
  let source: Source | null = null;
  for (const each of ['ocsp', 'crl'] as const) {
    // Our own are answered by our books, whatever they name.
    if (named[each].length === 0 && each === 'crl') continue;
    const verdict = await book.ask({ id, source: each, urls: named[each], issuer });
    if (named[each].length > 0 || verdict.status !== 'failed') [last, source] = [verdict, each];
    if (verdict.status === 'good' || verdict.status === 'revoked') break;
  }
  const { status, reason, nextUpdate } = last;
  return { status, reason, nextUpdate, source };
}

function ocspUrlsOf({ infoAccess }: X509Certificate): string[] {
  return [...(infoAccess ?? '').matchAll(/^OCSP - URI:(\S+)$/gm)].map(([, url = '']) => url);
}

async function crlUrlsOf({ raw }: X509Certificate): Promise<string[]> {
  const x509 = await loadX509();
  const extension = new x509.X509Certificate(raw).getExtension(x509.CRLDistributionPointsExtension);
  return (extension?.distributionPoints ?? []).flatMap(({ distributionPoint }) =>
    (distributionPoint?.fullName ?? []).flatMap(({ uniformResourceIdentifier: url }) => url ?? []),
  );
}
