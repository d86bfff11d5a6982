import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The secret of one person: their values can be read as long as it exists. */
export type PersonKey = { id: string; secret: Buffer };

const nonceBytes = 12;
const tagBytes = 16;

/** Seals a value so that it takes both the installation's key and the person's secret to read it. Bound to the row it stands in. */
export function seal(
  installationKey: Buffer,
  { secret }: PersonKey,
  { value, row }: { value: string; row: string },
): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(installationKey, secret), nonce).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function unseal(
  installationKey: Buffer,
  secret: Buffer,
  { sealed, row }: { sealed: Buffer; row: string },
): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(installationKey, secret), nonce)
    .setAAD(Buffer.from(row))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

function keyOf(installationKey: Buffer, secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', installationKey, secret, 'sigec person key', 32));
}
