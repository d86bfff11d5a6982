import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyedHash } from './installation.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts what the database must not be able to read, under the installation key; `purpose` keeps subjects apart. */
export function seal(installationKey: Buffer, purpose: string, plain: Buffer): Buffer {
  return encrypt(keyedHash(installationKey, 'seal', purpose), plain);
}

/** Throws when it was sealed under another key or for another purpose, or has been changed. */
export function unseal(installationKey: Buffer, purpose: string, sealed: Buffer): Buffer {
  return decrypt(keyedHash(installationKey, 'seal', purpose), sealed);
}

/** AES-256-GCM as nonce, tag and text. `boundTo`: it can be read only by whoever names the same. */
export function encrypt(key: Buffer, plain: Buffer, boundTo = ''): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function decrypt(key: Buffer, sealed: Buffer, boundTo = ''): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
