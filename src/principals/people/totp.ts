import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashOf } from '../key-store.ts';

const periodSeconds = 30;
/** A telephone's clock may be one step early or late. */
const window = 1;
const recoveryCount = 10;
/** Of Crockford, without what can be mistaken when read from paper. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz';

export function newTotp(label: string): { secret: string; uri: string } {
  const totp = totpOf(new Secret({ size: 20 }).base32, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step whose code this is; undefined: it is none, or one at or before `after`, which was used. */
export function stepOf(
  secret: string,
  code: string,
  { now, after }: { now: Date; after: number | null },
): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token, timestamp, window });
  if (delta === null) return undefined;
  const step = Math.floor(timestamp / 1_000 / periodSeconds) + delta;
  return after !== null && step <= after ? undefined : step;
}

/** For a lost telephone: each is good once, and only its hash is kept. */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const part = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const codes = Array.from({ length: recoveryCount }, () => `${part()}-${part()}`);
  return { codes, hashes: codes.map(recoveryHash) };
}

export function recoveryHash(code: string): Buffer {
  return hashOf(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'SIGEC-VE',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}
