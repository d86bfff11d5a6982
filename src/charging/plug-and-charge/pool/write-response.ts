import type { KeyObject, X509Certificate } from 'node:crypto';
import { encodeMessage } from '#base/iso15118/messages-2.ts';
import { sealContractKey } from '#base/iso15118/private-key-2.ts';
import type { CertificateChain, ContractResponse } from '#base/iso15118/schema-2.ts';
import { signParts } from '#base/iso15118/signature-2.ts';
import type { ProvisioningService } from './provisioning-service.ts';

type Given = {
  action: 'install' | 'update';
  sessionId: Uint8Array;
  emaid: string;
  /** The contract's, and those between it and its root. */
  contract: { key: KeyObject; chain: readonly X509Certificate[] };
  /** For whom the private key is sealed. */
  receiver: KeyObject;
  service: ProvisioningService;
};

/** The answer to a vehicle as EXI in base64: its contract, the private key sealed for it alone, all signed by the provisioning service. */
export function writeResponse({ action, sessionId, emaid, contract, receiver, service }: Given): string {
  const { encrypted, dhPublicKey } = sealContractKey(contract.key, receiver);
  const content: ContractResponse = {
    ResponseCode: 'OK',
    SAProvisioningCertificateChain: chainOf(service.chain),
    ContractSignatureCertChain: { Id: 'id1', ...chainOf(contract.chain) },
    ContractSignatureEncryptedPrivateKey: { Id: 'id2', value: encrypted },
    DHpublickey: { Id: 'id3', value: dhPublicKey },
    eMAID: { Id: 'id4', value: emaid },
  };
  const Signature = signParts(
    [
      { name: 'ContractSignatureCertChain', content: content.ContractSignatureCertChain },
      { name: 'ContractSignatureEncryptedPrivateKey', content: content.ContractSignatureEncryptedPrivateKey },
      { name: 'DHpublickey', content: content.DHpublickey },
      { name: 'eMAID', content: content.eMAID },
    ],
    service.key,
  );
  const Body = action === 'install' ? { CertificateInstallationRes: content } : { CertificateUpdateRes: content };
  return encodeMessage({ Header: { SessionID: sessionId, Signature }, Body }).toString('base64');
}

function chainOf([leaf, ...above]: readonly X509Certificate[]): Pick<
  CertificateChain,
  'Certificate' | 'SubCertificates'
> {
  if (leaf === undefined) throw new Error('A chain has a certificate at least.');
  return {
    Certificate: leaf.raw,
    ...(above.length > 0 && { SubCertificates: { Certificate: above.map(({ raw }) => raw) } }),
  };
}
