import type { CertificateHash, CertificateStatus, SigningPurpose } from '#contract/stations/certificates.ts';

/** What stations ask about certificates. It stands apart from what answers, so that a handler needs no more than these shapes. */
export type CertificateQuestions = {
  /** When it is accepted, the certificate follows by a command of its own. */
  requestSigning(request: SigningRequest): Promise<SigningAnswer>;
  answerStatus(asked: { stationId: string; questions: readonly StatusQuestion[] }): Promise<StatusAnswer[]>;
};

export type SigningRequest = {
  stationId: string;
  purpose: SigningPurpose;
  csr: string;
  stationRequestId: number | null;
  /** The root it wants to be signed under; null: any. */
  root: CertificateHash | null;
};

export type SigningAnswer =
  | { status: 'accepted'; requestId: string }
  | { status: 'refused'; reason: string; isTooOften?: boolean };

export type VehicleCertificateWanted = {
  stationId: string;
  action: 'install' | 'update';
  schemaVersion: string;
  /** The vehicle's own request, which names it. */
  exi: string;
  maxContracts: number | null;
  /** Which contracts the vehicle would like, the dearest first (2.1). */
  prioritizedEmaids: readonly string[];
  /** How many characters an answer may have: a contract that cannot be delivered is not issued. */
  maxAnswerLength: number;
};

export type StatusQuestion = { hash: CertificateHash; source: 'ocsp' | 'crl'; urls: readonly string[] };
export type StatusAnswer = {
  status: CertificateStatus;
  /** Why it failed, in words that are ours; null: it did not. */
  reason: string | null;
  nextUpdate: Date;
  /** DER in base64, as OCPP carries it. */
  ocsp: string | null;
};
