import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a server of ours proves who it is, at every port that a terminal sends keys to. */
export const identityPath = '/.well-known/sigec-identity';
/** The file in DATA_DIR: the public key, and below it the salt. A terminal on the same machine reads it; only the server can write it. */
const identityFile = 'identity.pub';

export type HostAndPort = { address: string; port: number };

export type ServerIdentity = {
  publicKey: string;
  /** Signs a challenge together with the address that it arrived at, so that nobody can pass on the proof of another port. */
  prove(challenge: string, place: HostAndPort): string;
};

/** The start of a private Ed25519 key in PKCS #8; 32 random bytes follow. */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key pair by which an installation is known in one DATA_DIR. It comes from the installation key and a salt of that folder: a node
 * elsewhere with the same installation key, and a proxy before it that anybody can call, sign nothing that is believed here.
 */
export function serverIdentity(installationKey: Buffer, salt: string): ServerIdentity {
  const seed = Buffer.from(hkdfSync('sha256', installationKey, salt, 'sigec server identity', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64url');
  return {
    publicKey,
    prove: (challenge, place) => sign(null, signedText(challenge, place), privateKey).toString('base64url'),
  };
}

/** The identity in a DATA_DIR, which is written there for terminals if it is not yet. */
export async function openIdentity(dataDir: string, installationKey: Buffer): Promise<ServerIdentity> {
  const file = join(dataDir, identityFile);
  const present = await readFile(file, 'utf8').catch(() => '');
  const [, written = ''] = present.split('\n');
  const salt = /^[\w-]{43}$/.test(written) ? written : randomBytes(32).toString('base64url');
  const identity = serverIdentity(installationKey, salt);
  const text = `${identity.publicKey}\n${salt}\n`;
  if (text === present) return identity;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o644 });
  await rename(draft, file);
  return identity;
}

/** The public key in the identity file of a DATA_DIR; empty: none can be read. */
export async function readPublicKey(dataDir: string): Promise<string> {
  const text = await readFile(join(dataDir, identityFile), 'utf8').catch(() => '');
  return text.split('\n', 1)[0] ?? '';
}

export function proofFor(
  identity: ServerIdentity,
  url: string,
  { localAddress = '', localPort = 0 }: { localAddress?: string | undefined; localPort?: number | undefined },
): { proof: string } | undefined {
  const challenge = new URL(url, 'http://here').searchParams.get('challenge') ?? '';
  if (!/^[\w-]{16,128}$/.test(challenge)) return undefined;
  return { proof: identity.prove(challenge, { address: localAddress, port: localPort }) };
}

export function isProof({
  publicKey,
  challenge,
  place,
  proof,
}: {
  publicKey: string;
  challenge: string;
  place: HostAndPort;
  proof: string;
}): boolean {
  const key = publicKeyFrom(publicKey);
  return key !== undefined && verify(null, signedText(challenge, place), key, Buffer.from(proof, 'base64url'));
}

function publicKeyFrom(text: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(text.trim(), 'base64url'), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function signedText(challenge: string, { address, port }: HostAndPort): Buffer {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return Buffer.from(['sigec server identity', challenge, plain, String(port)].join('\0'));
}
