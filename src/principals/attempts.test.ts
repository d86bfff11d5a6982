import { expect, test } from 'vitest';
import { Attempts } from './attempts.ts';

test('ten failures close the door to an address for ten minutes, and to nobody else', () => {
  const { attempts, forward } = attemptsAt();
  for (let n = 0; n < 10; n += 1) attempts.failed('203.0.113.7');
  expect(() => attempts.check('203.0.113.7')).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 600 } }),
  );
  expect(() => attempts.check('203.0.113.8')).not.toThrow();
  forward(600_000);
  expect(() => attempts.check('203.0.113.7')).not.toThrow();
});

test('all addresses of one IPv6 network count as one', () => {
  const { attempts } = attemptsAt();
  for (let n = 0; n < 10; n += 1) attempts.failed(`2001:db8::${n}`);
  expect(() => attempts.check('2001:db8:0:0:ffff::1')).toThrow('10 times');
  expect(() => attempts.check('2001:db8:0:1::1')).not.toThrow();
});

function attemptsAt() {
  let now = Date.parse('2026-03-01T08:00:00Z');
  const attempts = new Attempts({ now: () => new Date(now) });
  return {
    attempts,
    forward(ms: number) {
      now += ms;
    },
  };
}
