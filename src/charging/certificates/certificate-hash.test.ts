import { expect, test } from 'vitest';
import { plainSerial } from '../plain-serial.ts';
import { hashOf, isIssuedBy } from './certificate-hash.ts';

const issuer = { name: Buffer.from('name'), key: Buffer.from('key') };

test.each(['SHA256', 'SHA384', 'SHA512'] as const)(
  'an issuer knows its own certificates by %s, in any case',
  (algorithm) => {
    const hash = hashOf(issuer, '0A', algorithm);
    const shouted = { ...hash, issuerNameHash: hash.issuerNameHash.toUpperCase() };
    expect(isIssuedBy(issuer, shouted)).toBe(true);
    expect(isIssuedBy({ ...issuer, key: Buffer.from('other') }, hash)).toBe(false);
    expect(isIssuedBy({ ...issuer, name: Buffer.from('other') }, hash)).toBe(false);
  },
);

test.each([
  ['0A1B', 'a1b'],
  ['00', '0'],
  ['7F', '7f'],
])('the serial number %s is written %s', (given, plain) => {
  expect(plainSerial(given)).toBe(plain);
});
