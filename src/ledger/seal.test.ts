import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = randomBytes(32);
const plain = Buffer.from('Maria Souza');

test('what is sealed cannot be read, and comes back whole', () => {
  const sealed = seal(key, 'customers', plain);
  expect(sealed.includes(plain)).toBe(false);
  expect(unseal(key, 'customers', sealed)).toEqual(plain);
});

test.each([
  ['under another key', () => unseal(randomBytes(32), 'customers', seal(key, 'customers', plain))],
  ['for another purpose', () => unseal(key, 'authority', seal(key, 'customers', plain))],
  [
    'once it was changed',
    () => {
      const sealed = seal(key, 'customers', plain);
      sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
      return unseal(key, 'customers', sealed);
    },
  ],
])('it does not open %s', (_when, open) => {
  expect(open).toThrow();
});
