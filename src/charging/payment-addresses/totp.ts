import { createHmac, timingSafeEqual } from 'node:crypto';

export type TotpSettings = { secret: string; validitySeconds: number; length: number };

const digits = '0123456789';
const small = 'abcdefghijklmnopqrstuvwxyz';
const large = small.toUpperCase();
/** OCPP 2.1 C25 means the first; as printed there it lacks the small o, and stations that follow the print are no worse. */
const alphabets = [digits + small + large, digits + small.replace('o', '') + large] as const;

/** The one-time passwords of a moment, one for each alphabet: HMAC-SHA-256 over the number of the interval since 1970. */
export function totpsAt(settings: TotpSettings, at: Date): string[] {
  return totpsOf(settings, intervalOf(settings, at));
}

/** Whether a password is one of this interval, the one before or the one after: clocks differ, and people take a moment to scan. */
export function isTotp(settings: TotpSettings, given: string, at: Date): boolean {
  const interval = intervalOf(settings, at);
  const expected = [-1n, 0n, 1n].flatMap((shift) => totpsOf(settings, interval + shift));
  // All are compared, so that the time taken says nothing about which one was near.
  return expected.map((totp) => isSame(totp, given)).includes(true);
}

function intervalOf({ validitySeconds }: TotpSettings, at: Date): bigint {
  return BigInt(Math.floor(at.getTime() / 1000 / validitySeconds));
}

function totpsOf({ secret, length }: TotpSettings, interval: bigint): string[] {
  if (interval < 0n) return [];
  const counted = Buffer.alloc(8);
  counted.writeBigUInt64BE(interval);
  const hash = createHmac('sha256', secret).update(counted).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const bytes = Array.from({ length }, (_, index) => hash.readUInt8((offset + index) % hash.length));
  return alphabets.map((alphabet) => bytes.map((byte) => alphabet[byte % alphabet.length]).join(''));
}

export function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
