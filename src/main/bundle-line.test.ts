import { expect, test } from 'vitest';
import { readConfig } from '#base/config.ts';
import { bundleLine } from './bundle-line.ts';

const config = readConfig({ env: { ADMIN_KEY: 'the-key-of-the-administrator' } });
const line = (facts: object, sentence = 'something happened') =>
  bundleLine({ at: new Date(0), level: 'warn', sentence, facts }, config);

test('a line keeps our sentence, numbers and the names of equipment', () => {
  expect(line({ stationId: 'CP-1', port: 9000, isOnline: true })).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    level: 'warn',
    sentence: 'something happened',
    facts: { stationId: 'CP-1', port: 9000, isOnline: true },
  });
});

test('texts of which nobody knows what they are stay here', () => {
  expect(line({ name: 'Ana Souza', driver: 'Ana Souza', body: { deep: 'Ana' }, words: ['Ana'] }).facts).toEqual({});
});

test.each([
  'refused the-key-of-the-administrator',
  'mail to ana.souza@example.org failed',
  'connecting to postgresql://sigec:swordfish@db:5432/x',
  'Authorization: Bearer abc.def',
  'password=swordfish was wrong',
  'hash 0123456789abcdef0123456789abcdef',
])('nothing of a secret or a person is left of "%s"', (sentence) => {
  const told = JSON.stringify([line({ reason: sentence }, sentence), line({ error: new Error(sentence) })]);
  for (const secret of ['the-key-of-the-administrator', 'ana.souza', 'swordfish', 'abc.def', '0123456789abcdef'])
    expect(told).not.toContain(secret);
});
