import { randomInt } from 'node:crypto';
import { keyedHash } from '#ledger/installation.ts';
import { isSame } from '#principals/key-store.ts';

/** What a token opens; one handed out for one purpose opens nothing else. */
export type TokenPurpose = 'websocket' | 'server' | 'vision';

/** To whom it was handed out. With another epoch it is an old one. */
export type TokenOwner = { deviceId: string; tokenEpoch: number; clientHash: Buffer | null };

type ReadToken = { deviceId: string; tokenEpoch: number; issuedAt: number; signature: Buffer };

const maxEpoch = 2 ** 31 - 1;

/** signature.time, as servers of these devices write them, and behind it whose it is: a token names its device by itself. */
export function makeToken(key: Buffer, purpose: TokenPurpose, owner: TokenOwner, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const signature = sign(key, purpose, { ...owner, issuedAt }).toString('base64url');
  return `${signature}.${issuedAt}.${owner.tokenEpoch}.${Buffer.from(owner.deviceId).toString('base64url')}`;
}

/** What it says; nothing of it holds before `isSignedFor`. */
export function readToken(text: string): ReadToken | undefined {
  const [, signature = '', issuedAt = '', epoch = '', device = ''] =
    /^([\w-]{43})\.(\d{1,12})\.(\d{1,10})\.([\w-]{1,80})$/.exec(text) ?? [];
  const deviceId = Buffer.from(device, 'base64url').toString();
  // No id has other characters, and a NUL among them would be a failing question to the database.
  if (signature === '' || !/^[\x21-\x7e]+$/.test(deviceId)) return undefined;
  return {
    deviceId,
    tokenEpoch: Number(epoch),
    issuedAt: Number(issuedAt),
    signature: Buffer.from(signature, 'base64url'),
  };
}

/** Whether we made it for this device, lately or before. */
export function isSignedFor(
  key: Buffer,
  purpose: TokenPurpose,
  { token, owner }: { token: ReadToken; owner: TokenOwner },
): boolean {
  const { tokenEpoch, issuedAt, signature } = token;
  return isSame(signature, sign(key, purpose, { ...owner, tokenEpoch, issuedAt }));
}

export function newEpoch(): number {
  return randomInt(1, maxEpoch);
}

/** How the id that a device made for itself is kept. */
export function clientHashOf(key: Buffer, clientId: string): Buffer {
  return keyedHash(key, 'device client', clientId.toLowerCase());
}

function sign(
  key: Buffer,
  purpose: TokenPurpose,
  { deviceId, tokenEpoch, clientHash, issuedAt }: TokenOwner & { issuedAt: number },
): Buffer {
  const client = clientHash?.toString('hex') ?? '';
  return keyedHash(key, `device ${purpose}`, [client, deviceId, tokenEpoch, issuedAt].join('|'));
}
