import { attribute, type ExiType, element, simple } from '../exi/grammar.ts';
import { issuerSerialType, type Signature, signatureType } from './xmldsig.ts';

/** `responseCodeType` of ISO 15118-2, in the order of the schema, which is that of their codes. */
const responseCodes = [
  'OK',
  'OK_NewSessionEstablished',
  'OK_OldSessionJoined',
  'OK_CertificateExpiresSoon',
  'FAILED',
  'FAILED_SequenceError',
  'FAILED_ServiceIDInvalid',
  'FAILED_UnknownSession',
  'FAILED_ServiceSelectionInvalid',
  'FAILED_PaymentSelectionInvalid',
  'FAILED_CertificateExpired',
  'FAILED_SignatureError',
  'FAILED_NoCertificateAvailable',
  'FAILED_CertChainError',
  'FAILED_ChallengeInvalid',
  'FAILED_ContractCanceled',
  'FAILED_WrongChargeParameter',
  'FAILED_PowerDeliveryNotApplied',
  'FAILED_TariffSelectionInvalid',
  'FAILED_ChargingProfileInvalid',
  'FAILED_MeteringSignatureNotValid',
  'FAILED_NoChargeServiceSelected',
  'FAILED_WrongEnergyTransferMode',
  'FAILED_ContactorError',
  'FAILED_CertificateNotAllowedAtThisEVSE',
  'FAILED_CertificateRevoked',
] as const;
export type ResponseCode = (typeof responseCodes)[number];

const faultCodes = ['ParsingError', 'NoTLSRootCertificatAvailable', 'UnknownError'] as const;

const certificateChainType: ExiType = {
  particles: [
    attribute('Id', 0),
    simple('Certificate', 'octets'),
    element('SubCertificates', { particles: [simple('Certificate', 'octets', { max: 4 })] }, { min: 0 }),
  ],
};

/** What is signed on its own bears an id beside its value. */
const namedOctets: ExiType = { particles: [attribute('Id'), { kind: 'text', value: 'octets' }] };
const namedString: ExiType = { particles: [attribute('Id'), { kind: 'text', value: 'string' }] };

const rootCertificates = element('ListOfRootCertificateIDs', {
  particles: [element('RootCertificateID', issuerSerialType, { max: 20 })],
});

const issued = [
  simple('ResponseCode', { words: responseCodes }),
  element('SAProvisioningCertificateChain', certificateChainType),
  element('ContractSignatureCertChain', certificateChainType),
  element('ContractSignatureEncryptedPrivateKey', namedOctets),
  element('DHpublickey', namedOctets),
  element('eMAID', namedString),
] as const;

const installationRequestType: ExiType = {
  particles: [attribute('Id'), simple('OEMProvisioningCert', 'octets'), rootCertificates],
};
const updateRequestType: ExiType = {
  particles: [
    attribute('Id'),
    element('ContractSignatureCertChain', certificateChainType),
    simple('eMAID', 'string'),
    rootCertificates,
  ],
};
const installationResponseType: ExiType = { particles: issued };
const updateResponseType: ExiType = { particles: [...issued, simple('RetryCounter', 'integer', { min: 0 })] };

