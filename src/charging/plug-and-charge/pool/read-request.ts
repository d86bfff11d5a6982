import { X509Certificate } from 'node:crypto';
import { ExiError } from '#base/exi/bits.ts';
import { decodeMessage } from '#base/iso15118/messages-2.ts';
import { decodeMessage20 } from '#base/iso15118/messages-20.ts';
import type { V2gMessage } from '#base/iso15118/schema-2.ts';
import { whyNotSigned } from '#base/iso15118/signature-2.ts';
import { whyNotSigned20 } from '#base/iso15118/signature-20.ts';
import { failed, type ProviderAnswer } from '../contract-provider.ts';

export type VehicleRequest = {
  sessionId: Uint8Array;
  /** Whose private key has signed the request, and opens the answer. */
  certificate: X509Certificate;
  /** Those that a vehicle sends along when it renews a contract. */
  above: readonly X509Certificate[];
  /** The contract that shall be renewed; null: a first one is wanted. */
  emaid: string | null;
  /** Which contracts the vehicle names as those it would like, the dearest first. */
  prioritizedEmaids: readonly string[];
};

type Failed = Extract<ProviderAnswer, { status: 'failed' }>;

/** Reads what a vehicle asks for by ISO 15118-2, and that it has signed it itself. */
export function readRequest2(exi: string, action: 'install' | 'update'): VehicleRequest | Failed {
  const message = decoded(decodeMessage, exi);
  if ('status' in message) return message;
  return action === 'install' ? installation(message) : update(message);
}

/** The same by ISO 15118-20, where a vehicle installs anew what runs out. */
export function readRequest20(exi: string, action: 'install' | 'update'): VehicleRequest | Failed {
  if (action === 'update')
    return failed('UnsupportedAction', 'ISO 15118-20 knows no update of a contract; the vehicle installs it anew.');
  const message = decoded(decodeMessage20, exi);
  if ('status' in message) return message;
  if (!('CertificateInstallationReq' in message))
    return failed('InvalidExi', 'The request of the vehicle is no CertificateInstallationReq.');
  const { Header, OEMProvisioningCertificateChain: content, PrioritizedEMAIDs } = message.CertificateInstallationReq;
  const [certificate, ...above] = [content.Certificate, ...(content.SubCertificates?.Certificate ?? [])].map(read);
  if (certificate === undefined || above.includes(undefined))
    return failed('CertChainError', 'The provisioning certificate cannot be read.');
  const part = { name: 'OEMProvisioningCertificateChain', content } as const;
  const why = whyNotSigned20(Header.Signature, part, certificate.publicKey);
  if (why !== undefined) return failed('SignatureError', `The request of the vehicle is refused: ${why}.`);
  const prioritizedEmaids = PrioritizedEMAIDs?.EMAID ?? [];
  return {
    sessionId: Header.SessionID,
    certificate,
    emaid: null,
    prioritizedEmaids,
    above: above.flatMap((each) => each ?? []),
  };
}

function decoded<Message extends object>(decode: (exi: Uint8Array) => Message, exi: string): Message | Failed {
  try {
    return decode(Buffer.from(exi, 'base64'));
  } catch (error) {
    if (!(error instanceof ExiError)) throw error;
    return failed('InvalidExi', `The request of the vehicle cannot be read: ${error.message}.`);
  }
}

function installation({ Header, Body: { CertificateInstallationReq: content } }: V2gMessage): VehicleRequest | Failed {
  if (content === undefined)
    return failed('InvalidExi', 'The request of the vehicle is no CertificateInstallationReq.');
  const certificate = read(content.OEMProvisioningCert);
  if (certificate === undefined) return failed('CertChainError', 'The provisioning certificate cannot be read.');
  const part = { name: 'CertificateInstallationReq', content } as const;
  const why = whyNotSigned(Header.Signature, [part], certificate.publicKey);
  if (why !== undefined) return failed('SignatureError', `The request of the vehicle is refused: ${why}.`);
  return { sessionId: Header.SessionID, certificate, above: [], emaid: null, prioritizedEmaids: [] };
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
  return { sessionId: Header.SessionID, certificate, above: sent, emaid: content.eMAID, prioritizedEmaids: [] };
}

function read(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}
