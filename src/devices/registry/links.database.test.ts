import { expect, test } from 'vitest';
import { activate, openTestBook, operator, report } from '../../../test/support/device-book.ts';
import { openDeviceRegistry } from './open-device-registry.ts';

const { deviceId } = report();

test('the late end of an old connection says nothing about the new one', async () => {
  await using work = await openTestBook();
  const { book } = work;
  await activate(book, report());
  await book.connected(deviceId, { transport: 'websocket', epoch: 1 });
  await Promise.all([
    book.connected(deviceId, { transport: 'mqtt', epoch: 2 }),
    book.disconnected(deviceId, { epoch: 1, reason: 'replaced' }),
  ]);
  expect((await book.get(deviceId)).link).toMatchObject({ isOnline: true, transport: 'mqtt', reason: null });
  await book.disconnected(deviceId, { epoch: 2, reason: 'the connection\u001b[2J was lost' });
  expect((await book.get(deviceId)).link).toMatchObject({
    isOnline: false,
    transport: 'mqtt',
    reason: 'the connection[2J was lost',
  });
});

test('no device is online when the process that held it is gone', async () => {
  await using work = await openTestBook();
  await activate(work.book, report());
  await work.book.connected(deviceId, { transport: 'mqtt', epoch: 1 });
  await using next = await openDeviceRegistry({ ...work, serverAddress: () => '' }).then((book) => ({
    ...book,
    [Symbol.asyncDispose]: () => book.close(),
  }));
  expect((await next.get(deviceId)).link).toMatchObject({ isOnline: false, reason: 'server-stopped' });
});

test('what a device says of itself is kept once, and a new firmware is an event', async () => {
  await using work = await openTestBook();
  const { book } = work;
  const asked = report();
  await activate(book, asked);
  await book.described(deviceId, { board: 'bread-compact-wifi', firmware: '2.4.2' });
  await book.described(deviceId, { board: 'bread-compact-wifi', firmware: '2.5.0' });
  await book.receive({ ...asked, firmware: '2.6.0' }, '192.0.2.7');
  expect((await book.get(deviceId)).firmware).toBe('2.6.0');
  await expect
    .poll(async () => (await work.events('device-changed')).map(({ body }) => body['firmware']))
    .toEqual(['2.5.0', '2.6.0']);
});

test('a device that says something else of itself every time does not fill the ledger with it', async () => {
  await using work = await openTestBook();
  const { book } = work;
  const asked = report();
  await activate(book, asked);
  for (let n = 0; n < 40; n += 1) {
    await book.receive({ ...asked, board: `board-${n}` }, '192.0.2.7');
    await book.described(deviceId, { board: 'x', firmware: `1.0.${n}` });
  }
  const count = async () => (await work.events('device-changed')).length;
  await expect.poll(count).toBeGreaterThanOrEqual(60); // readers wait for transactions that are still open elsewhere
  expect(await count()).toBeLessThan(75); // the budget refills meanwhile
});

test('notifications are kept as data, cut to a size, and no device fills the ledger with them', async () => {
  await using work = await openTestBook();
  const { book } = work;
  await activate(book, report());
  await book.notified(deviceId, { method: 'notifications/state_changed', params: { newState: 'idle\u0000' } });
  await book.notified(deviceId, { method: 'notifications/x', params: 'y'.repeat(5_000) });
  for (let n = 0; n < 100; n += 1) await book.notified(deviceId, { method: 'notifications/spam', params: undefined });
  work.clock.forward(61_000);
  await book.notified(deviceId, { method: 'notifications/later', params: undefined });
  await expect.poll(async () => (await work.events('device-notified')).length).toBe(61);
  const events = await work.events('device-notified');
  expect(events[0]?.body).toMatchObject({ method: 'notifications/state_changed', params: { newState: 'idle' } });
  expect(events[1]).toMatchObject({ flags: ['cut-short'], body: { params: null } });
  expect(events.at(-1)?.body).toMatchObject({ method: 'notifications/later', missed: 42 });
});

test('a device that nobody knows is not found, and the one that was meant is named', async () => {
  await using work = await openTestBook();
  await activate(work.book, report(), 'Lobby light');
  await expect(work.book.get('AABBCCDDEE01')).rejects.toThrow('Did you mean aa:bb:cc:dd:ee:01?');
  await expect(work.book.get('lobby LIGHT')).rejects.toThrow('Did you mean aa:bb:cc:dd:ee:01?');
  await expect(work.book.remove('nothing', operator)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await work.book.get('AA:BB:CC:DD:EE:01')).toMatchObject({ name: 'Lobby light' });
});
