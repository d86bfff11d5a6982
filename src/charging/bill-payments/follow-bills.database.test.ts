import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openMoney } from '#money/open-money.ts';
import { simulatedProvider } from '#money/providers/simulated/simulated-provider.ts';
import { simulatedMemory } from '#money/providers/simulated/simulated-store.ts';
import { begin, billedStation, end } from '../../../test/support/billed-station.ts';
import { followBills } from './follow-bills.ts';

const { door, idOf, post, record, price, untilBilled } = billedStation();

test('where the bill is corrected, what was kept of the payment follows, and the books come to nothing', async () => {
  await price({ prices: [{ perKwh: '0.5' }], taxes: [{ name: 'VAT', percent: '19' }] });
  await record(begin(1000), end(3, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  const { database, ledger, clock } = door();
  const bank = simulatedProvider({ store: simulatedMemory(), clock });
  await using money = disposable(
    openMoney({ pool: database.pool, ledger, clock, log: silentLog, everyMs: 0, providers: [bank] }),
  );
  const session = await idOf();
  const { payments } = money;
  const wanted = { purpose: 'charging', subject: session, currency: 'EUR', consent: 1_000n } as const;
  const { id } = await payments.begin({ ...wanted, key: session, provider: 'simulated', description: 'A charge' });
  await bank.pay(id);
  await payments.look(id);
  const receivable = `session:${session}`;
  await payments.settle(id, { amount: 200n, receivable, cites: { kind: 'bill', id: session } });
  expect(await money.balances({ party: receivable })).toEqual([]); // the debt is paid
  const follower = followBills({ pool: database.pool, log: silentLog, payments });
  try {
    expect(await follower.run()).toBe(0);
    await post(`/api/sessions/${session}/corrections`, { amount: '-0.50', reason: 'goodwill' });
    await follower.run();
    expect(await payments.get(id)).toMatchObject({ state: 'settled', allocated: 150n, refunded: 850n });
    expect(await follower.run()).toBe(0);
  } finally {
    await follower.close();
  }
  expect(await money.balances({ party: receivable })).toEqual([]);
  const all = await money.balances({});
  expect(all.map(({ account, party, amount }) => `${account} ${party} ${amount}`)).toEqual([
    'clearing simulated 150',
    'revenue  -126',
    'tax  8',
    'tax VAT -32',
  ]);
});

function disposable<Opened extends { close(): Promise<void> }>(opened: Opened) {
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() };
}
