import type { X509Certificate } from 'node:crypto';
import { loadX509 } from './load-pki.ts';

/** Longer than any that a station sends. */
const longestChain = 8;
const maxMet = 200;

/** Critical extensions that are understood here: what a certificate may be used for, and by which policies it was issued. */
const understood = new Set(['2.5.29.15', '2.5.29.17', '2.5.29.19', '2.5.29.32', '2.5.29.37']);

/** Authorities of others that the operator trusts to name stations, and those below them that stations sent along. */
export class ForeignIssuers {
  private readonly roots: readonly X509Certificate[];
  /** A connection that resumes an earlier one shows its own certificate alone. */
  private readonly met = new Map<string, X509Certificate>();

  constructor(roots: readonly X509Certificate[]) {
    this.roots = roots;
  }

  /** From the certificate of a station up to a root that is trusted; undefined: it leads to none. Whether it is in force, nobody has asked. */
  async chainOf(leaf: X509Certificate): Promise<readonly X509Certificate[] | undefined> {
    if (this.roots.length === 0 || leaf.ca || (await hasUnknownRules(leaf))) return undefined;
    const sent = sentWith(leaf);
    const chain = [leaf];
    for (let last = leaf; chain.length < longestChain; ) {
      const issuer = [...this.roots, ...sent, ...this.met.values()].find((each) => isIssuedBy(last, each));
      if (issuer === undefined || !(await mayIssue(issuer, chain.length - 1))) return undefined;
      chain.push(issuer);
      if (this.roots.includes(issuer)) {
        this.remember(chain.slice(1, -1));
        return chain;
      }
      last = issuer;
    }
    return undefined;
  }

  private remember(authorities: readonly X509Certificate[]): void {
    for (const authority of authorities) {
      this.met.delete(authority.fingerprint256);
      const [oldest] = this.met.keys();
      if (oldest !== undefined && this.met.size >= maxMet) this.met.delete(oldest);
      this.met.set(authority.fingerprint256, authority);
    }
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function sentWith(leaf: X509Certificate): X509Certificate[] {
  const sent: X509Certificate[] = [];
  for (
    let next = leaf.issuerCertificate;
    next !== undefined && sent.length < longestChain;
    next = next.issuerCertificate
  )
    sent.push(next);
  return sent;
}

/** `below`: how many authorities stand between it and the station. */
async function mayIssue(authority: X509Certificate, below: number): Promise<boolean> {
  if (!authority.ca || (await hasUnknownRules(authority))) return false;
  const x509 = await loadX509();
  const parsed = new x509.X509Certificate(authority.raw);
  const { pathLength = below } = parsed.getExtension(x509.BasicConstraintsExtension) ?? {};
  const usages = parsed.getExtension(x509.KeyUsagesExtension)?.usages ?? x509.KeyUsageFlags.keyCertSign;
  return pathLength >= below && (usages & x509.KeyUsageFlags.keyCertSign) !== 0;
}

/** Whoever wrote a rule that has to be understood wants the certificate refused where nobody does (RFC 5280, 4.2). */
async function hasUnknownRules({ raw }: X509Certificate): Promise<boolean> {
  const x509 = await loadX509();
  return new x509.X509Certificate(raw).extensions.some(({ critical, type }) => critical && !understood.has(type));
}
