import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#ledger/installation.ts';

export type PasswordHash = { salt: Buffer; hash: Buffer };

/** 40 hexadecimal digits: the longest that fits every version, and in OCPP 1.6 the 20 bytes of an AuthorizationKey. */
export function makePassword(): string {
  return randomBytes(20).toString('hex');
}

/** Station passwords are random, so a keyed hash is as good as a slow one and a storm of reconnects stays cheap. */
export function hashPassword(key: Buffer, password: string): PasswordHash {
  const salt = randomBytes(16);
  return { salt, hash: digest(key, salt, Buffer.from(password)) };
}

/** Some OCPP 1.6 stations send the AuthorizationKey's bytes, others its hexadecimal text: either is the same password. */
export function isPassword(key: Buffer, { salt, hash }: PasswordHash, given: Buffer): boolean {
  const asText = digest(key, salt, given);
  const asHex = digest(key, salt, Buffer.from(given.toString('hex')));
  const isText = timingSafeEqual(asText, hash);
  const isHex = timingSafeEqual(asHex, hash);
  return isText || isHex;
}

function digest(key: Buffer, salt: Buffer, password: Buffer): Buffer {
  return keyedHash(key, 'station password', Buffer.concat([salt, password]));
}
