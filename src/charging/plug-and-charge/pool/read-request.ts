import { X509Certificate } from 'node:crypto';
import { ExiError } from '#base/exi/bits.ts';
import { decodeMessage } from '#base/iso15118/messages-2.ts';
import type { V2gMessage } from '#base/iso15118/schema-2.ts';
import { whyNotSigned } from '#base/iso15118/signature-2.ts';
import { failed, type ProviderAnswer } from '../contract-provider.ts';

export type VehicleRequest = {
  sessionId: Uint8Array;
  /** Whose private key has signed the request, and opens the answer. */
  certificate: X509Certificate;
  /** Those that a vehicle sends along when it renews a contract. */
  above: readonly X509Certificate[];
  /** The contract that shall be renewed; null: a first one is wanted. */
  emaid: string | null;
};

type Failed = Extract<ProviderAnswer, { status: 'failed' }>;

/** Reads what a vehicle asks for, and that it has signed it itself. */
export function readRequest(exi: string, action: 'install' | 'update'): VehicleRequest | Failed {
  let message: V2gMessage;
  try {
    message = decodeMessage(Buffer.from(exi, 'base64'));
  } catch (error) {
    if (!(error instanceof ExiError)) throw error;
    return failed('InvalidExi', `The request of the vehicle cannot be read: ${error.message}.`);
  }
  return action === 'install' ? installation(message) : update(message);
}

function installation({ Header, Body: { CertificateInstallationReq: content } }: V2gMessage): VehicleRequest | Failed {
  if (content === undefined)
    return failed('InvalidExi', 'The request of the vehicle is no CertificateInstallationReq.');
  const certificate = read(content.OEMProvisioningCert);
  if (certificate === undefined) return failed('CertChainError', 'The provisioning certificate cannot be read.');
  const part = { name: 'CertificateInstallationReq', content } as const;
  const why = whyNotSigned(Header.Signature, [part], certificate.publicKey);
  if (why !== undefined) return failed('SignatureError', `The request of the vehicle is refused: ${why}.`);
  return { sessionId: Header.SessionID, certificate, above: [], emaid: null };
}

function update({ Header, Body: { CertificateUpdateReq: content } }: V2gMessage): VehicleRequest | Failed {
  if (content === undefined) return failed('InvalidExi', 'The request of the vehicle is no CertificateUpdateReq.');
  const { Certificate, SubCertificates } = content.ContractSignatureCertChain;
  const [certificate, ...above] = [Certificate, ...(SubCertificates?.Certificate ?? [])].map(read);
  if (certificate === undefined || above.includes(undefined))
    return failed('CertChainError', 'The contract certificate cannot be read.');
  const part = { name: 'CertificateUpdateReq', content } as const;
  const why = whyNotSigned(Header.Signature, [part], certificate.publicKey);
  if (why !== undefined) return failed('SignatureError', `The request of the vehicle is refused: ${why}.`);
  const sent = above.flatMap((each) => each ?? []);
  return { sessionId: Header.SessionID, certificate, above: sent, emaid: content.eMAID };
}

function read(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}
