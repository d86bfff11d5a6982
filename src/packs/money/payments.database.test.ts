import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { simulatedProvider } from '#money/providers/simulated/simulated-provider.ts';
import { simulatedMemory } from '#money/providers/simulated/simulated-store.ts';
import { type AgentRooms, openAgentRooms } from '../../../test/support/agent-door.ts';
import { nobodyPays } from '../../../test/support/nobody-pays.ts';
import { callTool, carryOut, person, refusalOf } from '../../../test/support/tool-calls.ts';

/** Somebody has paid 50.00, of which 20.00 are more than an order costs. */
async function paid({ pool, ledger }: AgentRooms): Promise<string> {
  const bank = simulatedProvider({ store: simulatedMemory(), clock: systemClock });
  const { payments } = nobodyPays({ database: { pool }, ledger, providers: [bank] });
  const wanted = { purpose: 'charging', subject: 'V-1', currency: 'BRL', consent: 5_000n, description: 'x' } as const;
  const { id } = await payments.begin({ ...wanted, key: randomUUID(), provider: 'simulated' });
  await bank.pay(id);
  await payments.look(id);
  await payments.settle(id, { amount: 6_000n, receivable: 'order:V-1', cites: { kind: 'order', id: 'V-1' } });
  await payments.close();
  return id;
}

test('an agent reads payments, one of them with its steps, and what is open', async () => {
  await using door = await openAgentRooms({ hasMoney: true });
  const id = await paid(door);
  const { text, data } = await callTool(door, 'list_payments', { state: 'settled' });
  expect(text).toBe('1 payment.');
  expect(data['payments']).toMatchObject([{ payment_id: id, received: '50.00', kept: '50.00', subject: 'V-1' }]);
  const one = await callTool(door, 'get_payment', { payment_id: id });
  expect(one.text).toBe('The payment is settled; 1 open item.');
  expect(one.data).toMatchObject({
    operations: [{ kind: 'begin', state: 'done' }],
    movements: [{ kind: 'in', amount: '50.00' }],
    open_items: [{ kind: 'shortfall', amount: '10.00' }],
  });
  expect((await callTool(door, 'list_open_items')).data['items']).toMatchObject([{ payment_id: id, amount: '10.00' }]);
  expect(await refusalOf(door, 'get_payment', { payment_id: randomUUID() })).toBe(
    'NOT_FOUND No payment has this payment_id. Call list_payments to see which there are.',
  );
});

test('money goes back once an administrator has approved it, and no more than is kept', async () => {
  await using door = await openAgentRooms({ hasMoney: true });
  const id = await paid(door);
  const given = { payment_id: id, amount: '12.00', reason: 'the cable was stuck' };
  expect((await callTool(door, 'refund_payment', given)).data).toMatchObject({
    status: 'proposed',
    effect: 'Gives 12.00 BRL back to whoever paid; 50.00 BRL are kept until then.',
  });
  expect((await callTool(door, 'get_payment', { payment_id: id })).data).toMatchObject({
    payment: { refund_owed: '0.00' },
  });
  expect((await carryOut(door, 'refund_payment', given)).result).toMatchObject({ refund_owed: '12.00', is_done: true });
  expect(await refusalOf(door, 'refund_payment', { ...given, amount: '38.01' })).toMatch(
    /^INVALID_INPUT amount must be above zero, in whole minor units, and no more than is kept/,
  );
});

test('an invoice is taken back once an administrator has approved it', async () => {
  await using door = await openAgentRooms({ hasMoney: true });
  const { charging, pool } = door;
  const driver = await charging.drivers.add({ name: 'Ada' } as never, person);
  const entry = randomUUID();
  await pool.query(
    `insert into bill_entry (id, station_id, reservation_id, kind, at, currency, amount, tax, time_zone, driver_id)
     values ($1, 'CP-1', 7, 'reservation', now() - interval '1 hour', 'BRL', 12.5, 0, 'America/Sao_Paulo', $2)`,
    [entry, driver.id],
  );
  await charging.invoices.issue({ until: systemClock.now() }, person);
  const { data } = await callTool(door, 'list_invoices', { driver_id: driver.id });
  expect(data['invoices']).toMatchObject([{ driver_id: driver.id, total: '12.50' }]);
  const [invoice] = data['invoices'] as { invoice_id: string; name: string }[];
  const { invoice_id: invoiceId, name } = invoice ?? { invoice_id: '', name: '' };
  expect((await callTool(door, 'credit_invoice', { invoice_id: invoiceId })).data).toMatchObject({
    effect: `Takes invoice ${name} over 12.50 BRL back by a credit note.`,
  });
  expect((await carryOut(door, 'credit_invoice', { invoice_id: invoiceId })).result).toMatchObject({
    name: expect.stringMatching(/^C\d{4}-000001$/) as unknown,
  });
  expect((await callTool(door, 'issue_invoices', { month: '2026-10' })).data).toMatchObject({
    status: 'proposed',
    effect: 'Makes the invoices of 2026-10 for all drivers; their numbers are never given back.',
  });
  expect(name).toMatch(/^\d{4}-000001$/);
});

test('where nobody roams there is no partner, and no record', async () => {
  await using door = await openAgentRooms({ hasMoney: true });
  expect((await callTool(door, 'list_partners')).text).toBe('0 roaming partners.');
  expect(await refusalOf(door, 'explain_cdr', { record_id: 'A' })).toMatch(/^NOT_FOUND No record has this record_id/);
});
