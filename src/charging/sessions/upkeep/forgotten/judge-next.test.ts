import { expect, test } from 'vitest';
import { minute } from '../../../../../test/support/told-facts.ts';
import { judgeNext } from './judge-next.ts';

const session = { startedAt: minute(0), lastAt: minute(30), connectorId: 1 };
const next = (n: number, more: object = {}) => ({
  at: new Date(minute(n)),
  receivedAt: new Date(minute(90)),
  isOffline: false,
  connectorId: 1,
  ...more,
});

test('the next start at its EVSE ends a session that was not heard of since', () => {
  expect(judgeNext(session, next(30))).toEqual({ verdict: 'over', since: new Date(minute(30)) });
  expect(judgeNext(session, next(60, { connectorId: null }))).toMatchObject({ verdict: 'over' });
});

test('an old start that is delivered late ends nothing', () => {
  expect(judgeNext(session, next(-60))).toEqual({ verdict: 'goes-on' });
  expect(judgeNext(session, next(60, { isOffline: true }))).toEqual({ verdict: 'goes-on' });
});

test('a start by a clock that was never set counts when it came', () => {
  expect(judgeNext(session, next(0, { at: new Date(0) }))).toEqual({ verdict: 'over', since: new Date(minute(90)) });
});

test('two that are told to run at once overlap', () => {
  expect(judgeNext(session, next(10))).toEqual({ verdict: 'overlaps' });
  expect(judgeNext(session, next(60, { connectorId: 2 }))).toEqual({ verdict: 'overlaps' });
});
