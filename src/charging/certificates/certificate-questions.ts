import type { VehicleCertificateWanted } from './ask-for-vehicle.ts';
import type { SigningAnswer, SigningRequest } from './issuing/request-signing.ts';
import type { StatusAnswer, StatusQuestion } from './status/answer-status.ts';

export type CertificateQuestions = {
  /** When it is accepted, the certificate follows by a command of its own. */
  requestSigning(request: SigningRequest): Promise<SigningAnswer>;
  askForVehicle(wanted: VehicleCertificateWanted): Promise<{ status: 'failed'; reason: string }>;
  answerStatus(asked: { stationId: string; questions: readonly StatusQuestion[] }): Promise<StatusAnswer[]>;
};
