import { X509Certificate } from 'node:crypto';
import type { AuthorizationStatus } from '#contract/token.ts';

/** What a vehicle showed for its contract (ISO 15118): the chain itself, or the hashes by which its revocation can be asked. */
export type ContractAsk = { chain: string | null; hashes: readonly { serialNumber: string; responderUrl: string }[] };

export type ContractStatus =
  | 'accepted'
  | 'signature-error'
  | 'expired'
  | 'none-available'
  | 'chain-error'
  | 'contract-cancelled';

/**
 * C07: whether the certificate stands, given what we know of its contract. Chain, signatures and dates are checked here;
 * no OCSP responder is asked, so a revocation is known only when the contract's token was blocked.
 */
export function contractStatus({ chain }: ContractAsk, contract: AuthorizationStatus, now: Date): ContractStatus {
  if (contract === 'unknown') return 'none-available';
  if (contract !== 'accepted') return 'contract-cancelled';
  return chain === null ? 'accepted' : chainStatus(chain, now);
}

function chainStatus(chain: string, now: Date): ContractStatus {
  const certificates = readChain(chain);
  if (certificates === undefined) return 'chain-error';
  if (certificates.some((certificate) => !isInForce(certificate, now))) return 'expired';
  for (const [index, certificate] of certificates.entries()) {
    const issuer = certificates[index + 1];
    if (issuer === undefined) break;
    if (!certificate.checkIssued(issuer)) return 'chain-error';
    if (!certificate.verify(issuer.publicKey)) return 'signature-error';
  }
  return 'accepted';
}

/** PEM, the leaf first; undefined when it cannot be read. */
function readChain(chain: string): X509Certificate[] | undefined {
  const blocks = chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.length === 0 ? undefined : blocks.map((block) => new X509Certificate(block));
  } catch {
    return undefined; // not a certificate
  }
}

function isInForce({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate;
}
