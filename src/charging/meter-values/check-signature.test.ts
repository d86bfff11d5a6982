import { expect, test } from 'vitest';
import { allCurves, ocmfMeter } from '../../../test/support/ocmf-meter.ts';
import { checkSignature, type Keys, type StoredKey } from './check-signature.ts';
import { type PublicKey, readPublicKey } from './public-key.ts';
import { openSignedData } from './signed-data.ts';

const at = new Date('2026-03-01T08:00:00Z');
const page = { number: 34, readings: [{ reason: 'B', at: '2026-03-01T08:00:00.000Z', kwh: 2935.6 }] };

function keysOf(own: readonly (PublicKey | undefined)[], stored: readonly StoredKey[] = []): Keys {
  return { own: own.filter((key) => key !== undefined), stored, hasUnreadable: false };
}

const check = (data: string, keys: Keys, encoding: string | null = 'OCMF') =>
  checkSignature(openSignedData({ data, method: null, encoding, publicKey: null }), keys, at);

test.each(allCurves)('a record signed on %s is verified, and not with any byte of it changed', async (curve) => {
  const meter = ocmfMeter(curve);
  const keys = keysOf([readPublicKey(meter.envelope)]);
  for (const encoding of ['hex', 'base64'] as const) {
    const record = meter.record({ ...page, encoding });
    expect(await check(record, keys)).toMatchObject({ verdict: 'verified-by-own-key' });
    expect(await check(Buffer.from(record).toString('base64'), keys)).toMatchObject({ verdict: 'verified-by-own-key' });
  }
  const bytes = Buffer.from(meter.record(page));
  const payloadEnd = bytes.lastIndexOf('|');
  for (let index = 5; index < payloadEnd; index += 7) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(await check(changed.toString('base64'), keys), `byte ${index}`).toMatchObject({ verdict: 'failed' });
  }
});

test('another space in the payload is another record', async () => {
  const meter = ocmfMeter();
  const record = meter.record(page).replace('"PG":', '"PG": ');
  expect(await check(record, keysOf([readPublicKey(meter.pem)]))).toMatchObject({
    verdict: 'failed',
    reason: 'signature-does-not-match',
  });
});

test('the two numbers of a signature may stand there plainly', async () => {
  const meter = ocmfMeter('secp192r1');
  const keys = keysOf([readPublicKey(meter.pem)]);
  expect(await check(meter.record({ ...page, isPlain: true }), keys)).toMatchObject({ verdict: 'verified-by-own-key' });
});

test.each(allCurves)('a key on %s is read in every form', (curve) => {
  const meter = ocmfMeter(curve);
  const hex = meter.der.toString('hex');
  const grouped = hex.replace(/(....)/g, '$1 ').toUpperCase();
  const compressed = Buffer.concat([
    Buffer.from([2 + ((meter.point.at(-1) ?? 0) % 2)]),
    meter.point.subarray(0, meter.point.length / 2),
  ]);
  const known = readPublicKey(meter.pem);
  const forms = [
    ...[hex, grouped, meter.der.toString('base64'), `oca:base16:asn1:${hex}`, meter.envelope],
    ...[Buffer.from(hex).toString('base64'), Buffer.from(meter.pem).toString('base64')],
    ...[meter.point.toString('hex'), `04${meter.point.toString('hex')}`, compressed.toString('hex')],
  ];
  for (const form of forms) {
    const read = readPublicKey(form, curve);
    expect([form, read?.curve, known && read?.key.equals(known.key)]).toEqual([form, curve, true]);
  }
});

test.each([
  ['nothing', ''],
  ['a word', 'no key'],
  ['a cut key', '3059301306072a8648ce3d0201'],
  ['a private key', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----'],
  ['a point that is on no curve', `04${'11'.repeat(64)}`],
])('%s is no key', (_name, text) => {
  expect(readPublicKey(text, 'secp256r1')).toBeUndefined();
});

test('a stored key verifies, while it is valid', async () => {
  const meter = ocmfMeter('brainpool256r1');
  const record = meter.record(page);
  const read = readPublicKey(meter.pem);
  if (read === undefined) throw new Error('the key of the meter was not read');
  const stored = (validFrom: string | null, validTo: string | null): Keys =>
    keysOf(
      [read],
      [
        {
          ...read,
          id: 'k1',
          validFrom: validFrom && new Date(validFrom),
          validTo: validTo && new Date(validTo),
        } as StoredKey,
      ],
    );
  const verified = { verdict: 'verified', reason: null, keyId: 'k1' };
  expect(await check(record, stored(null, null))).toEqual(verified);
  expect(await check(record, stored('2026-03-01T08:00:00Z', '2026-03-01T08:00:01Z'))).toEqual(verified);
  const tooEarly = { verdict: 'failed', reason: 'key-not-valid-then', keyId: 'k1' };
  expect(await check(record, stored('2026-03-02T00:00:00Z', null))).toEqual(tooEarly);
  expect(await check(record, stored(null, '2026-03-01T08:00:00Z'))).toEqual(tooEarly);
});

test('what cannot be checked says why', async () => {
  const meter = ocmfMeter();
  const record = meter.record(page);
  const keys = keysOf([readPublicKey(meter.pem)]);
  const none = keysOf([]);
  const verdict = (reason: string) => ({ verdict: 'not-checked', reason, keyId: null });
  expect(await check(record, none)).toEqual(verdict('no-key'));
  expect(await check(record, { ...none, hasUnreadable: true })).toEqual(verdict('key-unreadable'));
  expect(await check('AP;0;3;ALCV3ABBBISHMA2RYEGAZE3HV5YQBQRAEHAKRAAA', keys, 'ALFEN')).toEqual(
    verdict('encoding-not-supported'),
  );
  expect(await check('<?xml version="1.0"?>', keys, null)).toEqual(verdict('encoding-not-supported'));
  expect(await check(record.replace('SHA256', 'SHA512'), keys)).toEqual(verdict('algorithm-not-supported'));
});

test('what says that it is OCMF and is none has failed', async () => {
  const keys = keysOf([]);
  const failed = { verdict: 'failed', reason: 'unreadable', keyId: null };
  for (const data of ['OCMF|{}', 'OCMF|{|{}', 'OCMF|[]|{}', 'OCMF|{}|{}|{}', 'no record at all'])
    expect({ data, ...(await check(data, keys)) }).toEqual({ data, ...failed });
});

test('a key of another curve than the record names fails as that', async () => {
  const record = ocmfMeter('secp256r1').record(page);
  const keys = keysOf([readPublicKey(ocmfMeter('secp256k1').pem)]);
  expect(await check(record, keys)).toMatchObject({ verdict: 'failed', reason: 'other-curve' });
});
