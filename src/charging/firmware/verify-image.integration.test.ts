import { constants, createSign, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAuthority } from '../../../test/support/tls-certificates.ts';
import { imageFetch, verifyImage } from './verify-image.ts';

const image = Buffer.from('firmware 5.1 of a station');
const server = createServer((request, response) => {
  if (request.url === '/gone.bin') response.writeHead(404);
  response.end(image);
});
let address = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const now = new Date();
const fetchHere = (url: string) => imageFetch([new URL(address).host])(url);
const signedBy = async (kind: 'ecdsa' | 'rsa') => {
  const { certificate, key } = await (await testAuthority()).issue({ kind });
  return { signingCertificate: certificate, key };
};
const verdict = (given: { signingCertificate: string; signature: string }, path = '/5.1.bin') =>
  verifyImage(fetchHere, { ...given, location: `${address}${path}`, now });

test('an image that is signed by the certificate is verified: ECDSA, RSA with PSS and PKCS #1', async () => {
  const { signingCertificate, key } = await signedBy('ecdsa');
  const signature = createSign('sha256').update(image).sign(key, 'base64');
  expect(await verdict({ signingCertificate, signature })).toEqual({ status: 'verified' });
  const rsa = await signedBy('rsa');
  for (const padding of [constants.RSA_PKCS1_PSS_PADDING, constants.RSA_PKCS1_PADDING]) {
    const one = sign('sha256', image, { key: rsa.key, padding }).toString('base64');
    expect(await verdict({ ...rsa, signature: one })).toEqual({ status: 'verified' });
  }
});

test('a signature of another key or another file is refused before any station is asked', async () => {
  const { signingCertificate, key } = await signedBy('ecdsa');
  const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const wrong = [
    createSign('sha256').update(image).sign(other, 'base64'),
    createSign('sha256').update('5.0').sign(key, 'base64'),
  ];
  for (const signature of wrong)
    await expect(verdict({ signingCertificate, signature })).rejects.toThrow('The signature does not fit the 25 bytes');
  await expect(verdict({ signingCertificate, signature: '***' })).rejects.toThrow('not written in Base64');
});

test('an expired certificate, and one of the future, are refused', async () => {
  const authority = await testAuthority();
  const issued = (days: readonly [number, number]) =>
    authority.issue({
      validFrom: new Date(now.getTime() + days[0] * 86_400_000),
      validTo: new Date(now.getTime() + days[1] * 86_400_000),
    });
  const signature = 'AAAA';
  await expect(verdict({ signingCertificate: (await issued([-9, -1])).certificate, signature })).rejects.toThrow(
    'expired',
  );
  await expect(verdict({ signingCertificate: (await issued([1, 9])).certificate, signature })).rejects.toThrow(
    'not valid before',
  );
});

test('what cannot be fetched here is left to the station, and no private address is asked', async () => {
  const { signingCertificate } = await signedBy('ecdsa');
  const given = { signingCertificate, signature: 'AAAA' };
  expect(await verdict(given, '/gone.bin')).toEqual({ status: 'unchecked', reason: 'the server answered 404' });
  const strange = await verifyImage(imageFetch([]), { ...given, location: `${address}/5.1.bin`, now });
  expect(strange).toEqual({ status: 'unchecked', reason: 'it does not stand on the open net' });
  const ftp = await verifyImage(imageFetch([]), { ...given, location: 'ftp://files.example/5.1.bin', now });
  expect(ftp).toMatchObject({ status: 'unchecked' });
});
