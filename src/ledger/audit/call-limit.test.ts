import { expect, test, vi } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import type { OtherNodes } from '#base/other-nodes.ts';
import { joinedNodes } from '../../../test/support/joined-nodes.ts';
import type { AuditEntry } from '../ledger-types.ts';
import { CallLimit } from './call-limit.ts';

const agent = { principal: 'key-1', door: 'mcp' };

function limitAt(perMinute = 3, others?: OtherNodes) {
  let at = Date.parse('2026-03-01T08:00:00Z');
  const written: AuditEntry[] = [];
  const state = { isAway: false };
  const limit = new CallLimit({
    clock: { now: () => new Date(at) },
    log: silentLog,
    perMinute,
    others,
    action: 'tools',
    details: ({ refused }) => ({ error: 'TOO_MANY_REQUESTS', refused, perMinute }),
    ledger: {
      commit({ audit = [] }) {
        if (state.isAway) return Promise.reject(new SigecError('DATABASE_AWAY', 'away'));
        written.push(...audit);
        return Promise.resolve({ status: 'recorded' as const });
      },
    },
  });
  return { limit, written, state, move: (seconds: number) => void (at += seconds * 1000) };
}

function times(calls: number, limit: CallLimit, who = agent): (number | undefined)[] {
  return Array.from({ length: calls }, () => limit.count(who));
}

test('calls at two nodes count together, and each writes down what it refused itself', async () => {
  vi.useFakeTimers();
  const [one, other] = joinedNodes();
  const [here, there] = [limitAt(3, one), limitAt(3, other)];
  expect(times(3, here.limit)).toEqual([undefined, undefined, undefined]);
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  expect(times(2, there.limit).every((seconds) => seconds !== undefined)).toBe(true);
  for (const { limit, move } of [here, there]) {
    move(60);
    await limit.sweep();
  }
  expect(here.written).toEqual([]);
  expect(there.written).toMatchObject([{ details: { refused: 2 } }]);
});

test('however many are refused in a window, the audit gets one entry that says how many', async () => {
  const { limit, written, move } = limitAt();
  expect(times(3, limit)).toEqual([undefined, undefined, undefined]);
  move(15.5);
  expect(times(20_000, limit).every((seconds) => seconds === 45)).toBe(true);
  await limit.sweep();
  expect(written, 'the window goes on').toEqual([]);
  move(45);
  await limit.sweep();
  expect(written).toMatchObject([
    {
      ...agent,
      action: 'tools',
      subject: null,
      outcome: 'refused',
      details: { error: 'TOO_MANY_REQUESTS', refused: 20_000, perMinute: 3 },
    },
  ]);
  expect(limit.count(agent)).toBeUndefined();
  await limit.close();
  expect(written, 'nothing was refused in the second').toHaveLength(1);
});

test('callers are counted apart, and one whose calls fit leaves no entry', async () => {
  const { limit, written } = limitAt();
  times(9, limit);
  expect(times(3, limit, { ...agent, principal: 'key-2' })).toEqual([undefined, undefined, undefined]);
  await limit.close();
  expect(written.map(({ principal, details }) => [principal, details['refused']])).toEqual([['key-1', 6]]);
});

test('a window that the next call ends is written down too', async () => {
  const { limit, written, move } = limitAt();
  times(5, limit);
  move(61);
  times(4, limit);
  await limit.close();
  expect(written.map(({ details }) => details['refused'])).toEqual([2, 1]);
});

test('what met a database away is written down later', async () => {
  const { limit, written, move, state } = limitAt();
  state.isAway = true;
  times(5, limit);
  move(60);
  await limit.sweep();
  state.isAway = false;
  await limit.sweep();
  expect(written.map(({ details }) => details['refused'])).toEqual([2]);
  await limit.close();
});

test('a clock that is set back locks nobody out', async () => {
  const { limit, move } = limitAt();
  times(4, limit);
  move(-3600);
  expect(limit.count(agent)).toBeUndefined();
  await limit.close();
});
