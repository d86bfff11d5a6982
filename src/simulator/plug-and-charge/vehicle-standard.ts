import type { KeyObject, X509Certificate } from 'node:crypto';

export type RootId = { X509IssuerName: string; X509SerialNumber: bigint };

/** What a vehicle was sent, as its standard writes it. */
export type Received = {
  /** Of the provisioning service, and of the contract; the leaf first. */
  service: readonly X509Certificate[];
  chain: readonly X509Certificate[];
  emaid: string;
  /** undefined: the key of the provisioning service has signed it. */
  whyNotSigned(key: KeyObject): string | undefined;
  /** The private key of the contract, with the key of the vehicle. */
  open(own: KeyObject, pcid: string): KeyObject;
};

export type Asking = { certificate: X509Certificate; key: KeyObject; roots: readonly RootId[] };

/** How a vehicle of one part of ISO 15118 speaks of certificates. */
export type VehicleStandard = {
  schemaVersion: string;
  curve: 'P-256' | 'P-521';
  hash: 'SHA-256' | 'SHA-512';
  /** Which authority of the installation is the root of those who sign contracts on their way. */
  rootRole: 'root' | 'v2g20-root';
  /** M01: a signed request as EXI in base64. */
  install(asking: Asking): string;
  /** M02; absent: the standard has none. */
  update?(asking: Asking & { chain: readonly X509Certificate[]; emaid: string }): string;
  /** Throws when the vehicle was refused. */
  read(exi: string, action: 'install' | 'update'): Received;
};
