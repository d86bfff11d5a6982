import { randomBytes } from 'node:crypto';
import { keyedHash } from '#ledger/installation.ts';
import { seal, unseal } from '#ledger/seal.ts';

const purpose = 'roaming token';

/** 256 random bits in printable characters; OCPI allows 64 of them. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenKeys(installationKey: Buffer) {
  return {
    hash: (token: string): Buffer => keyedHash(installationKey, purpose, token),
    seal: (token: string): Buffer => seal(installationKey, purpose, Buffer.from(token)),
    open: (sealed: Buffer): string => unseal(installationKey, purpose, sealed).toString(),
  };
}
export type TokenKeys = ReturnType<typeof tokenKeys>;

/** As it should be sent, as it stands there, and with the newline that many tools add: what partners send is all of these. */
export function readingsOf(shown: string): string[] {
  const decoded = /^[\w+/-]+={0,2}$/.test(shown) ? Buffer.from(shown, 'base64').toString('utf8') : '';
  const isPrintable = /^[\x20-\x7e]+\s*$/.test(decoded);
  return [...new Set([...(isPrintable ? [decoded, decoded.trim()] : []), shown, shown.trim()])].filter(
    (token) => token !== '',
  );
}
