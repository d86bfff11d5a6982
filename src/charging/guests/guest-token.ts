import { keyedHash } from '#ledger/installation.ts';

/** 20 characters: OCPP 1.6 takes no more. Made of the visit, so that whoever makes it a second time makes the same. */
export function guestToken(installationKey: Buffer, visitId: string): string {
  return keyedHash(installationKey, 'guest-token', visitId).toString('hex').slice(0, 20).toUpperCase();
}

const maxLength = 36;

/** What the provider calls the payment, where a station can be told that; else our own name of the visit. */
export function paymentToken(reference: string, visitId: string): string {
  const isSayable = reference.length <= maxLength && /^[\w*\-=:+|@.]+$/.test(reference);
  return isSayable ? reference : visitId;
}
