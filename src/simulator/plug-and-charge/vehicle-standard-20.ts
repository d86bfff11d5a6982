import { randomBytes, X509Certificate } from 'node:crypto';
import { decodeMessage20, encodeMessage20 } from '#base/iso15118/messages-20.ts';
import { openContractKey20 } from '#base/iso15118/private-key-20.ts';
import { type Chain20, commonMessages20 } from '#base/iso15118/schema-20.ts';
import { signPart20, whyNotSigned20 } from '#base/iso15118/signature-20.ts';
import type { VehicleStandard } from './vehicle-standard.ts';

/** Where a contract runs out, the vehicle installs it anew: there is no update. */
export const standard20: VehicleStandard = {
  schemaVersion: commonMessages20,
  curve: 'P-521',
  hash: 'SHA-512',
  rootRole: 'v2g20-root',
  install({ certificate, key, roots }) {
    const content = { Id: 'id1', Certificate: certificate.raw };
    const Signature = signPart20({ name: 'OEMProvisioningCertificateChain', content }, key);
    const TimeStamp = BigInt(Math.floor(Date.now() / 1_000));
    return encodeMessage20({
      CertificateInstallationReq: {
        Header: { SessionID: randomBytes(8), TimeStamp, Signature },
        OEMProvisioningCertificateChain: content,
        ListOfRootCertificateIDs: { RootCertificateID: [...roots] },
        MaximumContractCertificateChains: 1n,
      },
    }).toString('base64');
  },
  read(exi) {
    const message = decodeMessage20(Buffer.from(exi, 'base64'));
    if (!('CertificateInstallationRes' in message))
      throw new Error('The vehicle was sent another message than it asked for.');
    const { Header, ResponseCode, CPSCertificateChain, SignedInstallationData } = message.CertificateInstallationRes;
    if (!ResponseCode.startsWith('OK')) throw new Error(`The vehicle was refused: ${ResponseCode}.`);
    const { ContractCertificateChain, DHPublicKey, SECP521_EncryptedPrivateKey } = SignedInstallationData;
    const chain = certificatesIn(ContractCertificateChain);
    const [contract] = chain;
    if (contract === undefined) throw new Error('A chain has a certificate at least.');
    const part = { name: 'SignedInstallationData', content: SignedInstallationData } as const;
    const sealed = {
      encrypted: Buffer.from(SECP521_EncryptedPrivateKey ?? []),
      dhPublicKey: Buffer.from(DHPublicKey),
    };
    return {
      service: certificatesIn(CPSCertificateChain),
      chain,
      emaid: String((contract.toLegacyObject().subject as { CN?: unknown }).CN),
      whyNotSigned: (key) => whyNotSigned20(Header.Signature, part, key),
      open: (own, pcid) => openContractKey20(sealed, own, { pcid, contract }),
    };
  },
};

function certificatesIn({ Certificate, SubCertificates }: Chain20): X509Certificate[] {
  return [Certificate, ...(SubCertificates?.Certificate ?? [])].map((der) => new X509Certificate(der));
}
