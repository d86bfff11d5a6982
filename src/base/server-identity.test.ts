import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isProof, proofFor, serverIdentity } from './server-identity.ts';

const key = randomBytes(32);
const identity = serverIdentity(key, 'salt');
const challenge = randomBytes(24).toString('base64url');
const socket = { localAddress: '::ffff:127.0.0.1', localPort: 8000 };
const place = { address: '127.0.0.1', port: 8000 };

test('a proof holds for its challenge, its address and its key alone', () => {
  const { proof = '' } = proofFor(identity, `/x?challenge=${challenge}`, socket) ?? {};
  const asked = { publicKey: identity.publicKey, challenge, place, proof };
  expect(isProof(asked)).toBe(true);
  expect(isProof({ ...asked, challenge: randomBytes(24).toString('base64url') })).toBe(false);
  expect(isProof({ ...asked, place: { ...place, port: 8001 } })).toBe(false);
  expect(isProof({ ...asked, place: { ...place, address: '::1' } })).toBe(false);
  expect(isProof({ ...asked, publicKey: serverIdentity(randomBytes(32), 'salt').publicKey })).toBe(false);
  expect(isProof({ ...asked, publicKey: 'no key' })).toBe(false);
  expect(isProof({ ...asked, proof: '' })).toBe(false);
});

test('one installation has one identity, and what is no challenge is not signed', () => {
  expect(serverIdentity(key, 'salt').publicKey).toBe(identity.publicKey);
  for (const text of ['', 'short', 'x'.repeat(129), 'a b c d e f g h i j k l'])
    expect(proofFor(identity, `/x?challenge=${encodeURIComponent(text)}`, socket)).toBeUndefined();
});
