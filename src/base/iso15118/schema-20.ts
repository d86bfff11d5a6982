import { attribute, type ExiType, element, simple } from '../exi/grammar.ts';
import { issuerSerialType, type Signature, signatureType } from './xmldsig.ts';

/** The schema of the messages that all ways of charging share; a station names it when it passes on a request. */
export const commonMessages20 = 'urn:iso:std:iso:15118:-20:CommonMessages';

/** `responseCodeType` of ISO 15118-20, in the order of the schema, which is that of their codes. */
const responseCodes = [
  'OK',
  'OK_CertificateExpiresSoon',
  'OK_NewSessionEstablished',
  'OK_OldSessionJoined',
  'OK_PowerToleranceConfirmed',
  'WARNING_AuthorizationSelectionInvalid',
  'WARNING_CertificateExpired',
  'WARNING_CertificateNotYetValid',
  'WARNING_CertificateRevoked',
  'WARNING_CertificateValidationError',
  'WARNING_ChallengeInvalid',
  'WARNING_EIMAuthorizationFailure',
  'WARNING_eMSPUnknown',
  'WARNING_EVPowerProfileViolation',
  'WARNING_GeneralPnCAuthorizationError',
  'WARNING_NoCertificateAvailable',
  'WARNING_NoContractMatchingPCIDFound',
  'WARNING_PowerToleranceNotConfirmed',
  'WARNING_ScheduleRenegotiationFailed',
  'WARNING_StandbyNotAllowed',
  'WARNING_WPT',
  'FAILED',
  'FAILED_AssociationError',
  'FAILED_ContactorError',
  'FAILED_EVPowerProfileInvalid',
  'FAILED_EVPowerProfileViolation',
  'FAILED_MeteringSignatureNotValid',
  'FAILED_NoEnergyTransferServiceSelected',
  'FAILED_NoServiceRenegotiationSupported',
  'FAILED_PauseNotAllowed',
  'FAILED_PowerDeliveryNotApplied',
  'FAILED_PowerToleranceNotConfirmed',
  'FAILED_ScheduleRenegotiation',
  'FAILED_ScheduleSelectionInvalid',
  'FAILED_SequenceError',
  'FAILED_ServiceIDInvalid',
  'FAILED_ServiceSelectionInvalid',
  'FAILED_SignatureError',
  'FAILED_UnknownSession',
  'FAILED_WrongChargeParameter',
] as const;

const processing = ['Finished', 'Ongoing', 'Ongoing_WaitingForCustomerInteraction'] as const;
const curves = ['SECP521', 'X448'] as const;

const below: ExiType = { particles: [simple('Certificate', 'octets', { max: 3 })] };
const chainType: ExiType = {
  particles: [simple('Certificate', 'octets'), element('SubCertificates', below, { min: 0 })],
};
const signedChainType: ExiType = { particles: [attribute('Id'), ...chainType.particles] };
const contractChainType: ExiType = {
  particles: [simple('Certificate', 'octets'), element('SubCertificates', below)],
};

const octets: ExiType = { particles: [{ kind: 'text', value: 'octets' }] };
const installationDataType: ExiType = {
  particles: [
    attribute('Id'),
    element('ContractCertificateChain', contractChainType),
    simple('ECDHCurve', { words: curves }),
    simple('DHPublicKey', 'octets'),
    {
      kind: 'choice',
      min: 1,
      among: [
        { name: 'SECP521_EncryptedPrivateKey', type: octets },
        { name: 'X448_EncryptedPrivateKey', type: octets },
        { name: 'TPM_EncryptedPrivateKey', type: octets },
      ],
    },
  ],
};

const header = element('Header', {
  particles: [
    simple('SessionID', 'octets'),
    simple('TimeStamp', 'unsigned'),
    element('Signature', signatureType, { min: 0 }),
  ],
});

const requestType: ExiType = {
  particles: [
    header,
    element('OEMProvisioningCertificateChain', signedChainType),
    element('ListOfRootCertificateIDs', {
      particles: [element('RootCertificateID', issuerSerialType, { max: 20 })],
    }),
    simple('MaximumContractCertificateChains', 'byte'),
    element('PrioritizedEMAIDs', { particles: [simple('EMAID', 'string', { max: 8 })] }, { min: 0 }),
  ],
};
const responseType: ExiType = {
  particles: [
    header,
    simple('ResponseCode', { words: responseCodes }),
    simple('EVSEProcessing', { words: processing }),
    element('CPSCertificateChain', chainType),
    element('SignedInstallationData', installationDataType),
    simple('RemainingContractCertificateChains', 'byte'),
  ],
};

/** The messages about certificates, with their places among the global elements of all schemas that belong to the common messages. */
export const documents20 = {
  CertificateInstallationReq: { code: 7, type: requestType },
  CertificateInstallationRes: { code: 8, type: responseType },
} as const satisfies Record<string, { code: number; type: ExiType }>;
export type DocumentName20 = keyof typeof documents20;
export const documentBits20 = 6;

/** What is signed in them, with its place among all elements of these schemas, sorted by name (the fragment grammar of EXI). */
export const fragments20 = {
  OEMProvisioningCertificateChain: { code: 128, type: signedChainType },
  SignedInstallationData: { code: 231, type: installationDataType },
} as const satisfies Record<string, { code: number; type: ExiType }>;
export type FragmentName20 = keyof typeof fragments20;
export const fragmentCode20 = { bits: 9, end: 282 } as const;

type Header20 = { SessionID: Uint8Array; TimeStamp: bigint; Signature?: Signature };
export type Chain20 = { Certificate: Uint8Array; SubCertificates?: { Certificate: Uint8Array[] } };

export type InstallationRequest20 = {
  Header: Header20;
  OEMProvisioningCertificateChain: Chain20 & { Id: string };
  ListOfRootCertificateIDs: { RootCertificateID: { X509IssuerName: string; X509SerialNumber: bigint }[] };
  MaximumContractCertificateChains: bigint;
  PrioritizedEMAIDs?: { EMAID: string[] };
};

export type InstallationData20 = {
  Id: string;
  ContractCertificateChain: Chain20 & { SubCertificates: { Certificate: Uint8Array[] } };
  ECDHCurve: (typeof curves)[number];
  DHPublicKey: Uint8Array;
  SECP521_EncryptedPrivateKey?: Uint8Array;
  X448_EncryptedPrivateKey?: Uint8Array;
  TPM_EncryptedPrivateKey?: Uint8Array;
};

export type InstallationResponse20 = {
  Header: Header20;
  ResponseCode: (typeof responseCodes)[number];
  EVSEProcessing: (typeof processing)[number];
  CPSCertificateChain: Chain20;
  SignedInstallationData: InstallationData20;
  RemainingContractCertificateChains: bigint;
};

/** One of the messages, by its name. */
export type Message20 =
  | { CertificateInstallationReq: InstallationRequest20 }
  | { CertificateInstallationRes: InstallationResponse20 };
