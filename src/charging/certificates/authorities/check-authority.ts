import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import type { AuthorityImport, AuthorityRole } from '#contract/stations/certificates.ts';
import { authorityProfiles } from '../certificate-profiles.ts';
import { loadX509 } from '../load-pki.ts';
import { readCertificates, subjectOf } from '../pem.ts';
import { signingAlgorithmOf } from './authority.ts';
import type { MadeAuthority } from './make-authority.ts';

/** Reads what the operator brings for a role, and says what is wrong with it before anything is signed with it. */
export async function checkAuthority(role: AuthorityRole, given: AuthorityImport, now: Date): Promise<MadeAuthority> {
  const [certificate, ...chain] = readCertificates(given.certificate) ?? [];
  if (certificate === undefined) throw wrong('certificate', 'holds no X.509 certificate in PEM');
  const privateKey = readKey(given);
  mustBeUsable(role, { certificate, privateKey });
  mustBeInForce([certificate, ...chain], now);
  await mustBeComplete(role, [certificate, ...chain]);
  return { certificate, chain, privateKey };
}

function readKey({ key, passphrase }: AuthorityImport): KeyObject {
  try {
    return createPrivateKey({ key, format: 'pem', ...(passphrase !== undefined && { passphrase }) });
  } catch (cause) {
    const isLocked = /passphrase|bad decrypt|interrupted or cancelled/i.test((cause as Error).message);
    throw isLocked
      ? wrong('key', 'is encrypted: give its passphrase, or the right one')
      : wrong('key', 'is no private key in PEM');
  }
}

function mustBeUsable(role: AuthorityRole, { certificate, privateKey }: Omit<MadeAuthority, 'chain'>): void {
  if (!certificate.checkPrivateKey(privateKey)) throw wrong('key', 'does not belong to the first certificate');
  const algorithm = signingAlgorithmOf(privateKey);
  if (algorithm === undefined) throw wrong('key', 'must be on P-256, P-384 or P-521, or RSA from 2048 bits');
  const { domain, curve } = authorityProfiles[role];
  const isOnCurve = algorithm.name === 'ECDSA' && algorithm.namedCurve === curve;
  if (domain !== null && !isOnCurve)
    throw wrong('key', `must be on ${curve}: ISO 15118 accepts nothing else for ${role}`);
}

function mustBeInForce(chain: readonly X509Certificate[], now: Date): void {
  for (const certificate of chain) {
    if (certificate.validToDate < now)
      throw wrong('certificate', `holds ${subjectOf(certificate)}, which expired on ${certificate.validTo}`);
    if (certificate.validFromDate > now)
      throw wrong('certificate', `holds ${subjectOf(certificate)}, which is valid only from ${certificate.validFrom}`);
  }
}

/** Each is signed by the next, and the last one by itself: stations are given the chain up to its root. */
async function mustBeComplete(role: AuthorityRole, chain: readonly X509Certificate[]): Promise<void> {
  for (const [index, certificate] of chain.entries()) {
    await mustLetIssue(certificate, { below: index, role });
    const issuer = chain[index + 1] ?? certificate;
    const isSigned = certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
    if (!isSigned && issuer === certificate)
      throw wrong(
        'certificate',
        `ends with ${subjectOf(certificate)}, which is no root; add the certificates above it`,
      );
    if (!isSigned)
      throw wrong(
        'certificate',
        `has ${subjectOf(certificate)} followed by ${subjectOf(issuer)}, which did not sign it`,
      );
  }
  const [first] = chain;
  if (authorityProfiles[role].parent === null && chain.length > 1)
    throw wrong('certificate', `must be a root for ${role}; ${first ? subjectOf(first) : ''} was signed by another`);
}

/** `below`: how many authorities stand between it and what is signed in the end. */
async function mustLetIssue(
  certificate: X509Certificate,
  { below, role }: { below: number; role: AuthorityRole },
): Promise<void> {
  const x509 = await loadX509();
  const parsed = new x509.X509Certificate(certificate.raw);
  const constraints = parsed.getExtension(x509.BasicConstraintsExtension);
  const usages = parsed.getExtension(x509.KeyUsagesExtension)?.usages;
  if (constraints?.ca !== true)
    throw wrong('certificate', `holds ${subjectOf(certificate)}, which is no authority (CA:TRUE is missing)`);
  if (usages !== undefined && (usages & x509.KeyUsageFlags.keyCertSign) === 0)
    throw wrong('certificate', `holds ${subjectOf(certificate)}, which may not sign certificates (keyCertSign)`);
  const needed = below + (isRootRole(role) ? 1 : 0);
  if ((constraints.pathLength ?? needed) < needed)
    throw wrong('certificate', `holds ${subjectOf(certificate)}, which allows too few authorities below it (pathlen)`);
}

function isRootRole(role: AuthorityRole): boolean {
  return authorityProfiles[role].parent === null;
}

function wrong(field: 'certificate' | 'key', what: string): SigecError {
  return new SigecError('INVALID_INPUT', `The ${field} ${what}.`, { details: { field } });
}
