import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openPixPsp, type PixPsp } from '../../../../test/support/pix-psp.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/postgres.ts';
import { readBalances } from '../../ledger/read-balances.ts';
import { type Money, openMoney } from '../../open-money.ts';
import type { Payment } from '../../payments/payment.ts';
import { compactId, type RawEvent } from '../payment-provider.ts';
import { crc16 } from './br-code.ts';
import { pixProvider } from './pix-provider.ts';

let database: FreshDatabase;
let ledger: Awaited<ReturnType<typeof openLedger>>;
let psp: PixPsp;
let money: Money;
let now = new Date('2026-11-18T10:00:00Z');
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const clock = { now: () => now };
const secret = 'a-secret-of-the-tests';

beforeAll(async () => {
  database = await freshDatabase();
  ledger = await openLedger({ database, node: randomUUID(), log: silentLog });
  psp = await openPixPsp(() => now);
});
afterAll(async () => {
  await psp[Symbol.asyncDispose]();
  await ledger.close();
  await database[Symbol.asyncDispose]();
});
beforeEach(() => {
  psp.faults.length = 0;
  psp.refundsBecome = 'DEVOLVIDO';
  money = openMoney({ pool: database.pool, ledger, clock, log: silentLog, everyMs: 0, providers: [provider()] });
  return () => money.close();
});

function provider(access = psp.access) {
  const own = { key: 'pix@example.com', merchantName: 'SIGEC', merchantCity: 'Florianópolis', webhookSecret: secret };
  return pixProvider({ ...access, ...own, clock });
}

function begin(): Promise<Payment> {
  const what = { purpose: 'charging', subject: 'S-1', currency: 'BRL', consent: 5_000n } as const;
  return money.payments.begin({ ...what, key: randomUUID(), provider: 'pix', description: 'Recarga' });
}
const bill = { receivable: 'session:S-1', cites: { kind: 'bill', id: 'S-1' } } as const;

async function sweep(rounds = 8): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    pass(61_000);
    await money.payments.sweep();
  }
}

function event(txid: string, { path = secret }: { path?: string } = {}): RawEvent {
  const body = Buffer.from(
    JSON.stringify({ pix: [{ endToEndId: 'E1', txid, valor: '50.00', horario: now.toISOString() }] }),
  );
  return { body, header: () => undefined, path };
}

test('paid before the charge, and what was not used goes back', async () => {
  const payment = await begin();
  const txid = compactId(payment.id);
  expect(payment).toMatchObject({ state: 'pending', action: { kind: 'code', format: 'br-code' } });
  const code = payment.action?.kind === 'code' ? payment.action.text : '';
  expect(code).toContain(psp.charges.get(txid)?.location);
  expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
  const endToEndId = psp.pay(txid);
  expect(await money.payments.hear('pix', event(txid))).toEqual({ payments: 1 });
  await money.payments.sweep();
  expect(await money.payments.get(payment.id)).toMatchObject({ state: 'paid', received: 5_000n });
  await money.payments.settle(payment.id, { amount: 3_721n, ...bill });
  expect(await money.payments.get(payment.id)).toMatchObject({ state: 'settled', refunded: 1_279n, allocated: 3_721n });
  expect(psp.charges.get(txid)?.pix[0]?.devolucoes).toMatchObject([{ valor: '12.79', status: 'DEVOLVIDO' }]);
  expect((await money.payments.history(payment.id)).movements.map(({ id }) => id)).toContain(endToEndId);
});

test('an event five times, late and in any order, is one booking; a forged one is none', async () => {
  const [one, other] = [await begin(), await begin()];
  for (const { id } of [one, other]) psp.pay(compactId(id));
  expect(await money.payments.hear('pix', event(compactId(one.id), { path: 'a-guess' }))).toBeUndefined();
  expect(
    await money.payments.hear('pix', { ...event(compactId(one.id)), body: Buffer.from('{"pix":7}') }),
  ).toBeUndefined();
  const untouched = await money.payments.get(one.id);
  expect(untouched.received).toBe(0n);
  for (let time = 0; time < 5; time += 1) {
    for (const { id } of [other, one]) await money.payments.hear('pix', event(compactId(id)));
    await money.payments.sweep();
    pass(time * 18 * 3_600_000); // up to 72 hours late
  }
  for (const { id } of [one, other]) {
    expect(await money.payments.get(id)).toMatchObject({ received: 5_000n });
    expect((await money.payments.history(id)).movements).toHaveLength(1);
    await money.payments.cancel(id);
  }
});

test('an event that says somebody paid, when nobody did, books nothing', async () => {
  const { id } = await begin();
  await money.payments.hear('pix', event(compactId(id)));
  await money.payments.sweep();
  expect(await money.payments.get(id)).toMatchObject({ state: 'pending', received: 0n });
});

test('without any event the sweep finds the payment within five minutes', async () => {
  const { id } = await begin();
  psp.pay(compactId(id));
  await sweep(5);
  expect(await money.payments.get(id)).toMatchObject({ state: 'paid' });
});

