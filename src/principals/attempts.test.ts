import { expect, test } from 'vitest';
import type { OtherNodes } from '#base/other-nodes.ts';
import { joinedNodes } from '../../test/support/joined-nodes.ts';
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

test('what is being compared counts as failed until it is done', async () => {
  const { attempts } = attemptsAt();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = Array.from({ length: 10 }, () => attempts.during('203.0.113.7', () => promise));
  await expect(attempts.during('203.0.113.7', () => Promise.resolve())).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await expect(attempts.during('203.0.113.8', () => Promise.resolve('in'))).resolves.toBe('in');
  resolve();
  await Promise.all(running);
  await expect(attempts.during('203.0.113.7', () => Promise.resolve('in'))).resolves.toBe('in');
});

test('whoever guesses at two nodes has as many guesses as at one', () => {
  const [one, other] = joinedNodes();
  const [here, there] = [attemptsAt(one).attempts, attemptsAt(other).attempts];
  for (let n = 0; n < 5; n += 1) {
    here.failed('203.0.113.7');
    there.failed('203.0.113.7');
  }
  for (const attempts of [here, there]) {
    expect(() => attempts.check('203.0.113.7')).toThrow('10 times');
    expect(() => attempts.check('203.0.113.8')).not.toThrow();
  }
});

function attemptsAt(others?: OtherNodes) {
  let now = Date.parse('2026-03-01T08:00:00Z');
  const attempts = new Attempts({ now: () => new Date(now) }, others);
  return {
    attempts,
    forward(ms: number) {
      now += ms;
    },
  };
}
