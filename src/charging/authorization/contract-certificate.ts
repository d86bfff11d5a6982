import type { X509Certificate } from 'node:crypto';
import { plainEmaid } from '#contract/access/emaid.ts';
import type { AuthorizationStatus } from '#contract/access/token.ts';
import type { CertificateHash, CertificateStatus } from '#contract/stations/certificates.ts';
import { readCertificates } from '../certificates/pem.ts';
import type { ContractAsk, ContractStatus } from './station-authorization.ts';

export type ContractVerdict = { status: ContractStatus; why?: string };

/** Whose word counts, and who knows what was revoked. */
export type ContractTrust = {
  roots(): Promise<readonly X509Certificate[]>;
  /** Leaf first, its trust anchor last. */
  checkRevocation(chain: readonly X509Certificate[]): Promise<{ certificates: readonly Found[] }>;
  askStatus(hash: CertificateHash, responderUrl: string): Promise<Found>;
  /** To which token a contract certificate of ours belongs; undefined: it is none. */
  tokenOf(serialNumber: string): Promise<string | undefined>;
  /** Whether a contract is good whose responder cannot be asked. */
  isUnknownFine: boolean;
};

/** `source` null: nobody was named who could be asked. */
type Found = { status: CertificateStatus; reason: string | null; source: string | null };

export type ContractFacts = { emaid: string; tokenId: string | null; contract: AuthorizationStatus; now: Date };

const ended: ReadonlySet<AuthorizationStatus> = new Set(['blocked', 'expired', 'invalid']);

/**
 * C07: whether the certificate stands, given what we know of its contract. A chain is checked here, up to a root that the operator
 * trusts; without one the station has checked it, and asks about the contract and, by hashes, about revocation.
 */
export async function contractStatus(
  { chain, hashes }: ContractAsk,
  facts: ContractFacts,
  trust: ContractTrust,
): Promise<ContractVerdict> {
  if (facts.contract === 'unknown') return { status: 'none-available' };
  if (ended.has(facts.contract)) return { status: 'contract-cancelled' };
  const byChain = chain === null ? accepted : await chainStatus(chain, facts, trust);
  return byChain.status === 'accepted' ? hashStatus(hashes, facts, trust) : byChain;
}

const accepted: ContractVerdict = { status: 'accepted' };

/** A vehicle sends its own and two or three above it. */
const longestChain = 10;

async function chainStatus(
  text: string,
  { emaid, now }: ContractFacts,
  trust: ContractTrust,
): Promise<ContractVerdict> {
  const roots = await trust.roots();
  if (roots.length === 0) return chainError('no root is trusted here: name a file of them in CONTRACT_ROOTS');
  const chain = readCertificates(text);
  const [leaf] = chain ?? [];
  if (chain === undefined || leaf === undefined) return chainError('it cannot be read');
  if (chain.length > longestChain) return chainError(`it has more than ${longestChain} certificates`);
  if (contractOf(leaf) !== plainEmaid(emaid)) return chainError('it is the certificate of another contract');
  const anchored = anchor(chain, roots);
  if (anchored === undefined)
    return chainError('it ends in none of the roots of CONTRACT_ROOTS, nor in our own authority of contracts');
  if (anchored.some((certificate) => !isInForce(certificate, now))) return { status: 'expired' };
  for (const [index, certificate] of anchored.entries()) {
    const issuer = anchored[index + 1];
    if (issuer === undefined) break;
    if (!certificate.checkIssued(issuer)) return chainError('its certificates do not follow one another');
    if (!issuer.ca) return chainError('a certificate in it was issued by one that may not issue any');
    if (!certificate.verify(issuer.publicKey)) return { status: 'signature-error', why: 'a signature is wrong' };
  }
  const { certificates } = await trust.checkRevocation(anchored);
  return worst(certificates.map((found) => verdictOf(found, trust)));
}

/** Of each certificate that the station names its responder is asked. One of ours has to be of the very contract. */
async function hashStatus(
  hashes: ContractAsk['hashes'],
  { tokenId }: ContractFacts,
  trust: ContractTrust,
): Promise<ContractVerdict> {
  const verdicts = await Promise.all(
    hashes.map(async ({ responderUrl, ...hash }) => {
      const owner = await trust.tokenOf(hash.serialNumber);
      if (owner !== undefined && owner !== tokenId) return chainError('it is the certificate of another contract');
      return verdictOf(await trust.askStatus(hash, responderUrl), trust);
    }),
  );
  return worst(verdicts);
}

function verdictOf({ status, reason, source }: Found, { isUnknownFine }: ContractTrust): ContractVerdict {
  if (status === 'good') return accepted;
  if (status === 'revoked') return { status: 'revoked' };
  if (status === 'unknown') return chainError('its issuer does not know it');
  // Who names nobody cannot be asked about: such a contract is ended by blocking its token.
  if (source === null || isUnknownFine) return accepted;
  return chainError(`whether it was revoked cannot be found out: ${reason ?? 'nobody answers'}`);
}

function worst(verdicts: readonly ContractVerdict[]): ContractVerdict {
  const revoked = verdicts.find(({ status }) => status === 'revoked');
  return revoked ?? verdicts.find(({ status }) => status !== 'accepted') ?? accepted;
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
  return typeof CN === 'string' ? plainEmaid(CN) : undefined;
}

function isInForce({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate;
}
