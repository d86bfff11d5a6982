import { expect, test } from 'vitest';
import { makeCsr } from '../../../test/support/csr.ts';
import { checkCsr, weakKey, wrongName } from './check-csr.ts';

const station = { stationId: 'CP-7', serialNumber: 'TED00012' };

test.each([
  ['its id', ['CP-7']],
  ['its id in another case', ['cp-7']],
  ['its serial number', ['TED00012']],
])('a station may ask for a certificate under %s', (_what, commonNames) => {
  expect(wrongName({ commonNames, serialNumbers: [] }, station)).toBeUndefined();
});

test.each([
  ['somebody else', ['CP-8'], []],
  ['nobody', [], []],
  ['itself and somebody else', ['CP-7', 'CP-8'], []],
  ['its own name with the serial number of another', ['CP-7'], ['TED00013']],
])('a station may not ask for %s', (_what, commonNames, serialNumbers) => {
  expect(wrongName({ commonNames, serialNumbers }, station)).toBeTypeOf('string');
});

test.each([
  [{ name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048 }, true],
  [{ name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024 }, false],
  [{ name: 'ECDSA', namedCurve: 'P-256' }, true],
  [{ name: 'ECDSA', namedCurve: 'K-256' }, false],
  [{ name: 'Ed25519' }, false],
])('of the key %o it is said whether it is strong enough', (algorithm, isStrong) => {
  expect(weakKey(algorithm) === undefined).toBe(isStrong);
});

test('a request whose content was changed after it was signed is unfit', async () => {
  const csr = await makeCsr('CN=CP-7');
  expect(await checkCsr(csr, station)).toMatchObject({ status: 'fit', subject: 'CN=CP-7' });
  const der = Buffer.from(csr.replace(/-----[^-]+-----/g, ''), 'base64');
  der[der.indexOf('CP-7') + 3] = '8'.charCodeAt(0);
  const changed = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----`;
  expect(await checkCsr(changed, { ...station, stationId: 'CP-8' })).toMatchObject({
    status: 'unfit',
    reason: 'It is not signed with its own key.',
  });
});

test('what is no request is unfit', async () => {
  expect(await checkCsr('hello', station)).toMatchObject({ status: 'unfit', subject: null });
});
