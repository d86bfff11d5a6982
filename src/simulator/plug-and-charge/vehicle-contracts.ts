import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import type { VehicleStandard } from './vehicle-standard.ts';
import { standard2 } from './vehicle-standard-2.ts';

/** What a vehicle has to charge with: the certificates, the leaf first, and the private key that it decrypted itself. */
export type VehicleContract = { emaid: string; chain: readonly X509Certificate[]; key: KeyObject };

/** The provisioning certificate that a maker put into a vehicle, and the contracts that it fetched with it (ISO 15118). */
export class VehicleContracts {
  readonly pcid: string;
  readonly standard: VehicleStandard;
  readonly contracts: VehicleContract[] = [];
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };
  private provisioning: X509Certificate | undefined;
  private v2gRoot: X509Certificate | undefined;

  constructor(pcid: string, standard = standard2) {
    this.pcid = pcid;
    this.standard = standard;
    this.keys = generateKeyPairSync('ec', { namedCurve: standard.curve });
  }

  /** The one that it charges with. */
  get contract(): VehicleContract | undefined {
    return this.contracts.at(-1);
  }

  /** The maker asks an authority to sign the key of the vehicle. The library is large, and few vehicles need it. */
  async makeRequest(): Promise<string> {
    await import('reflect-metadata');
    const { Pkcs10CertificateRequestGenerator } = await import('@peculiar/x509');
    const { curve: namedCurve, hash } = this.standard;
    const algorithm = { name: 'ECDSA', namedCurve, hash } as const;
    const keys = {
      publicKey: this.keys.publicKey.toCryptoKey(algorithm, true, ['verify']),
      privateKey: this.keys.privateKey.toCryptoKey(algorithm, true, ['sign']),
    };
    const request = await Pkcs10CertificateRequestGenerator.create({
      name: [{ CN: [this.pcid] }],
      keys,
      signingAlgorithm: algorithm,
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
    return this.standard.install({ certificate: this.certificate, key: this.keys.privateKey, roots: this.rootIds() });
  }

  /** M02: signed with the contract that it has. */
  updateRequest(): string {
    const { contract, standard } = this;
    if (contract === undefined) throw new Error(`The vehicle ${this.pcid} has no contract to renew.`);
    if (standard.update === undefined) throw new Error('By its standard a vehicle installs its contract anew.');
    const { chain, emaid, key } = contract;
    return standard.update({ certificate: this.certificate, key, roots: this.rootIds(), chain, emaid });
  }

  /** Takes what it was sent only when the provisioning service signed it and the key inside fits the certificate. */
  take(exi: string, action: 'install' | 'update'): VehicleContract {
    const { service, chain, emaid, whyNotSigned, open } = this.standard.read(exi, action);
    this.mustEndInRoot(service);
    const why = whyNotSigned(keyOf(service));
    if (why !== undefined) throw new Error(`The vehicle does not believe its contract: ${why}.`);
    const own = action === 'install' ? this.keys.privateKey : (this.contract?.key ?? this.keys.privateKey);
    const contract = { emaid, chain, key: open(own, this.pcid) };
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
    return [{ X509IssuerName: name, X509SerialNumber: serial }];
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

function keyOf([leaf]: readonly X509Certificate[]): KeyObject {
  if (leaf === undefined) throw new Error('A chain has a certificate at least.');
  return leaf.publicKey;
}
