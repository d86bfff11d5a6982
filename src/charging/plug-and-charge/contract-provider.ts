import type { VehicleCertificateWanted } from '../certificates/certificate-questions.ts';

/** `reasonCode` is for the station and has 20 characters at most, `reason` for people: a sentence of ours. */
export type ProviderAnswer =
  | { status: 'accepted'; exi: string; remainingContracts: number }
  | { status: 'failed'; reasonCode: string; reason: string };

/** Who has contracts for vehicles: the pool of this installation, or one elsewhere. */
export type ContractProvider = { answer(wanted: VehicleCertificateWanted): Promise<ProviderAnswer> };

/** What stations ask. It stands apart from what answers, so that a handler needs no more than this shape. */
export type VehicleQuestions = { askForVehicle(wanted: VehicleCertificateWanted): Promise<ProviderAnswer> };

export function failed(reasonCode: string, reason: string): Extract<ProviderAnswer, { status: 'failed' }> {
  return { status: 'failed', reasonCode, reason };
}
