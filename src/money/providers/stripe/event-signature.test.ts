import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedEvent } from './event-signature.ts';

const now = new Date('2026-11-18T10:00:00Z');
const body = Buffer.from('{"id":"evt_1"}');
const secret = 'whsec_of_the_tests';
const signed = (at: number, given = body) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(given).digest('hex')}`;
const seconds = now.getTime() / 1_000;

test.each([
  ['as the provider writes it', signed(seconds), true],
  ['the new secret stands beside the old one', `${signed(seconds)},v1=${'0'.repeat(64)}`, true],
  ['five minutes old', signed(seconds - 300), true],
  ['older than that', signed(seconds - 301), false],
  ['from the future', signed(seconds + 301), false],
  ['of another body', signed(seconds, Buffer.from('{"id":"evt_2"}')), false],
  ['another moment than the one that was signed', signed(seconds).replace(`t=${seconds}`, `t=${seconds - 1}`), false],
  ['another scheme', signed(seconds).replace('v1', 'v0'), false],
  ['nothing', undefined, false],
  ['noise', 't=,v1=', false],
])('%s', (_name, header, isSigned) => {
  expect(isSignedEvent(body, { header, secret, now })).toBe(isSigned);
});

test('without a secret nobody is believed', () => {
  const header = `t=${seconds},v1=${createHmac('sha256', '').update(`${seconds}.`).update(body).digest('hex')}`;
  expect(isSignedEvent(body, { header, secret: '', now })).toBe(false);
});
