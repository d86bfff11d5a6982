import { randomBytes, X509Certificate } from 'node:crypto';
import { decodeMessage, encodeMessage } from '#base/iso15118/messages-2.ts';
import { openContractKey } from '#base/iso15118/private-key-2.ts';
import type { CertificateChain, ContractResponse, V2gMessage } from '#base/iso15118/schema-2.ts';
import { signParts, whyNotSigned } from '#base/iso15118/signature-2.ts';
import type { VehicleStandard } from './vehicle-standard.ts';

export const standard2: VehicleStandard = {
  schemaVersion: 'urn:iso:15118:2:2013:MsgDef',
  curve: 'P-256',
  hash: 'SHA-256',
  rootRole: 'root',
  install({ certificate, key, roots }) {
    const content = {
      Id: 'id1',
      OEMProvisioningCert: certificate.raw,
      ListOfRootCertificateIDs: { RootCertificateID: [...roots] },
    };
    const Signature = signParts([{ name: 'CertificateInstallationReq', content }], key);
    return exiOf({ Header: { SessionID: randomBytes(8), Signature }, Body: { CertificateInstallationReq: content } });
  },
  update({ key, roots, chain, emaid }) {
    const [leaf, ...above] = chain;
    const content = {
      Id: 'id1',
      ContractSignatureCertChain: {
        Certificate: leaf?.raw ?? Buffer.alloc(0),
        ...(above.length > 0 && { SubCertificates: { Certificate: above.map(({ raw }) => raw) } }),
      },
      eMAID: emaid,
      ListOfRootCertificateIDs: { RootCertificateID: [...roots] },
    };
    const Signature = signParts([{ name: 'CertificateUpdateReq', content }], key);
    return exiOf({ Header: { SessionID: randomBytes(8), Signature }, Body: { CertificateUpdateReq: content } });
  },
  read(exi, action) {
    const { Header, Body } = decodeMessage(Buffer.from(exi, 'base64'));
    const content = action === 'install' ? Body.CertificateInstallationRes : Body.CertificateUpdateRes;
    if (content === undefined) throw new Error('The vehicle was sent another message than it asked for.');
    if (!content.ResponseCode.startsWith('OK')) throw new Error(`The vehicle was refused: ${content.ResponseCode}.`);
    const chain = certificatesIn(content.ContractSignatureCertChain);
    const sealed = {
      encrypted: Buffer.from(content.ContractSignatureEncryptedPrivateKey.value),
      dhPublicKey: Buffer.from(content.DHpublickey.value),
    };
    return {
      service: certificatesIn(content.SAProvisioningCertificateChain),
      chain,
      emaid: content.eMAID.value,
      whyNotSigned: (key) => whyNotSigned(Header.Signature, signedParts(content), key),
      open(own) {
        const [leaf] = chain;
        if (leaf === undefined) throw new Error('A chain has a certificate at least.');
        return openContractKey(sealed, own, leaf.publicKey);
      },
    };
  },
};

function signedParts(content: ContractResponse) {
  return [
    { name: 'ContractSignatureCertChain', content: content.ContractSignatureCertChain },
    { name: 'ContractSignatureEncryptedPrivateKey', content: content.ContractSignatureEncryptedPrivateKey },
    { name: 'DHpublickey', content: content.DHpublickey },
    { name: 'eMAID', content: content.eMAID },
  ] as const;
}

function certificatesIn({ Certificate, SubCertificates }: CertificateChain): X509Certificate[] {
  return [Certificate, ...(SubCertificates?.Certificate ?? [])].map((der) => new X509Certificate(der));
}

function exiOf(message: V2gMessage): string {
  return encodeMessage(message).toString('base64');
}
