import { expect, test } from 'vitest';
import { makeCsr } from '../../../../test/support/csr.ts';
import { leafProfiles } from '../certificate-profiles.ts';
import { checkCsr, wrongKey, wrongName } from './check-csr.ts';

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

const rsa = (modulusLength: number) => ({ name: 'RSASSA-PKCS1-v1_5', modulusLength });
const ec = (namedCurve: string) => ({ name: 'ECDSA', namedCurve });

test.each([
  ['station', rsa(2048), true],
  ['station', rsa(1024), false],
  ['station', ec('P-256'), true],
  ['station', ec('P-521'), true],
  ['station', ec('K-256'), false],
  ['station', { name: 'Ed25519' }, false],
  ['v2g', ec('P-256'), true],
  ['v2g', ec('P-384'), false],
  ['v2g', rsa(3072), false],
  ['v2g20', ec('P-521'), true],
  ['v2g20', ec('P-256'), false],
] as const)('a certificate for %s with the key %o: %s', (purpose, algorithm, isRight) => {
  expect(wrongKey(algorithm, leafProfiles[purpose]) === undefined).toBe(isRight);
});

test('a certificate for vehicles gets the domain of the operator, and names no other', async () => {
  const csr = await makeCsr('CN=CP-7');
  expect(await checkCsr(csr, station, leafProfiles.v2g)).toMatchObject({ name: [{ CN: ['CP-7'] }, { DC: ['CPO'] }] });
  const other = await makeCsr('CN=CP-7, DC=MO');
  expect(await checkCsr(other, station, leafProfiles.v2g)).toMatchObject({
    status: 'unfit',
    reason: 'Its domain component (DC) must be CPO.',
  });
  expect(await checkCsr(other, station, leafProfiles.station)).toMatchObject({ status: 'unfit' });
});

test('a request whose content was changed after it was signed is unfit', async () => {
  const csr = await makeCsr('CN=CP-7');
  expect(await checkCsr(csr, station, leafProfiles.station)).toMatchObject({ status: 'fit', subject: 'CN=CP-7' });
  const der = Buffer.from(csr.replace(/-----[^-]+-----/g, ''), 'base64');
  der[der.indexOf('CP-7') + 3] = '8'.charCodeAt(0);
  const changed = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----`;
  expect(await checkCsr(changed, { ...station, stationId: 'CP-8' }, leafProfiles.station)).toMatchObject({
    status: 'unfit',
    reason: 'It is not signed with its own key.',
  });
});

test('what is no request is unfit', async () => {
  expect(await checkCsr('hello', station, leafProfiles.station)).toMatchObject({ status: 'unfit', subject: null });
});
