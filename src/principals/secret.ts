import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Of Crockford: nothing that can be mistaken for something else when read aloud. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const longestSecret = 300;

/** 32 random bytes, as text that survives headers, addresses and shells. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function newKeyId(): string {
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The id stands inside the key, so that a key is found by its id and compared in constant time. */
export function keyText(id: string): string {
  return `sigec_${id}_${newSecret()}`;
}

export function keyIdOf(text: string): string | undefined {
  return /^sigec_([0-9a-z]{8})_[\w-]{43}$/.exec(text)?.[1];
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret.slice(0, longestSecret)).digest();
}

export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
