import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { scale } from '../../../test/support/scale.ts';
import { openReceiver, type Receiver } from '../emsp/receive.ts';
import { pageOfObjects, putObject } from '../objects/object-store.ts';
import type { Partner } from '../partners/partner.ts';
import { pullPartner } from '../pull/pull-partner.ts';
import type { Wire, WireAnswer, WireRequest } from '../wire.ts';
import { enqueue, openOutbox } from './outbox.ts';

const opened = new AsyncDisposableStack();
const us = { countryCode: 'DE', partyId: 'ONE' };
let now = new Date('2026-03-01T00:00:00Z');
const clock = { now: () => now };
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
let database: FreshDatabase;
let receiver: Receiver;
/** `provider` is who we tell; `us` is who we are in its own tables. */
let partners: { provider: Partner; us: Partner };

beforeAll(async () => {
  database = opened.use(await freshDatabase());
  const ledger = opened.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  const add = async (partyId: string, role: string): Promise<Partner> => {
    const id = randomUUID();
    await database.pool.query(
      `insert into roaming_partner (id, name, state, parties, created_at, created_by) values ($1, $2, 'connected', '{}', now(), 'test')`,
      [id, partyId],
    );
    const endpoints = ['locations', 'cdrs'].map((module) => ({ module, role, url: `https://x.example/${module}` }));
    const roles = [{ role: 'CPO', countryCode: 'DE', partyId: 'ONE', name: partyId }];
    const rest = { state: 'connected', tolerance: '0.01', pulled: {}, versionsUrl: null };
    return { id, name: partyId, roles, endpoints, ...rest } as unknown as Partner;
  };
  partners = { provider: await add('EMS', 'RECEIVER'), us: await add('ONE', 'SENDER') };
  receiver = openReceiver({
    pool: database.pool,
    ledger,
    clock,
    us: { countryCode: 'BR', partyId: 'SIG' },
    timeZone: 'Europe/Berlin',
    hashToken: (token: string) => `tok_${token}`,
  });
});
afterAll(() => opened.disposeAsync());

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

const record = (id: string) => ({
  ...us,
  id,
  sessionId: `S-${id}`,
  currency: 'EUR',
  lastUpdated: now.toISOString(),
  startDateTime: '2026-03-01T00:00:00.000Z',
  endDateTime: '2026-03-01T01:00:00.000Z',
  totalEnergy: 10,
  totalTime: 1,
  totalCost: { beforeTaxes: 4 },
  cdrToken: { countryCode: 'BR', partyId: 'SIG', uid: 'U', type: 'RFID', contractId: 'C' },
  chargingPeriods: [
    {
      startDateTime: '2026-03-01T00:00:00.000Z',
      dimensions: [
        { type: 'ENERGY', volume: 10 },
        { type: 'TIME', volume: 1 },
      ],
    },
  ],
  tariffs: [
    {
      ...us,
      id: 'T',
      currency: 'EUR',
      lastUpdated: '2026-01-01T00:00:00.000Z',
      elements: [{ priceComponents: [{ type: 'ENERGY', price: 0.4, stepSize: 1 }] }],
    },
  ],
});

