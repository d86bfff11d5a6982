import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { decodeMessage, encodeMessage } from '#base/iso15118/messages-2.ts';
import { openContractKey } from '#base/iso15118/private-key-2.ts';
import type { CertificateChain, ContractResponse, V2gMessage } from '#base/iso15118/schema-2.ts';
import { signParts, whyNotSigned } from '#base/iso15118/signature-2.ts';

/** What a vehicle has to charge with: the certificates, the leaf first, and the private key that it decrypted itself. */
export type VehicleContract = { emaid: string; chain: readonly X509Certificate[]; key: KeyObject };

export const schemaVersion = 'urn:iso:15118:2:2013:MsgDef';

/** The provisioning certificate that a maker put into a vehicle, and the contracts that it fetched with it (ISO 15118-2). */
export class VehicleContracts {
  readonly pcid: string;
  readonly contracts: VehicleContract[] = [];
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private provisioning: X509Certificate | undefined;
  private v2gRoot: X509Certificate | undefined;

  constructor(pcid: string) {
    this.pcid = pcid;
  }

  /** The one that it charges with. */
  get contract(): VehicleContract | undefined {
    return this.contracts.at(-1);
  }

  /** The maker asks an authority to sign the key of the vehicle. The library is large, and few vehicles need it. */
  async makeRequest(): Promise<string> {
    await import('reflect-metadata');
    const { Pkcs10CertificateRequestGenerator } = await import('@peculiar/x509');
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
    const keys = {
      publicKey: this.keys.publicKey.toCryptoKey(algorithm, true, ['verify']),
      privateKey: this.keys.privateKey.toCryptoKey(algorithm, true, ['sign']),
    };
    const request = await Pkcs10CertificateRequestGenerator.create({
      ...{ name: [{ CN: [this.pcid] }], keys, signingAlgorithm: algorithm },
    });
    return request.toString('pem');
  }

  /** What leaves the factory: its own certificate, and the root that everything it is given has to end in. */
  provision(certificate: string, v2gRoot: string): void {
    this.provisioning = new X509Certificate(certificate);
    this.v2gRoot = new X509Certificate(v2gRoot);
  }

  /** M01: a signed CertificateInstallationReq as EXI in base64. */
  installationRequest(): string {
    const content = {
      Id: 'id1',
      OEMProvisioningCert: this.certificate.raw,
      ListOfRootCertificateIDs: this.rootIds(),
    };
    const Signature = signParts([{ name: 'CertificateInstallationReq', content }], this.keys.privateKey);
    return exiOf({ Header: { SessionID: randomBytes(8), Signature }, Body: { CertificateInstallationReq: content } });
  }

  /** M02: signed with the contract that it has. */
  updateRequest(): string {
    const { contract } = this;
    if (contract === undefined) throw new Error(`The vehicle ${this.pcid} has no contract to renew.`);
    const [leaf, ...above] = contract.chain;
    const content = {
      Id: 'id1',
      ContractSignatureCertChain: {
        Certificate: leaf?.raw ?? Buffer.alloc(0),
        ...(above.length > 0 && { SubCertificates: { Certificate: above.map(({ raw }) => raw) } }),
      },
      eMAID: contract.emaid,
      ListOfRootCertificateIDs: this.rootIds(),
    };
    const Signature = signParts([{ name: 'CertificateUpdateReq', content }], contract.key);
    return exiOf({ Header: { SessionID: randomBytes(8), Signature }, Body: { CertificateUpdateReq: content } });
  }

  /** Takes what it was sent only when the provisioning service signed it and the key inside fits the certificate. */
  take(exi: string, action: 'install' | 'update'): VehicleContract {
    const { Header, Body } = decodeMessage(Buffer.from(exi, 'base64'));
    const content = action === 'install' ? Body.CertificateInstallationRes : Body.CertificateUpdateRes;
    if (content === undefined) throw new Error('The vehicle was sent another message than it asked for.');
    if (!content.ResponseCode.startsWith('OK')) throw new Error(`The vehicle was refused: ${content.ResponseCode}.`);
    const service = certificatesIn(content.SAProvisioningCertificateChain);
    this.mustEndInRoot(service);
    const why = whyNotSigned(Header.Signature, signedParts(content), keyOf(service));
    if (why !== undefined) throw new Error(`The vehicle does not believe its contract: ${why}.`);
    const chain = certificatesIn(content.ContractSignatureCertChain);
    const own = action === 'install' ? this.keys.privateKey : (this.contract?.key ?? this.keys.privateKey);
    const key = openContractKey(
      {
        encrypted: Buffer.from(content.ContractSignatureEncryptedPrivateKey.value),
        dhPublicKey: Buffer.from(content.DHpublickey.value),
      },
      own,
      keyOf(chain),
    );
    const contract = { emaid: content.eMAID.value, chain, key };
    this.contracts.push(contract);
    return contract;
  }

  private get certificate(): X509Certificate {
    if (this.provisioning === undefined) throw new Error(`The vehicle ${this.pcid} was not provisioned.`);
    return this.provisioning;
  }

  private rootIds() {
    const root = this.v2gRoot;
    const name = (root?.issuer ?? 'CN=none').replaceAll('\n', ',');
    const serial = BigInt(`0x${root?.serialNumber ?? '1'}`);
    return { RootCertificateID: [{ X509IssuerName: name, X509SerialNumber: serial }] };
  }

  private mustEndInRoot(chain: readonly X509Certificate[]): void {
    const whole = [...chain, ...(this.v2gRoot === undefined ? [] : [this.v2gRoot])];
    const isHeld = whole.every((each, index) => {
      const issuer = whole[index + 1];
      return issuer === undefined || (each.checkIssued(issuer) && each.verify(issuer.publicKey));
    });
    if (!isHeld) throw new Error('The vehicle does not know who signed its contract.');
  }
}

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

function keyOf([leaf]: readonly X509Certificate[]): KeyObject {
  if (leaf === undefined) throw new Error('A chain has a certificate at least.');
  return createPublicKey(leaf.publicKey.export({ format: 'pem', type: 'spki' }));
}

function exiOf(message: V2gMessage): string {
  return encodeMessage(message).toString('base64');
}
