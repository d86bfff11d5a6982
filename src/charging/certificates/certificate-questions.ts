import type { StatusAnswer, StatusQuestion, VehicleCertificateWanted } from './questions.ts';
import type { SigningAnswer, SigningRequest } from './request-signing.ts';

export type CertificateQuestions = {
  /** When it is accepted, the certificate follows by a command of its own. */
  requestSigning(request: SigningRequest): Promise<SigningAnswer>;
  askForVehicle(wanted: VehicleCertificateWanted): Promise<{ status: 'failed'; reason: string }>;
  answerStatus(asked: { stationId: string; questions: readonly StatusQuestion[] }): Promise<StatusAnswer[]>;
};
