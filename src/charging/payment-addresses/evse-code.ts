import { keyedHash } from '#ledger/installation.ts';
import { isSame } from './totp.ts';

type Place = { stationId: string; evseId: number };

/** No letters that a person who types it could take for digits. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const codeLength = 10;
/** Whoever opened a page has this long to choose how to pay. */
const offerSeconds = 20 * 60;

/**
 * What stands behind an EVSE in the address on its sticker. It is made of the installation's key, so it needs no table, is the same for ever,
 * and nobody who knows the name of a station can guess it.
 */
export function evseCode(installationKey: Buffer, { stationId, evseId }: Place): string {
  const hash = keyedHash(installationKey, 'evse-code', `${stationId}\n${evseId}`);
  return Array.from(hash.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('');
}

export function isEvseCode(installationKey: Buffer, place: Place, given: string): boolean {
  return isSame(evseCode(installationKey, place), given.toLowerCase());
}

/** Proves that somebody was shown the page of an EVSE a while ago, when the one-time password in the address held. */
export function offerTicket(installationKey: Buffer, place: Place, at: Date): string {
  const endsAt = Math.floor(at.getTime() / 1000) + offerSeconds;
  return `${endsAt}.${signatureOf(installationKey, place, endsAt)}`;
}

export function isOfferTicket(installationKey: Buffer, place: Place, given: string, at: Date): boolean {
  const [end = '', signature = ''] = given.split('.', 2);
  if (!/^\d{1,12}$/.test(end)) return false;
  const isGenuine = isSame(signatureOf(installationKey, place, Number(end)), signature);
  return isGenuine && at.getTime() / 1000 < Number(end);
}

function signatureOf(installationKey: Buffer, { stationId, evseId }: Place, endsAt: number): string {
  return keyedHash(installationKey, 'payment-offer', `${stationId}\n${evseId}\n${endsAt}`).toString('base64url');
}
