import { expect, test } from 'vitest';
import { fakeBusiness } from '../../../../test/support/fake-business.ts';
import { request } from '../../../../test/support/rest-request.ts';
import type { HttpNeeds } from '../route.ts';

const id = '0198e1a0-0000-7000-8000-000000000001';
const at = new Date('2026-03-01T08:00:00Z');
const time = at.toISOString();

const payment = {
  ...{ id, key: 'k', purpose: 'charging', subject: 'S-1', provider: 'trial', method: 'card', payer: null },
  ...{ currency: 'BRL', description: '', returnUrl: null, instrument: null, state: 'held', status: 'held', version: 1 },
  ...{
    reference: null,
    action: null,
    receivable: null,
    citesKind: null,
    citesId: null,
    trouble: null,
    holdUntil: null,
  },
  ...{ consent: 3_000n, authorized: 3_000n, received: 2_500n, refunded: 200n, refundOwed: 300n, clawedBack: 100n },
  ...{ allocated: 1_000n, fees: 25n, target: null, expiresAt: at, nextLookAt: null, attempts: 0 },
  ...{ createdAt: at, changedAt: at, settledAt: null },
};
const operation = {
  id,
  paymentId: id,
  kind: 'capture',
  amount: 2_500n,
  movementId: null,
  state: 'done',
  why: null,
  askedAt: at,
  endedAt: null,
};
const item = {
  ...{ key: 'shortfall:1', id, kind: 'shortfall', paymentId: id, provider: 'trial', movementId: null, currency: 'JPY' },
  ...{ amount: 50n, details: 'x', openedAt: at, closedAt: null, closedBy: null, resolution: null, isOpen: true },
};

/** A request over money that answers so; what it was asked for. */
async function ask(line: string, { body, answers = {} }: { body?: object; answers?: Record<string, unknown> } = {}) {
  const all = {
    'payments.get': payment,
    'payments.list': [payment, { ...payment, target: 1_250n, settledAt: at }],
    'payments.history': {
      operations: [operation, { ...operation, endedAt: at }],
      movements: [{ id, kind: 'in', amount: 2_500n, at }],
    },
    openItems: [item, { ...item, closedAt: at }],
    ...answers,
  };
  const { charging: money, recorded } = fakeBusiness<HttpNeeds['money']>(all);
  const needs = { money } as Partial<HttpNeeds>;
  return { ...(await request(line, { key: 'administrator', needs, ...(body && { body }) })), asked: recorded };
}

test('amounts are told as decimal text of their currency, and what is not known as nothing', async () => {
  const { json } = await ask('GET /api/money/payments');
  const amounts = {
    consent: '30.00',
    received: '25.00',
    refunded: '2.00',
    refundOwed: '3.00',
    clawedBack: '1.00',
    fees: '0.25',
  };
  expect(json()).toMatchObject({
    payments: [
      { id, ...amounts, target: null, settledAt: null, createdAt: time },
      { target: '12.50', settledAt: time },
    ],
  });
});

test.each([
  ['', undefined],
  ['?state=held', ['held']],
])('payments%s are looked for by their states', async (query, states) => {
  const { asked } = await ask(`GET /api/money/payments${query}`);
  expect(asked[0]).toMatchObject(['payments.list', { states }]);
});

test('one payment is told with what was asked, what moved and what is open', async () => {
  const { json } = await ask(`GET /api/money/payments/${id}`);
  expect(json()).toMatchObject({
    operations: [{ amount: '25.00', askedAt: time, endedAt: null }, { endedAt: time }],
    movements: [{ kind: 'in', amount: '25.00', at: time }],
    openItems: [{ amount: '50', openedAt: time, closedAt: null }, { closedAt: time }],
  });
});

const simulated = (isDone: boolean) => {
  const steps: unknown[] = [];
  const step =
    (name: string) =>
    (...args: unknown[]) => {
      steps.push([name, ...args]);
      return Promise.resolve(isDone);
    };
  const provider = { isSimulated: true, pay: step('pay'), refusePayer: step('refuse'), clawBack: step('claw-back') };
  return { steps, provider };
};

test.each([
  ['pay', ['pay', id]],
  ['refuse', ['refuse', id]],
  ['claw-back', ['claw-back', id, 2_200n]],
])('a simulated payer can %s', async (step, call) => {
  const { steps, provider } = simulated(true);
  const { status } = await ask(`POST /api/money/payments/${id}/simulated`, {
    body: { step },
    answers: { 'payments.provider': provider },
  });
  expect([status, steps]).toEqual([200, [call]]);
});

test.each([
  ['nobody', undefined],
  ['a real provider', {}],
  ['a simulated one with nothing to do', simulated(false).provider],
])('%s cannot be told to pay', async (_who, provider) => {
  const { status } = await ask(`POST /api/money/payments/${id}/simulated`, {
    body: { step: 'pay' },
    answers: { 'payments.provider': provider },
  });
  expect(status).toBe(409);
});

test('a day is compared at a provider that there is', async () => {
  const done = {
    ...{ provider: 'trial', day: '2026-02-28', ours: { BRL: '1250' }, theirs: { JPY: '50' }, checkedAt: at },
    ...{ lines: 2, matched: 1, differences: 1 },
  };
  const body = { provider: 'trial', day: '2026-02-28' };
  const compared = await ask('POST /api/money/reconciliations', { body, answers: { 'reconciler.reconcile': done } });
  expect(compared.text).toContain('"ours":{"BRL":"12.50"},"theirs":{"JPY":"50"}');
  expect((await ask('POST /api/money/reconciliations', { body })).status).toBe(404);
});
