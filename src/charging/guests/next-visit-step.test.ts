import { expect, test } from 'vitest';
import type { GuestVisit } from './guest-visit.ts';
import { nextVisitStep, type VisitFacts } from './next-visit-step.ts';

const now = new Date('2026-11-18T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const sessionId = '0198e1a0-0000-7000-8000-000000000001';

const visit = (changed: Partial<GuestVisit> = {}): GuestVisit => ({
  id: 'v',
  linkHash: Buffer.alloc(32),
  stationId: 'CP-1',
  evseId: 1,
  language: 'en',
  tariffId: 'day',
  tariffVersion: 1,
  provider: 'simulated',
  currency: 'BRL',
  amount: '30.00',
  energyWh: null,
  seconds: null,
  paymentId: 'p',
  paymentReference: null,
  state: 'paying',
  why: null,
  tokenId: null,
  startAskedAt: null,
  startTries: 0,
  sessionId: null,
  isStopWanted: false,
  stopAskedAt: null,
  settled: null,
  version: 1,
  createdAt: ago(60),
  changedAt: ago(10),
  nextLookAt: now,
  ...changed,
});
const payment = (changed: Partial<NonNullable<VisitFacts['payment']>> = {}) => ({
  state: 'pending',
  status: 'open',
  authorized: 0n,
  received: 0n,
  target: null,
  trouble: null,
  ...changed,
});
const facts = (changed: Partial<VisitFacts> = {}): VisitFacts => ({
  payment: payment(),
  consent: 3000n,
  session: null,
  bill: null,
  startRefusal: null,
  isLimitReached: false,
  now,
  ...changed,
});
const running = { id: sessionId, isRunning: true };
const ended = { id: sessionId, isRunning: false };

test.each<[string, Partial<GuestVisit>, Partial<VisitFacts>, object]>([
  ['a payment that was not begun is begun', {}, { payment: null }, { do: 'begin-payment' }],
  ['nobody has paid yet', {}, {}, { do: 'wait' }],
  ['half is not enough', {}, { payment: payment({ received: 1500n }) }, { do: 'wait' }],
  [
    'a hold below what was agreed is not enough',
    {},
    { payment: payment({ status: 'held', authorized: 2999n }) },
    { do: 'wait' },
  ],
  ['paid', {}, { payment: payment({ state: 'paid', status: 'taken', received: 3000n }) }, { do: 'prepare-start' }],
  ['held', {}, { payment: payment({ state: 'held', status: 'held', authorized: 3000n }) }, { do: 'prepare-start' }],
  ['expired', {}, { payment: payment({ state: 'expired', target: 0n }) }, { do: 'end-unpaid', why: 'payment-expired' }],
  ['refused by the bank', {}, { payment: payment({ state: 'failed' }) }, { do: 'end-unpaid', why: 'payment-failed' }],
  [
    'paid after the time was over: nothing starts',
    {},
    { payment: payment({ state: 'refunding', received: 3000n, target: 0n }) },
    { do: 'end-unpaid', why: 'paid-too-late' },
  ],
  ['the station is asked', { state: 'starting' }, {}, { do: 'ask-start' }],
  [
    'the station refused',
    { state: 'starting', startAskedAt: ago(1), startTries: 1 },
    { startRefusal: 'station-refused' },
    { do: 'give-up', why: 'station-refused' },
  ],
  ['it began', { state: 'starting', startAskedAt: ago(1) }, { session: running }, { do: 'follow', sessionId }],
  [
    'it began although the station is said to be offline',
    { state: 'starting', startAskedAt: ago(1) },
    { session: running, startRefusal: 'station-offline' },
    { do: 'follow', sessionId },
  ],
  ['the cable is awaited', { state: 'starting', startAskedAt: ago(29), startTries: 1 }, {}, { do: 'wait' }],
  ['nobody heard the answer', { state: 'starting', startAskedAt: ago(31), startTries: 1 }, {}, { do: 'ask-start' }],
  ['asked often enough', { state: 'starting', startAskedAt: ago(31), startTries: 3 }, {}, { do: 'wait' }],
  [
    'nobody plugged in',
    { state: 'starting', startAskedAt: ago(100), startTries: 3, changedAt: ago(180) },
    {},
    { do: 'give-up', why: 'not-plugged-in' },
  ],
  [
    'whoever changes their mind before it begins gets everything back',
    { state: 'starting', startAskedAt: ago(5), startTries: 1, isStopWanted: true },
    {},
    { do: 'give-up', why: 'not-plugged-in' },
  ],
  ['it goes on', { state: 'charging', sessionId }, { session: running }, { do: 'wait' }],
  [
    'the limit is reached',
    { state: 'charging', sessionId },
    { session: running, isLimitReached: true },
    { do: 'want-stop' },
  ],
  ['stop was pressed', { state: 'charging', sessionId, isStopWanted: true }, { session: running }, { do: 'ask-stop' }],
  [
    'the stop is under way',
    { state: 'charging', sessionId, isStopWanted: true, stopAskedAt: ago(14) },
    { session: running },
    { do: 'wait' },
  ],
  [
    'the station did not hear the stop',
    { state: 'charging', sessionId, isStopWanted: true, stopAskedAt: ago(15) },
    { session: running },
    { do: 'ask-stop' },
  ],
  ['it ended and is being billed', { state: 'charging', sessionId }, { session: ended }, { do: 'wait', ms: 1000 }],
  [
    'the bill is there',
    { state: 'charging', sessionId },
    { session: ended, bill: { total: 1234n, currency: 'BRL' } },
    { do: 'settle', amount: 1234n },
  ],
  [
    'what costs nothing keeps nothing',
    { state: 'charging', sessionId },
    { session: ended, bill: { total: 0n, currency: null } },
    { do: 'settle', amount: 0n },
  ],
  [
    'money of another kind is not taken',
    { state: 'charging', sessionId },
    { session: ended, bill: { total: 1234n, currency: 'EUR' } },
    { do: 'settle', amount: 0n },
  ],
  [
    'settled',
    { state: 'ended', sessionId, settled: '1234' },
    { session: ended, bill: { total: 1234n, currency: 'BRL' } },
    { do: 'wait', ms: null },
  ],
  [
    'the bill was corrected afterwards',
    { state: 'ended', sessionId, settled: '1234' },
    { session: ended, bill: { total: 1000n, currency: 'BRL' } },
    { do: 'settle', amount: 1000n },
  ],
  ['nothing was ever asked of the station', { state: 'unpaid' }, {}, { do: 'wait', ms: null }],
  [
    'a session that begins too late is stopped',
    { state: 'not-started', tokenId: 't' },
    { session: running },
    { do: 'ask-stop' },
  ],
  [
    'what was charged after we gave up is owed',
    { state: 'not-started', tokenId: 't' },
    { session: ended, bill: { total: 55n, currency: 'BRL' } },
    { do: 'settle', amount: 55n },
  ],
  [
    'a day later nobody looks any more',
    { state: 'not-started', tokenId: 't', changedAt: ago(86_400) },
    {},
    { do: 'wait', ms: null },
  ],
])('%s', (_name, of, known, step) => {
  expect(nextVisitStep(visit(of), facts(known))).toMatchObject(step);
});
