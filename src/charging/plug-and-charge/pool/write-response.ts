import type { KeyObject, X509Certificate } from 'node:crypto';
import { encodeMessage } from '#base/iso15118/messages-2.ts';
import { encodeMessage20 } from '#base/iso15118/messages-20.ts';
import { sealContractKey } from '#base/iso15118/private-key-2.ts';
import { sealContractKey20 } from '#base/iso15118/private-key-20.ts';
import type { CertificateChain, ContractResponse } from '#base/iso15118/schema-2.ts';
import type { InstallationData20 } from '#base/iso15118/schema-20.ts';
import { signParts } from '#base/iso15118/signature-2.ts';
import { signPart20 } from '#base/iso15118/signature-20.ts';
import type { ProvisioningService } from './provisioning-service.ts';

export type Given = {
  action: 'install' | 'update';
  sessionId: Uint8Array;
  emaid: string;
  /** The contract's, and those between it and its root. */
  contract: { key: KeyObject; chain: readonly X509Certificate[] };
  /** For whom the private key is sealed. */
  receiver: KeyObject;
  service: ProvisioningService;
  /** The name of the vehicle, to which the key is bound in ISO 15118-20. */
  pcid: string;
  now: Date;
  /** How many more contracts it could fetch. */
  others: number;
};

/** More than a byte can tell. */
const maxOthers = 255;

/** The answer to a vehicle as EXI in base64: its contract, the private key sealed for it alone, all signed by the provisioning service. */
export function writeResponse2({ action, sessionId, emaid, contract, receiver, service }: Given): string {
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

/** The same by ISO 15118-20. Which contract it is stands in its certificate alone. */
export function writeResponse20(given: Given): string {
  const { sessionId, contract, receiver, service, pcid, now, others } = given;
  const [leaf, ...above] = contract.chain;
  if (leaf === undefined) throw new Error('A chain has a certificate at least.');
  const { encrypted, dhPublicKey } = sealContractKey20(contract.key, receiver, { pcid, contract: leaf });
  const content: InstallationData20 = {
    Id: 'id1',
    ContractCertificateChain: {
      Certificate: leaf.raw,
      SubCertificates: { Certificate: above.map(({ raw }) => raw) },
    },
    ECDHCurve: 'SECP521',
    DHPublicKey: dhPublicKey,
    SECP521_EncryptedPrivateKey: encrypted,
  };
  const Signature = signPart20({ name: 'SignedInstallationData', content }, service.key);
  const TimeStamp = BigInt(Math.floor(now.getTime() / 1_000));
  return encodeMessage20({
    CertificateInstallationRes: {
      Header: { SessionID: sessionId, TimeStamp, Signature },
      ResponseCode: 'OK',
      EVSEProcessing: 'Finished',
      CPSCertificateChain: chainOf(service.chain),
      SignedInstallationData: content,
      RemainingContractCertificateChains: BigInt(Math.min(others, maxOthers)),
    },
  }).toString('base64');
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
