import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { locationPush } from '../cpo/publish-locations.ts';
import { openToldLocations } from '../cpo/told-locations.ts';
import { putObject } from '../objects/object-store.ts';
import type { Partner } from '../partners/partner.ts';
import type { WireRequest } from '../wire.ts';
import { enqueue, openOutbox } from './outbox.ts';

const opened = new AsyncDisposableStack();
const us = { countryCode: 'DE', partyId: 'ONE' };
let database: FreshDatabase;

beforeAll(async () => {
  database = opened.use(await freshDatabase());
});
afterAll(() => opened.disposeAsync());

type Evse = { uid: string; status: string };

/** One site, and a partner that believes whatever comes last. It refuses what `refuses` says. */
async function site() {
  const { pool } = database;
  const partnerId = randomUUID();
  const siteId = `site-${partnerId}`;
  let now = new Date('2026-03-01T00:00:00Z');
  const clock = { now: () => now };
  await pool.query(
    `insert into roaming_partner (id, name, state, parties, created_at, created_by) values ($1, 'P', 'connected', '{}', now(), 'test')`,
    [partnerId],
  );
  const endpoints = [{ module: 'locations', role: 'RECEIVER', url: 'https://x.example/locations' }];
  const partner = {
    id: partnerId,
    state: 'connected',
    tariffId: null,
    siteIds: null,
    roles: [],
    endpoints,
  } as unknown as Partner;
  const believes: Record<string, string> = {};
  const there = { refuses: (_isWhole: boolean) => false, believes };
  const outbox = opened.adopt(
    openOutbox({
      pool,
      clock,
      log: silentLog,
      everyMs: 2 ** 30,
      wire: {
        request(_partner, { body }: WireRequest) {
          const { evses } = body as { evses?: Evse[] };
          const isRefused = there.refuses(evses !== undefined);
          if (!isRefused) for (const { uid, status } of evses ?? [body as Evse]) believes[uid] = status;
          const httpStatus = isRefused ? 400 : 200;
          return Promise.resolve({
            httpStatus,
            code: isRefused ? 2000 : 1000,
            message: null,
            data: null,
            location: null,
          });
        },
      },
      partners: {
        list: () => Promise.resolve([partner]),
        noteSuccess: () => Promise.resolve() as never,
        noteFailure: () => Promise.resolve(),
      },
      locations: openToldLocations({ pool, clock, us }),
    }),
    (each) => each.close(),
  );
  return {
    there,
    /** The EVSEs are so now; what is told of it is the location or one EVSE. */
    async becomes(evses: Record<string, string>, told: 'location' | { evse: string }) {
      now = new Date(now.getTime() + 100);
      const lastUpdated = now.toISOString();
      const list = Object.entries(evses).map(([uid, status]) => ({ uid, status, lastUpdated }));
      const body = { ...us, id: siteId, evses: list, lastUpdated };
      await putObject(pool, 'ours', {
        partnerId: null,
        module: 'locations',
        party: us,
        objectId: siteId,
        body,
        lastUpdated: now,
        at: now,
      });
      const part =
        told === 'location'
          ? { path: [], object: body }
          : { path: [told.evse], object: list.find(({ uid }) => uid === told.evse) ?? {} };
      await enqueue(pool, locationPush({ us }, partner, siteId, part), now);
    },
    async send() {
      await outbox.sendDue();
    },
    async sendLater() {
      now = new Date(now.getTime() + 61_000);
      await outbox.sendDue();
    },
  };
}

test('an EVSE that had to wait is not told after its location, which knew more of it', async () => {
  const { there, becomes, send, sendLater } = await site();
  there.refuses = (isWhole) => !isWhole;
  await becomes({ A: 'CHARGING', B: 'AVAILABLE' }, { evse: 'A' });
  await send();
  there.refuses = () => false;
  await becomes({ A: 'AVAILABLE', B: 'CHARGING' }, 'location');
  await send();
  await sendLater();
  expect(there.believes).toEqual({ A: 'AVAILABLE', B: 'CHARGING' });
});

test('a location that had to wait is told as it is by then, not as it was before its EVSEs changed', async () => {
  const { there, becomes, send, sendLater } = await site();
  there.refuses = (isWhole) => isWhole;
  await becomes({ A: 'CHARGING', B: 'AVAILABLE' }, 'location');
  await send();
  there.refuses = () => false;
  await becomes({ A: 'AVAILABLE', B: 'AVAILABLE' }, { evse: 'A' });
  await send();
  await sendLater();
  expect(there.believes).toEqual({ A: 'AVAILABLE', B: 'AVAILABLE' });
});

test('what changed while its location was on the way is told after it', async () => {
  const { there, becomes, send } = await site();
  await becomes({ A: 'CHARGING', B: 'AVAILABLE' }, 'location');
  const meanwhile = Promise.withResolvers<void>();
  let isFirst = true;
  there.refuses = () => {
    if (isFirst) void becomes({ A: 'AVAILABLE', B: 'CHARGING' }, 'location').then(meanwhile.resolve);
    isFirst = false;
    return false;
  };
  await send();
  await meanwhile.promise;
  await send();
  expect(there.believes).toEqual({ A: 'AVAILABLE', B: 'CHARGING' });
});
