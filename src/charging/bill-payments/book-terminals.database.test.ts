import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { readBalances } from '#money/ledger/read-balances.ts';
import { readOpenItems } from '#money/payments/open-items.ts';
import { begin, billedStation, end } from '../../../test/support/billed-station.ts';
import type { SettlementReport } from '../payments/open-payments.ts';
import { bookTerminals } from './book-terminals.ts';

const { door, ask, idOf, post, record, price, untilBilled } = billedStation();

async function settled(more: Partial<SettlementReport> = {}): Promise<void> {
  const at = new Date();
  await door().charging.payments.recordSettlement({
    stationId: 'CP-1',
    pspRef: 'PSP-1',
    sessionRef: 'S-1',
    status: 'settled',
    amount: '2.00',
    settledAt: at,
    statusInfo: null,
    receiptId: null,
    receiptUrl: null,
    vatNumber: null,
    company: null,
    receivedAt: at,
    ...more,
  });
}

/** The books are made by a process that ends with the test. */
async function book(): Promise<number> {
  const { database, ledger, clock } = door();
  const booking = bookTerminals({ pool: database.pool, ledger, clock, log: silentLog, everyMs: 3_600_000 });
  try {
    return await booking.run();
  } finally {
    await booking.close();
  }
}

const balances = async (party: string) =>
  (await readBalances(door().database.pool, { party })).map(({ account, amount }) => `${account} ${amount}`);
const openItems = async () =>
  (await readOpenItems(door().database.pool, { isOpen: true, limit: 9 })).map(({ kind, amount }) => [kind, amount]);

async function charge(): Promise<string> {
  await price({ perKwh: '0.5' });
  await record(begin(1000), end(3, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  return idOf();
}

test('what a terminal took pays the debt of its session, once, however often the station says so', async () => {
  const session = `session:${await charge()}`;
  expect(await balances(session)).toEqual(['receivable 200']);
  await settled();
  await book();
  await settled({ settledAt: new Date(Date.now() + 60_000) }); // with another time
  await book();
  expect([await balances(session), await balances('terminal:CP-1')]).toEqual([[], ['clearing 200']]);
  expect(await openItems()).toEqual([]);
  expect(await book()).toBe(0);
});

test('another amount than the bill is an open item, until the bill is corrected to it', async () => {
  const sessionId = await charge();
  await settled({ amount: '1.50' });
  await book();
  expect(await openItems()).toEqual([['terminal-differs', 50n]]);
  await post(`/api/sessions/${sessionId}/corrections`, { amount: '-0.50', reason: 'as the terminal took it' });
  await book();
  expect(await openItems()).toEqual([]);
  expect(await balances(`session:${sessionId}`)).toEqual([]);
});

test.each(['failed', 'rejected'] as const)(
  '%s: the debt stays, for a person; settled later it is paid',
  async (status) => {
    const session = `session:${await charge()}`;
    await settled({ status, amount: '0' });
    await book();
    expect(await openItems()).toEqual([['terminal-failed', 200n]]);
    expect(await balances(session)).toEqual(['receivable 200']);
    await settled({ settledAt: new Date(Date.now() + 60_000) });
    await book();
    expect([await openItems(), await balances(session)]).toEqual([[], []]);
  },
);

test('money for a session that nobody knows is owed back, until the session turns up', async () => {
  await post('/api/sites', { id: 'roof', name: 'Roof', timeZone: 'Europe/Berlin', currency: 'EUR' });
  await ask('/api/sites/roof/stations/CP-1', {}, 'PUT');
  await settled({ receivedAt: new Date(Date.now() - 3_600_000) });
  await book();
  expect([await openItems(), await balances('terminal:CP-1:PSP-1')]).toEqual([
    [['terminal-differs', -200n]],
    ['deposits -200'],
  ]);
  const session = `session:${await charge()}`;
  await book();
  expect([await openItems(), await balances('terminal:CP-1:PSP-1'), await balances(session)]).toEqual([[], [], []]);
});
