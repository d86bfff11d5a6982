import type { X509Certificate } from 'node:crypto';
import type { AuthorizationStatus } from '#contract/access/token.ts';
import { readCertificates } from '../certificates/pem.ts';

/** What a vehicle showed for its contract (ISO 15118): the chain itself, or the hashes by which its revocation can be asked. */
export type ContractAsk = { chain: string | null; hashes: readonly { serialNumber: string; responderUrl: string }[] };

export type ContractStatus =
  | 'accepted'
  | 'signature-error'
  | 'expired'
  | 'none-available'
  | 'chain-error'
  | 'contract-cancelled';

export type ContractVerdict = { status: ContractStatus; why?: string };

/** What is known of the contract, and whose word counts; without roots nobody's. */
export type ContractFacts = {
  emaid: string;
  contract: AuthorizationStatus;
  roots: readonly X509Certificate[];
  now: Date;
};

/**
 * C07: whether the certificate stands, given what we know of its contract. Name, chain, signatures and dates are checked here, up to a
 * root that the operator trusts; no OCSP responder is asked, so a revocation is known only when the contract's token was blocked.
 * Without a chain, the station has checked it and asks about the contract alone.
 */
export function contractStatus({ chain }: ContractAsk, facts: ContractFacts): ContractVerdict {
  if (facts.contract === 'unknown') return { status: 'none-available' };
  if (facts.contract !== 'accepted') return { status: 'contract-cancelled' };
  return chain === null ? { status: 'accepted' } : chainStatus(chain, facts);
}

/** A vehicle sends its own and two or three above it. */
const longestChain = 10;

function chainStatus(text: string, { emaid, roots, now }: ContractFacts): ContractVerdict {
  if (roots.length === 0) return chainError('no root is trusted here: name a file of them in CONTRACT_ROOTS');
  const chain = readCertificates(text);
  const [leaf] = chain ?? [];
  if (chain === undefined || leaf === undefined) return chainError('it cannot be read');
  if (chain.length > longestChain) return chainError(`it has more than ${longestChain} certificates`);
  if (contractOf(leaf) !== plain(emaid)) return chainError('it is the certificate of another contract');
  const anchored = anchor(chain, roots);
  if (anchored === undefined) return chainError('it ends in none of the roots of CONTRACT_ROOTS');
  if (anchored.some((certificate) => !isInForce(certificate, now))) return { status: 'expired' };
  for (const [index, certificate] of anchored.entries()) {
    const issuer = anchored[index + 1];
    if (issuer === undefined) break;
    if (!certificate.checkIssued(issuer)) return chainError('its certificates do not follow one another');
    if (!issuer.ca) return chainError('a certificate in it was issued by one that may not issue any');
    if (!certificate.verify(issuer.publicKey)) return { status: 'signature-error', why: 'a signature is wrong' };
  }
  return { status: 'accepted' };
}

function chainError(why: string): ContractVerdict {
  return { status: 'chain-error', why };
}

/** The chain up to a root we trust, whether the vehicle sent that one or not. */
function anchor(
  chain: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): readonly X509Certificate[] | undefined {
  const known = chain.findIndex((certificate) => roots.some((root) => root.raw.equals(certificate.raw)));
  if (known >= 0) return chain.slice(0, known + 1);
  const last = chain.at(-1);
  const named = roots.filter((root) => last?.checkIssued(root));
  const root = named.find(({ publicKey }) => last?.verify(publicKey)) ?? named[0];
  return root && [...chain, root];
}

/** The eMAID is the common name; hyphens are for people. */
function contractOf(leaf: X509Certificate): string | undefined {
  const { CN } = leaf.toLegacyObject().subject as { CN?: unknown };
  return typeof CN === 'string' ? plain(CN) : undefined;
}

function plain(emaid: string): string {
  return emaid.replaceAll('-', '').toUpperCase();
}

function isInForce({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate;
}
