import type { AuthorityRole, SigningPurpose } from '#contract/stations/certificates.ts';

/** Key usages of RFC 5280, by the names that the library has for them. */
type KeyUsage = 'digitalSignature' | 'nonRepudiation' | 'keyEncipherment' | 'keyAgreement' | 'keyCertSign' | 'cRLSign';

export type Curve = 'P-256' | 'P-384' | 'P-521';

type AuthorityProfile = {
  /** Who signs it; null: itself. */
  parent: AuthorityRole | null;
  name: string;
  /** The domain component by which ISO 15118 tells the branches of its tree apart. */
  domain: 'V2G' | 'CPO' | 'CPS' | 'MO' | 'OEM' | null;
  curve: Curve;
  years: number;
  /** How many authorities may stand below it. */
  pathLength: number;
};

/**
 * The authorities of an installation. ISO 15118-2 is P-256 with SHA-256 throughout; ISO 15118-20 is P-521 with SHA-512 (or Ed448), so it
 * has a root of its own. Contracts and vehicles have roots of their own too: a station that trusts one of them trusts nothing else by it.
 */
export const authorityProfiles = {
  root: { parent: null, name: 'SIGEC-VE root', domain: 'V2G', curve: 'P-256', years: 40, pathLength: 2 },
  stations: { parent: 'root', name: 'SIGEC-VE stations', domain: null, curve: 'P-256', years: 10, pathLength: 0 },
  v2g: { parent: 'root', name: 'SIGEC-VE CPO', domain: 'CPO', curve: 'P-256', years: 10, pathLength: 0 },
  provisioning: {
    parent: 'root',
    name: 'SIGEC-VE CPS',
    domain: 'CPS',
    curve: 'P-256',
    years: 10,
    pathLength: 0,
  },
  'v2g20-root': { parent: null, name: 'SIGEC-VE V2G20 root', domain: 'V2G', curve: 'P-521', years: 40, pathLength: 2 },
  v2g20: { parent: 'v2g20-root', name: 'SIGEC-VE CPO20', domain: 'CPO', curve: 'P-521', years: 10, pathLength: 0 },
  provisioning20: {
    parent: 'v2g20-root',
    name: 'SIGEC-VE CPS20',
    domain: 'CPS',
    curve: 'P-521',
    years: 10,
    pathLength: 0,
  },
  'mobility-operator-root': {
    parent: null,
    name: 'SIGEC-VE MO root',
    domain: 'MO',
    curve: 'P-256',
    years: 40,
    pathLength: 2,
  },
  'mobility-operator': {
    parent: 'mobility-operator-root',
    name: 'SIGEC-VE MO',
    domain: 'MO',
    curve: 'P-256',
    years: 10,
    pathLength: 0,
  },
  'mobility-operator20-root': {
    parent: null,
    name: 'SIGEC-VE MO20 root',
    domain: 'MO',
    curve: 'P-521',
    years: 40,
    pathLength: 2,
  },
  'mobility-operator20': {
    parent: 'mobility-operator20-root',
    name: 'SIGEC-VE MO20',
    domain: 'MO',
    curve: 'P-521',
    years: 10,
    pathLength: 0,
  },
  'oem-root': { parent: null, name: 'SIGEC-VE OEM root', domain: 'OEM', curve: 'P-256', years: 40, pathLength: 2 },
  oem: { parent: 'oem-root', name: 'SIGEC-VE OEM', domain: 'OEM', curve: 'P-256', years: 10, pathLength: 0 },
  'oem20-root': { parent: null, name: 'SIGEC-VE OEM20 root', domain: 'OEM', curve: 'P-521', years: 40, pathLength: 2 },
  oem20: { parent: 'oem20-root', name: 'SIGEC-VE OEM20', domain: 'OEM', curve: 'P-521', years: 10, pathLength: 0 },
} as const satisfies Record<AuthorityRole, AuthorityProfile>;

