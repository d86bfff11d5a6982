import { expect, test } from 'vitest';
import { readBalances } from '#money/ledger/read-balances.ts';
import { amounts, begin, billedStation, end, event, patience } from '../../../test/support/billed-station.ts';

const { door, idOf, billOf, post, record, price, untilBilled, rows, events } = billedStation();
// In this door a token is named by its length.
const token = { hash: 'tok_7', type: 'ISO14443' };
const creditOf = async (id = token.hash) => Number((await rows('token')).find((row) => row['id'] === id)?.['credit']);
const bookings = async () =>
  (await events('token-credit-booked')).map(({ body }) => [body['tokenId'], body['amount'], body['currency']]);
/** What is owed to the holder of the card, in whole minor units, as the money ledger has it. */
const owedOn = async (id = token.hash) =>
  (await readBalances(door().database.pool, { account: 'deposits', party: `token:${id}` })).map(
    ({ amount, currency }) => [Number(-amount), currency],
  );
const atBank = async () =>
  (await readBalances(door().database.pool, { account: 'clearing', party: 'bank' })).map(({ amount }) =>
    Number(amount),
  );
const idOfPrepaid = async () => String((await rows('token'))[0]?.['id']);

test('what is on a prepaid card is owed to its holder, from the moment it is loaded', async () => {
  await price({ perKwh: '0.5' });
  await post('/api/tokens', { value: 'PREPAID', credit: '100' });
  expect([await owedOn(), await atBank()]).toEqual([[[10_000, 'EUR']], [10_000]]);
  await record(begin(1000, { token }), end(3, 21_000));
  await untilBilled({ state: 'final', total: '10.00' });
  expect(await owedOn()).toEqual([[9_000, 'EUR']]);
  await post(`/api/tokens/${await idOfPrepaid()}`, { credit: '120' });
  expect([await owedOn(), await atBank()]).toEqual([[[12_000, 'EUR']], [13_000]]);
  await door().fetch(`/api/tokens/${await idOfPrepaid()}`, { method: 'DELETE', key: await door().key() });
  expect([await owedOn(), await atBank()]).toEqual([[], [1_000]]); // what was charged stays with us
});

test('a card loaded before there was a price is booked with its first bill, once', async () => {
  await post('/api/tokens', { value: 'PREPAID', credit: '20' });
  expect(await owedOn()).toEqual([]); // nobody can tell of which currency it is
  await price({ perKwh: '0.5' });
  await record(begin(1000, { token }), end(3, 21_000));
  await untilBilled({ state: 'final', total: '10.00' });
  await record(end(2, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  expect([await owedOn(), await atBank()]).toEqual([[[1_800, 'EUR']], [2_000]]);
});

test('what a session costs is taken from a prepaid card, and given back with it', async () => {
  await price({ perKwh: '0.5' });
  await post('/api/tokens', { value: 'PREPAID', credit: '10' });
  await record(begin(1000, { token }), end(3, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  expect(await creditOf()).toBe(8);
  await record(end(2, 3000));
  await untilBilled({ state: 'final', total: '1.00' });
  expect(await creditOf()).toBe(9);
  expect(await bookings()).toEqual([
    ['tok_7', '2.00', 'EUR'],
    ['tok_7', '-1.00', 'EUR'],
  ]);
});

test('a card that could not pay all of it owes the rest, and gets back no more than it paid', async () => {
  await price({ perKwh: '0.5' });
  await post('/api/tokens', { value: 'PREPAID', credit: '5' });
  await record(begin(1000, { token }), end(3, 21_000));
  await untilBilled({ state: 'final', total: '10.00' });
  expect(await creditOf()).toBe(-5);
  await record(end(2, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  expect(await creditOf()).toBe(3);
});

test('a correction reaches the card that paid', async () => {
  await price({ perKwh: '0.5' });
  await post('/api/tokens', { value: 'PREPAID', credit: '5' });
  await record(begin(1000, { token }), end(3, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  await post(`/api/sessions/${await idOf()}/corrections`, { amount: '-2.00', reason: 'goodwill' });
  expect(await creditOf()).toBe(5);
  await post(`/api/sessions/${await idOf()}/corrections`, { amount: '0.50', reason: 'half of it was right' });
  expect(await creditOf()).toBe(4.5);
  expect((await bookings()).slice(1)).toEqual([
    ['tok_7', '-2.00', 'EUR'],
    ['tok_7', '0.50', 'EUR'],
  ]);
});

test('a session that turns out to be of another card is paid by that one, and the first gets all of it back', async () => {
  await price({ perKwh: '0.5' });
  await post('/api/tokens', { value: 'PREPAID', credit: '10' });
  await post('/api/tokens', { value: 'PREPAID-9', credit: '10' });
  await record(event(1, 1000, { token }), end(3, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  expect(await creditOf()).toBe(8);
  // Its start comes late, and tells who began it.
  await record(begin(1000, { token: { hash: 'tok_9', type: 'ISO14443' } }));
  await expect.poll(() => creditOf('tok_9'), patience).toBe(8);
  expect(await creditOf()).toBe(10);
  expect(amounts(await billOf())).toEqual([
    ['charge', '2.00'],
    ['adjustment', '0.00'],
  ]);
});
