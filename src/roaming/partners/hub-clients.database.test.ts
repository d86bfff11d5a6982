import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { enqueue, openOutbox } from '../outbox/outbox.ts';
import type { WireRequest } from '../wire.ts';
import { isReached, putHubClient, readHubClient } from './hub-clients.ts';
import type { Partner } from './partner.ts';

const opened = new AsyncDisposableStack();
let database: FreshDatabase;
let hub: Partner;
const party = { countryCode: 'DE', partyId: 'EMS' };

beforeAll(async () => {
  database = opened.use(await freshDatabase());
  const id = randomUUID();
  await database.pool.query(
    `insert into roaming_partner (id, name, state, parties, created_at, created_by) values ($1, 'Hub', 'connected', '{}', now(), 'test')`,
    [id],
  );
  const endpoints = [{ module: 'cdrs', role: 'RECEIVER', url: 'https://hub.example/cdrs' }];
  hub = {
    id,
    name: 'Hub',
    state: 'connected',
    isHub: true,
    roles: [],
    endpoints,
    versionsUrl: null,
  } as unknown as Partner;
});
afterAll(() => opened.disposeAsync());

const told = (status: string, minute: number) => ({
  countryCode: 'de',
  partyId: 'ems',
  role: 'EMSP',
  status,
  lastUpdated: `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
});

test('of a party a hub tells the newest state, in any case of letters', async () => {
  expect(await isReached(database.pool, hub, party)).toBe(true);
  expect(await putHubClient(database.pool, hub, told('offline', 5))).toBe('created');
  expect(await isReached(database.pool, hub, party)).toBe(false);
  expect(await putHubClient(database.pool, hub, told('CONNECTED', 4))).toBe('older');
  expect(await isReached(database.pool, hub, party)).toBe(false);
  expect(await putHubClient(database.pool, hub, told('A_NEW_WORD', 6))).toBe('updated');
  expect(await isReached(database.pool, hub, party)).toBe(true);
  expect(await readHubClient(database.pool, hub, party)).toMatchObject({ ...party, status: 'A_NEW_WORD' });
});

test('whoever is no hub tells nothing, and an address has to name the party of the object', async () => {
  const other = { ...hub, isHub: false };
  await expect(putHubClient(database.pool, other, told('OFFLINE', 9))).rejects.toMatchObject({ httpStatus: 404 });
  const wrong = { countryCode: 'DE', partyId: 'XXX' };
  await expect(putHubClient(database.pool, hub, told('OFFLINE', 9), wrong)).rejects.toMatchObject({ code: 2001 });
  await expect(putHubClient(database.pool, hub, { countryCode: 'DE' })).rejects.toMatchObject({ code: 2001 });
});

test('a record for a party that the hub does not reach waits until it does', async () => {
  await putHubClient(database.pool, hub, told('SUSPENDED', 20));
  let now = new Date('2026-03-01T12:00:00Z');
  const sent: WireRequest[] = [];
  const outbox = opened.adopt(
    openOutbox({
      pool: database.pool,
      clock: { now: () => now },
      log: silentLog,
      everyMs: 2 ** 30,
      partners: {
        list: () => Promise.resolve([hub]),
        noteSuccess: () => Promise.resolve() as never,
        noteFailure: () => Promise.resolve(),
      },
      wire: {
        request(_partner, asked) {
          sent.push(asked);
          return Promise.resolve({ httpStatus: 201, code: 1000, message: null, data: undefined, location: 'x' });
        },
      },
    }),
    (each) => each.close(),
  );
  const request = { module: 'cdrs' as const, role: 'RECEIVER' as const, method: 'POST' as const, body: {}, to: party };
  await enqueue(database.pool, { partnerId: hub.id, key: 'R', request }, now);
  await outbox.sendDue();
  expect([sent.length, await outbox.waiting(hub.id)]).toMatchObject([0, { waiting: 1 }]);
  await putHubClient(database.pool, hub, told('CONNECTED', 30));
  now = new Date(now.getTime() + 700_000);
  await outbox.sendDue();
  expect([sent.length, await outbox.waiting(hub.id)]).toMatchObject([1, { waiting: 0 }]);
});