test('expired, then paid: the charge was removed, and the money goes back', async () => {
  const { id } = await begin();
  await sweep(11);
  expect(psp.charges.get(compactId(id))?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  expect(await money.payments.get(id)).toMatchObject({ state: 'expired' });
  psp.pay(compactId(id));
  await money.reconciler.run(); // as every few minutes
  expect(await money.payments.get(id)).toMatchObject({ state: 'settled', received: 5_000n, refunded: 5_000n });
});

test('paid twice: the second payment goes back whole, and at once', async () => {
  const { id } = await begin();
  const first = psp.pay(compactId(id));
  pass(1_000);
  psp.pay(compactId(id));
  expect(await money.payments.look(id)).toMatchObject({ received: 10_000n, refunded: 5_000n });
  const [kept, back] = psp.charges.get(compactId(id))?.pix ?? [];
  expect([kept?.endToEndId, kept?.devolucoes, back?.devolucoes.length]).toEqual([first, [], 1]);
  expect(await money.payments.settle(id, { amount: 5_000n, ...bill })).toMatchObject({ state: 'settled' });
});

test('the start failed: all of it goes back', async () => {
  const { id } = await begin();
  psp.pay(compactId(id));
  await money.payments.look(id);
  expect(await money.payments.cancel(id, 'start failed')).toMatchObject({
    state: 'settled',
    refunded: 5_000n,
    allocated: 0n,
  });
});

test('a refund that the bank does not carry out is asked again under another name', async () => {
  psp.refundsBecome = 'EM_PROCESSAMENTO';
  const { id } = await begin();
  const endToEndId = psp.pay(compactId(id));
  await money.payments.look(id);
  expect(await money.payments.settle(id, { amount: 1_000n, ...bill })).toMatchObject({ state: 'refunding' });
  const [refund] = psp.charges.get(compactId(id))?.pix[0]?.devolucoes ?? [];
  psp.endRefund(endToEndId, refund?.id ?? '', 'NAO_REALIZADO');
  psp.refundsBecome = 'DEVOLVIDO';
  await sweep();
  expect(await money.payments.get(id)).toMatchObject({ state: 'settled', refunded: 4_000n });
  expect(psp.charges.get(compactId(id))?.pix[0]?.devolucoes.map(({ status }) => status)).toEqual([
    'NAO_REALIZADO',
    'DEVOLVIDO',
  ]);
});

test('money that the banks give back unasked (MED) is a dispute and an open item', async () => {
  const { id } = await begin();
  const endToEndId = psp.pay(compactId(id));
  await money.payments.look(id);
  await money.payments.settle(id, { amount: 5_000n, ...bill });
  psp.clawBack(endToEndId, '50.00');
  await money.reconciler.run();
  expect(await money.payments.get(id)).toMatchObject({ state: 'disputed', clawedBack: 5_000n });
  const items = await money.openItems({ isOpen: true, paymentId: id, limit: 5 });
  expect(items).toMatchObject([{ kind: 'claw-back', amount: 5_000n }]);
});

test.each(['lose-answer', 500, 429] as const)(
  'whichever request meets with %s, one refund and one charge',
  async (fault) => {
    for (let at = 0; at < 6; at += 1) {
      psp.faults.splice(0, Infinity, ...Array<null>(at).fill(null), fault);
      const { id } = await begin();
      psp.faults.splice(0, Infinity, ...Array<null>(at).fill(null), fault);
      await sweep(2);
      psp.pay(compactId(id));
      await sweep(2);
      await money.payments.settle(id, { amount: 2_000n, ...bill });
      psp.faults.length = 0;
      await sweep(4);
      expect(await money.payments.get(id)).toMatchObject({ state: 'settled', refunded: 3_000n });
      expect(psp.charges.get(compactId(id))?.pix[0]?.devolucoes).toHaveLength(1);
    }
  },
);

test('an access token that was revoked is fetched anew; a stranger without our certificate gets nowhere', async () => {
  psp.revokeTokens();
  expect(await begin()).toMatchObject({ state: 'pending' });
  const stranger = provider({ ...psp.access, certificate: '', certificateKey: '' });
  await expect(stranger.read({ id: randomUUID(), reference: null, begunAt: now })).rejects.toThrow();
});

test('each night the books equal the statement to the centavo; what differs is an open item', async () => {
  pass(2 * 86_400_000);
  await money.reconciler.run();
  const compared = await money.reconciler.list(10);
  expect(compared.length).toBeGreaterThan(0);
  for (const day of compared) expect(day).toMatchObject({ differences: 0, ours: day.theirs });
  const [clearing] = await readBalances(database.pool, { account: 'clearing', party: 'pix' });
  expect(clearing?.amount).toBe(psp.balance());
  // Somebody pays a charge that is not ours.
  const stranger = 'a'.repeat(32);
  psp.charges.set(stranger, {
    txid: stranger,
    status: 'ATIVA',
    valor: { original: '7.00' },
    expiracao: 60,
    location: 'x',
    pix: [],
  });
  psp.pay(stranger);
  const day = now.toISOString().slice(0, 10);
  expect(await money.reconciler.reconcile('pix', day)).toMatchObject({ differences: 1, lines: 1, matched: 0 });
  expect((await money.openItems({ isOpen: true, limit: 50 })).map(({ kind }) => kind)).toContain('unknown-movement');
});