/** With `digitalSignature` an authority signs OCSP answers itself, without a certificate for a responder that would expire too. */
export const authorityKeyUsages = ['keyCertSign', 'cRLSign', 'digitalSignature'] as const satisfies readonly KeyUsage[];

export type LeafProfile = {
  issuer: AuthorityRole;
  days: number;
  keyUsages: readonly KeyUsage[];
  extendedKeyUsages: readonly ('clientAuth' | 'serverAuth')[];
  domain: AuthorityProfile['domain'];
  /** The curves its key may be on. */
  curves: readonly Curve[];
  /** OCPP allows RSA from 2048 bits, ISO 15118 does not. */
  isRsaFine: boolean;
  /** The identifier of its key has 8 bytes (RFC 5280, 4.2.1.2, the second way) instead of 20: ISO 15118-20 counts on that for contracts. */
  hasShortKeyId?: boolean;
};

const anyCurve = ['P-256', 'P-384', 'P-521'] as const;

/** A station signs in to us with its certificate as a client; for vehicles it is the server (SECC). */
export const leafProfiles = {
  station: {
    issuer: 'stations',
    days: 365,
    domain: null,
    curves: anyCurve,
    isRsaFine: true,
    keyUsages: ['digitalSignature', 'keyEncipherment'],
    extendedKeyUsages: ['clientAuth'],
  },
  v2g: {
    issuer: 'v2g',
    days: 90,
    domain: 'CPO',
    curves: ['P-256'],
    isRsaFine: false,
    keyUsages: ['digitalSignature', 'keyAgreement'],
    extendedKeyUsages: ['serverAuth'],
  },
  v2g20: {
    issuer: 'v2g20',
    days: 90,
    domain: 'CPO',
    curves: ['P-521'],
    isRsaFine: false,
    keyUsages: ['digitalSignature'],
    extendedKeyUsages: ['serverAuth'],
  },
  combined: {
    issuer: 'v2g',
    days: 90,
    domain: 'CPO',
    curves: ['P-256'],
    isRsaFine: false,
    keyUsages: ['digitalSignature', 'keyAgreement'],
    extendedKeyUsages: ['clientAuth', 'serverAuth'],
  },
  contract: {
    issuer: 'mobility-operator',
    days: 365,
    domain: 'MO',
    curves: ['P-256'],
    isRsaFine: false,
    keyUsages: ['digitalSignature', 'nonRepudiation', 'keyEncipherment', 'keyAgreement'],
    extendedKeyUsages: [],
  },
  contract20: {
    issuer: 'mobility-operator20',
    days: 365,
    domain: 'MO',
    curves: ['P-521'],
    isRsaFine: false,
    keyUsages: ['digitalSignature', 'nonRepudiation'],
    extendedKeyUsages: [],
    hasShortKeyId: true,
  },
  'provisioning-service': {
    issuer: 'provisioning',
    days: 90,
    domain: 'CPS',
    curves: ['P-256'],
    isRsaFine: false,
    keyUsages: ['digitalSignature'],
    extendedKeyUsages: [],
  },
  'provisioning-service20': {
    issuer: 'provisioning20',
    days: 90,
    domain: 'CPS',
    curves: ['P-521'],
    isRsaFine: false,
    keyUsages: ['digitalSignature'],
    extendedKeyUsages: [],
  },
  'oem-provisioning': {
    issuer: 'oem',
    days: 1460,
    domain: 'OEM',
    curves: ['P-256'],
    isRsaFine: false,
    keyUsages: ['digitalSignature', 'keyAgreement'],
    extendedKeyUsages: [],
  },
  'oem-provisioning20': {
    issuer: 'oem20',
    days: 1460,
    domain: 'OEM',
    curves: ['P-521'],
    isRsaFine: false,
    keyUsages: ['digitalSignature', 'keyAgreement'],
    extendedKeyUsages: [],
  },
} as const satisfies Record<SigningPurpose | ForVehicles | `${ForVehicles}20`, LeafProfile>;

type ForVehicles = 'contract' | 'oem-provisioning' | 'provisioning-service';

export type LeafName = keyof typeof leafProfiles;