test('a partner that was away for six hours and answers badly afterwards has every record once, and the locations after one pull', async () => {
  const draw = random(24);
  const counts = { records: scale({ test: 120, soak: 1_200 }), sites: 6 };
  let isAway = true;
  let requests = 0;
  const recordsSent = new Map<string, number>();

  async function take({ module, body }: WireRequest): Promise<WireAnswer> {
    const object = structuredClone(body) as Record<string, unknown>;
    const taken = { httpStatus: 200, code: 1000, message: null, data: undefined, location: null };
    if (module === 'cdrs') {
      const { id, isNew } = await receiver.postCdr(partners.us, object, object);
      if (isNew) recordsSent.set(id, (recordsSent.get(id) ?? 0) + 1);
      return { ...taken, location: `https://x.example/cdrs/${id}` };
    }
    const at = { module: 'locations' as const, party: us, objectId: String(object['id']) };
    await receiver.put(partners.us, at, object, object);
    return taken;
  }
  const wire: Pick<Wire, 'request' | 'pull'> = {
    async request(_partner, asked) {
      requests += 1;
      if (isAway) throw new Error('connect ECONNREFUSED');
      const luck = draw();
      if (luck < 0.05) throw new Error('socket hang up'); // it never arrived
      if (luck < 0.1) return { httpStatus: 500, code: 3000, message: 'busy', data: undefined, location: null };
      const answer = await take(asked);
      if (luck < 0.15) throw new Error('timeout'); // it arrived, and the answer was lost
      if (luck < 0.2) return take(asked); // it arrived twice
      return answer;
    },
    async *pull(_partner, { module, dateFrom }) {
      const { objects } = await pageOfObjects(database.pool, {
        side: 'ours',
        module,
        partnerId: partners.provider.id,
        offset: 0,
        limit: 10_000,
        ...(dateFrom && { dateFrom }),
      });
      for (const { body } of objects) yield { object: body };
    },
  };
  const outbox = opened.adopt(
    openOutbox({
      pool: database.pool,
      clock,
      wire,
      log: silentLog,
      everyMs: 2 ** 30,
      partners: {
        list: () => Promise.resolve([partners.provider]),
        noteSuccess: () => Promise.resolve() as never,
        noteFailure: () => Promise.resolve(),
      },
    }),
    (each) => each.close(),
  );
  const put = async (module: 'cdrs' | 'locations', body: Record<string, unknown>, method: 'POST' | 'PUT') => {
    const objectId = String(body['id']);
    const partnerId = module === 'cdrs' ? partners.provider.id : null;
    await putObject(database.pool, 'ours', {
      partnerId,
      module,
      party: us,
      objectId,
      body,
      lastUpdated: now,
      at: now,
    });
    const request = { module, role: 'RECEIVER' as const, method, path: [], body };
    await enqueue(database.pool, { partnerId: partners.provider.id, key: objectId, request }, now);
  };

  // Six hours in which nothing gets through, while sessions end and EVSEs change.
  const minutes = 360;
  let made = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    pass(60_000);
    while (made < Math.floor((counts.records * (minute + 1)) / minutes)) {
      made += 1;
      await put('cdrs', record(`R-${made}`), 'POST');
    }
    const site = `L-${minute % counts.sites}`;
    const evse = { uid: 'E1', status: draw() < 0.5 ? 'CHARGING' : 'AVAILABLE', lastUpdated: now.toISOString() };
    const location = {
      ...us,
      id: site,
      name: site,
      lastUpdated: now.toISOString(),
      evses: [{ ...evse, connectors: [] }],
    };
    await put('locations', location, 'PUT');
    if (minute % 5 === 0) await outbox.sendDue();
  }
  expect(recordsSent.size).toBe(0);
  expect(requests).toBeLessThan(minutes); // whoever is away is not hammered

  isAway = false;
  for (let round = 0; round < 400; round += 1) {
    pass(61_000);
    await outbox.sendDue();
    if ((await outbox.waiting(partners.provider.id)).waiting === 0) break;
  }
  expect((await outbox.waiting(partners.provider.id)).waiting).toBe(0);
  expect([recordsSent.size, Math.max(...recordsSent.values())]).toEqual([counts.records, 1]);
  const { rows: proofs } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from roaming_outbox where module = 'cdrs' and proof like 'https://x.example/cdrs/R-%'`,
  );
  expect(proofs[0]?.count).toBe(counts.records);
  const { rows: booked } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from event where kind = 'roaming-cdr-received'`,
  );
  expect(booked[0]?.count).toBe(counts.records);

  await pullPartner(
    {
      pool: database.pool,
      clock,
      wire,
      log: silentLog,
      notePulled: () => Promise.resolve(),
      take: (partner, module, object) => receiver.take(partner, module as 'locations', object),
    },
    partners.us,
    { isFull: true },
  );
  const bodies = async (side: 'ours' | 'theirs', partnerId: string) =>
    (await pageOfObjects(database.pool, { side, module: 'locations', partnerId, offset: 0, limit: 100 })).objects.map(
      ({ body }) => [body['id'], body['evses']],
    );
  const theirs = new Map((await bodies('theirs', partners.us.id)) as [string, { status: string }[]][]);
  for (const [id, evses] of (await bodies('ours', partners.provider.id)) as [string, { status: string }[]][])
    expect([id, theirs.get(id)?.[0]?.status]).toEqual([id, evses[0]?.status]);
  expect(theirs.size).toBe(counts.sites);
});