/** Every message of ISO 15118-2 in the order of their codes; those about certificates are spelled out. */
const messages: readonly { name: string; type?: ExiType }[] = [
  { name: 'AuthorizationReq' },
  { name: 'AuthorizationRes' },
  { name: 'BodyElement' },
  { name: 'CableCheckReq' },
  { name: 'CableCheckRes' },
  { name: 'CertificateInstallationReq', type: installationRequestType },
  { name: 'CertificateInstallationRes', type: installationResponseType },
  { name: 'CertificateUpdateReq', type: updateRequestType },
  { name: 'CertificateUpdateRes', type: updateResponseType },
  ...[
    'ChargeParameterDiscoveryReq',
    'ChargeParameterDiscoveryRes',
    'ChargingStatusReq',
    'ChargingStatusRes',
    'CurrentDemandReq',
    'CurrentDemandRes',
    'MeteringReceiptReq',
    'MeteringReceiptRes',
    'PaymentDetailsReq',
    'PaymentDetailsRes',
    'PaymentServiceSelectionReq',
    'PaymentServiceSelectionRes',
    'PowerDeliveryReq',
    'PowerDeliveryRes',
    'PreChargeReq',
    'PreChargeRes',
    'ServiceDetailReq',
    'ServiceDetailRes',
    'ServiceDiscoveryReq',
    'ServiceDiscoveryRes',
    'SessionSetupReq',
    'SessionSetupRes',
    'SessionStopReq',
    'SessionStopRes',
    'WeldingDetectionReq',
    'WeldingDetectionRes',
  ].map((name) => ({ name })),
];

const notification: ExiType = {
  particles: [simple('FaultCode', { words: faultCodes }), simple('FaultMsg', 'string', { min: 0 })],
};

export const v2gMessageType: ExiType = {
  particles: [
    element('Header', {
      particles: [
        simple('SessionID', 'octets'),
        element('Notification', notification, { min: 0 }),
        element('Signature', signatureType, { min: 0 }),
      ],
    }),
    element('Body', { particles: [{ kind: 'choice', min: 0, among: messages }] }),
  ],
};

/** V2G_Message among the global elements of all schemas of ISO 15118-2, sorted by name. */
export const documentCode = { bits: 7, code: 76 } as const;

/** What can be signed, with its place among all elements of these schemas, sorted by name (the fragment grammar of EXI). */
export const fragments = {
  CertificateInstallationReq: { code: 15, type: installationRequestType },
  CertificateUpdateReq: { code: 17, type: updateRequestType },
  ContractSignatureCertChain: { code: 33, type: certificateChainType },
  ContractSignatureEncryptedPrivateKey: { code: 34, type: namedOctets },
  DHpublickey: { code: 45, type: namedOctets },
  eMAID: { code: 236, type: namedString },
} as const satisfies Record<string, { code: number; type: ExiType }>;
export type FragmentName = keyof typeof fragments;
export const fragmentCode = { bits: 8, end: 244 } as const;

/** SignedInfo alone is written by the schema of XML signatures, which has fewer elements (V2G2-771). */
export const signedInfoCode = { bits: 6, code: 32, end: 46 } as const;

export type CertificateChain = {
  Id?: string;
  Certificate: Uint8Array;
  SubCertificates?: { Certificate: Uint8Array[] };
};
type RootIds = { RootCertificateID: { X509IssuerName: string; X509SerialNumber: bigint }[] };
export type InstallationRequest = { Id: string; OEMProvisioningCert: Uint8Array; ListOfRootCertificateIDs: RootIds };
export type UpdateRequest = {
  Id: string;
  ContractSignatureCertChain: CertificateChain;
  eMAID: string;
  ListOfRootCertificateIDs: RootIds;
};
export type ContractResponse = {
  ResponseCode: ResponseCode;
  SAProvisioningCertificateChain: CertificateChain;
  ContractSignatureCertChain: CertificateChain;
  ContractSignatureEncryptedPrivateKey: { Id: string; value: Uint8Array };
  DHpublickey: { Id: string; value: Uint8Array };
  eMAID: { Id: string; value: string };
  /** In an update alone: when the vehicle shall ask again. */
  RetryCounter?: bigint;
};

export type V2gMessage = {
  Header: { SessionID: Uint8Array; Notification?: { FaultCode: string; FaultMsg?: string }; Signature?: Signature };
  Body: {
    CertificateInstallationReq?: InstallationRequest;
    CertificateInstallationRes?: ContractResponse;
    CertificateUpdateReq?: UpdateRequest;
    CertificateUpdateRes?: ContractResponse;
  };
};
