import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from '#ledger/seal.ts';

/** The secret of one person: their values can be read as long as it exists. */
export type PersonKey = { id: string; secret: Buffer };

/** Seals a value so that it takes both the installation's key and the person's secret to read it. Bound to the row it stands in. */
export function seal(
  installationKey: Buffer,
  { secret }: Pick<PersonKey, 'secret'>,
  { value, row }: { value: string; row: string },
): Buffer {
  return encrypt(keyOf(installationKey, secret), Buffer.from(value), row);
}

export function unseal(
  installationKey: Buffer,
  secret: Buffer,
  { sealed, row }: { sealed: Buffer; row: string },
): string {
  return decrypt(keyOf(installationKey, secret), sealed, row).toString();
}

function keyOf(installationKey: Buffer, secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', installationKey, secret, 'sigec person key', 32));
}
