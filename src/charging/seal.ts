import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyedHash } from '#ledger/installation.ts';

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts what the database must not be able to read, under the installation key; `purpose` keeps subjects apart. */
export function seal(installationKey: Buffer, purpose: string, plain: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyedHash(installationKey, 'seal', purpose), iv);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws when it was sealed under another key or for another purpose, or has been changed. */
export function unseal(installationKey: Buffer, purpose: string, sealed: Buffer): Buffer {
  const iv = sealed.subarray(0, ivBytes);
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes);
  const key = keyedHash(installationKey, 'seal', purpose);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
}
