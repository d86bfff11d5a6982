import { expect, test } from 'vitest';
import { activate, openTestBook, operator, report, waiting } from '../../../test/support/device-book.ts';
import { DeviceMemory } from './device-memory.ts';

const ids = ['aa:bb:cc:dd:ee:01', 'aa:bb:cc:dd:ee:02', 'aa:bb:cc:dd:ee:03'];

test('whoever has changed something reads it so, whatever others read meanwhile', async () => {
  await using work = await openTestBook();
  const { book } = work;
  for (const deviceId of ids) await activate(book, report({ deviceId }));
  const seen = await Promise.all(
    ids.map(async (deviceId, index) => {
      await book.connected(deviceId, { transport: 'mqtt', epoch: index + 1 });
      void book.list();
      await book.change(deviceId, { name: `Device ${index}` }, operator);
      return [(await book.get(deviceId)).name, (await book.list()).find(({ id }) => id === deviceId)?.name];
    }),
  );
  expect(seen).toEqual([0, 1, 2].map((index) => [`Device ${index}`, `Device ${index}`]));
  expect((await book.list()).map(({ id, link }) => [id, link.isOnline])).toEqual(ids.map((id) => [id, true]));
  await book.remove('aa:bb:cc:dd:ee:02', operator);
  expect((await book.list()).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
});

test('those who made room for another are seen no more', async () => {
  await using work = await openTestBook();
  await work.database.pool.query(
    `insert into device (id, name, kind, state, first_seen_at, last_seen_at, token_epoch)
     select 'w' || n, 'w', 'device', 'waiting', now(), now() - n * interval '1 hour', 1 from generate_series(1, 1000) as n`,
  );
  expect(await work.book.list()).toHaveLength(1000);
  await waiting(work.book, report());
  expect((await work.book.list()).map(({ id }) => id)).not.toContain('w1000');
});

test('a reading that failed is made up for', async () => {
  await using work = await openTestBook();
  await activate(work.book, report());
  let isAway = false;
  const pool = {
    query: (...asked: [string, unknown[]]) =>
      isAway ? Promise.reject(new Error('away')) : work.database.pool.query(...asked),
  };
  const memory = new DeviceMemory(pool as unknown as ConstructorParameters<typeof DeviceMemory>[0]);
  expect(await memory.all()).toHaveLength(1);
  await work.database.pool.query("update device set name = 'Other'");
  memory.changed(report().deviceId);
  isAway = true;
  await expect(memory.all()).rejects.toThrow('away');
  isAway = false;
  expect((await memory.find(report().deviceId))?.device.name).toBe('Other');
});
