import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import { write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { type Money, openMoney } from '#money/open-money.ts';
import { compactId } from '#money/providers/payment-provider.ts';
import { type SimulatedProvider, simulatedProvider } from '#money/providers/simulated/simulated-provider.ts';
import { simulatedMemory } from '#money/providers/simulated/simulated-store.ts';
import { openTestPrincipals, type PrincipalsAtWork } from '../../../test/support/http-door.ts';
import type { Ask } from '../commands/run-command.ts';
import { consentOf, type DriveNeeds, driveVisit, type Watch } from './drive-visit.ts';
import { guestToken, paymentToken } from './guest-token.ts';
import type { GuestVisit } from './guest-visit.ts';
import { guestVisits, readVisit } from './visit-store.ts';

let work: PrincipalsAtWork;
let bank: SimulatedProvider;
let money: Money;
beforeAll(async () => {
  work = await openTestPrincipals();
  const { clock, database, ledger } = work;
  bank = simulatedProvider({ store: simulatedMemory(), clock, isHold: true });
  money = openMoney({ pool: database.pool, ledger, clock, log: silentLog, everyMs: 0, providers: [bank] });
});
afterAll(async () => {
  await money.close();
  await work[Symbol.asyncDispose]();
});

/** How the world around the visit of one test is. */
let world: {
  stationId: string;
  version: '1.6' | '2.1';
  asked: Ask[];
  tokens: string[];
  total: string;
  isLimitTold: boolean;
  runs: () => string;
  watches: Map<string, Watch>;
};
let stations = 0;
beforeEach(async () => {
  const stationId = `CP-${(stations += 1)}`;
  await work.database.pool.query('insert into station (id, accepted_at) values ($1, now())', [stationId]);
  world = {
    stationId,
    version: '1.6',
    asked: [],
    tokens: [],
    total: '0',
    isLimitTold: false,
    runs: () => 'accepted',
    watches: new Map(),
  };
});

function needs(): DriveNeeds {
  const { database, ledger, clock } = work;
  const note = (what: string) => Promise.resolve(void world.tokens.push(what));
  return {
    pool: database.pool,
    ledger,
    clock,
    log: silentLog,
    installationKey: Buffer.alloc(32),
    hashToken: (token) => `hash of ${token}`,
    money,
    authorization: {
      add: ({ value }: { value: string }) => note(`add ${value}`),
      change: (id: string) => note(`block ${id}`),
      remove: (id: string) => note(`remove ${id}`),
    } as unknown as DriveNeeds['authorization'],
    tariffs: { priceOf: () => Promise.resolve({ total: world.total }) } as unknown as DriveNeeds['tariffs'],
    sessions: { get: () => Promise.resolve({ eventCount: 3 }) } as unknown as DriveNeeds['sessions'],
    sessionLimits: {
      view: () => Promise.resolve({ inForce: world.isLimitTold ? { cost: '20.00' } : null }),
    } as unknown as DriveNeeds['sessionLimits'],
    versionOf: () => world.version,
    runCommand: (ask) => {
      world.asked.push(ask);
      return Promise.resolve({ outcome: { status: world.runs() } }) as ReturnType<DriveNeeds['runCommand']>;
    },
  };
}

async function begin(more: Partial<GuestVisit> = {}): Promise<string> {
  const now = work.clock.now();
  const visit: GuestVisit = {
    id: uuidv7(now),
    linkHash: Buffer.from(randomUUID()),
    stationId: world.stationId,
    evseId: 1,
    language: 'en',
    tariffId: 't',
    tariffVersion: 1,
    provider: 'simulated',
    currency: 'EUR',
    amount: '20.00',
    energyWh: null,
    seconds: null,
    paymentId: null,
    paymentReference: null,
    state: 'paying',
    why: null,
    tokenId: null,
    startAskedAt: null,
    startTries: 0,
    sessionId: null,
    isStopWanted: false,
    stopAskedAt: null,
    settled: null,
    version: 1,
    createdAt: now,
    changedAt: now,
    nextLookAt: now,
    ...more,
  };
  await work.ledger.commit({ events: [], writes: [write(guestVisits, visit)] });
  return visit.id;
}

const drive = (id: string) =>
  driveVisit(needs(), id, { watches: world.watches, returnUrl: 'https://us.example/pay/x' });
const visitOf = async (id: string) => (await readVisit(work.database.pool, id)) as GuestVisit;
const paymentOf = async (id: string) => money.payments.get((await visitOf(id)).paymentId ?? '');

/** Up to a visit that has paid. */
async function paid(more: Partial<GuestVisit> = {}): Promise<string> {
  const id = await begin(more);
  await drive(id);
  const { paymentId } = await visitOf(id);
  await bank.pay(paymentId ?? '');
  await money.payments.look(paymentId ?? '');
  return id;
}

async function sessionOf(id: string): Promise<string> {
  const sessionId = uuidv7(work.clock.now());
  const { tokenId } = await visitOf(id);
  await work.database.pool.query(
    `insert into session (id, station_id, ref, evse_id, token_hash, state, started_at, event_count, updated_at)
     values ($1, $2, $3, 1, $4, 'running', $5, 3, now())`,
    [sessionId, world.stationId, `S-${id}`, tokenId, work.clock.now()],
  );
  return sessionId;
}

async function started(more: Partial<GuestVisit> = {}): Promise<{ id: string; sessionId: string }> {
  const id = await paid(more);
  await drive(id);
  const sessionId = await sessionOf(id);
  await drive(id);
  return { id, sessionId };
}

async function ended(
  sessionId: string,
  bill: { total: string; currency?: string | null; events?: number },
): Promise<void> {
  const { total, currency = 'EUR', events = 3 } = bill;
  const { pool } = work.database;
  await pool.query(`update session set state = 'ended', ended_at = started_at where id = $1`, [sessionId]);
  await pool.query(
    `insert into bill (session_id, station_id, time_zone, started_at, ended_at, energy_mwh, currency, total, tax, computed, computed_tax, booked, event_count, updated_at)
     values ($1, $2, 'UTC', now(), now(), 0, $3, $4, 0, $4, 0, 1, $5, now())`,
    [sessionId, world.stationId, currency, total, events],
  );
}

test('who has not paid waits at a payment of what they agreed to, which is begun once', async () => {
  const id = await begin();
  expect(await drive(id)).toBe(world.stationId);
  const first = await paymentOf(id);
  expect(first).toMatchObject({
    purpose: 'charging',
    subject: id,
    consent: 2_000n,
    currency: 'EUR',
    returnUrl: 'https://us.example/pay/x',
    description: `${world.stationId} EVSE 1`,
  });
  await drive(id);
  expect((await paymentOf(id))?.id).toBe(first?.id);
  expect(world.asked).toEqual([]);
});

test('who has paid gets a token of their own, and the start is asked for with their limits', async () => {
  const id = await paid({ energyWh: 5_000, seconds: 600 });
  expect(await drive(id)).toBe(world.stationId);
  const token = guestToken(Buffer.alloc(32), id);
  expect(world.tokens).toEqual([`add ${token}`]);
  expect(world.asked).toMatchObject([
    {
      stationId: world.stationId,
      name: 'start-session',
      input: { tokenId: `hash of ${token}`, evseId: 1, limits: { cost: '20.00', energyWh: 5_000, seconds: 600 } },
    },
  ]);
  expect(await visitOf(id)).toMatchObject({ state: 'starting', startTries: 1 });
});

test('a start without further limits names none', async () => {
  const id = await paid();
  await drive(id);
  const tokenId = `hash of ${guestToken(Buffer.alloc(32), id)}`;
  expect(world.asked[0]?.input).toEqual({ tokenId, evseId: 1, limits: { cost: '20.00' } });
});

test('OCPP 2.1 is told the reference of the payment as the token', async () => {
  world.version = '2.1';
  const id = await paid();
  await drive(id);
  const { paymentId } = await visitOf(id);
  const reference = (await paymentOf(id))?.reference ?? compactId(paymentId ?? '');
  expect(world.tokens).toEqual([`add ${paymentToken(reference, id)}`]);
});

test.each([
  ['rejected', 'station-refused'],
  ['not-sent', 'station-offline'],
])('a start that ends %s is given up, and what was held is released', async (status, why) => {
  world.runs = () => status;
  const id = await paid();
  await drive(id);
  expect(await visitOf(id)).toMatchObject({ state: 'not-started', why });
  expect(world.tokens[1]).toMatch(/^block hash of/);
  expect((await paymentOf(id))?.target).toBe(0n);
});

test.each(['NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT', 'STATION_OFFLINE'] as const)(
  'a start that our own rules keep back (%s) is given up',
  async (code) => {
    world.runs = () => {
      throw new SigecError(code, 'No.');
    };
    const id = await paid();
    await drive(id);
    expect(await visitOf(id)).toMatchObject({ state: 'not-started', why: 'station-refused' });
  },
);

test('a fault of ours is no answer of the station', async () => {
  const id = await paid();
  world.runs = () => {
    throw new SigecError('INTERNAL', 'broken');
  };
  await expect(drive(id)).rejects.toThrow('broken');
  expect(await visitOf(id)).toMatchObject({ state: 'starting', startTries: 1 });
});

test('an EVSE that somebody else has taken meanwhile is not asked', async () => {
  const other = await begin({ state: 'charging' });
  const id = await paid();
  await drive(id);
  expect(await visitOf(id)).toMatchObject({ state: 'not-started', why: 'station-refused' });
  expect(world.asked).toEqual([]);
  expect((await visitOf(other)).state).toBe('charging');
});

test('a session with their token is theirs', async () => {
  const { id, sessionId } = await started();
  expect(await visitOf(id)).toMatchObject({ state: 'charging', sessionId, why: null });
});

const stops = () => world.asked.filter(({ name }) => name === 'stop-session').map(({ input }) => input);

test('what they agreed to ends the charging, a moment before it is reached', async () => {
  const { id, sessionId } = await started();
  world.total = '19.00';
  work.clock.forward(3_600_000);
  await drive(id);
  expect(stops()).toEqual([]);
  world.total = '20.00';
  await drive(id);
  expect(stops()).toEqual([{ sessionId }]);
  expect((await visitOf(id)).isStopWanted).toBe(true);
});

test('a station that was told the limit is stopped only where it does not end by itself', async () => {
  const { id } = await started();
  world.isLimitTold = true;
  world.total = '19.9999';
  await drive(id);
  expect(stops()).toEqual([]);
  world.total = '20.00';
  await drive(id);
  expect(stops()).toHaveLength(1);
});

test('the energy that was bought ends the charging', async () => {
  world.isLimitTold = true;
  const { id, sessionId } = await started({ energyWh: 5_000 });
  const energy = (mwh: number) =>
    work.database.pool.query('update session set energy_mwh = $2 where id = $1', [sessionId, mwh]);
  await energy(4_999_999);
  await drive(id);
  expect(stops()).toEqual([]);
  await energy(5_000_000);
  await drive(id);
  expect(stops()).toHaveLength(1);
});

test('the time that was bought ends the charging', async () => {
  const { id } = await started({ seconds: 600 });
  work.clock.forward(598_000);
  await drive(id);
  expect(stops()).toEqual([]);
  work.clock.forward(3_000);
  await drive(id);
  expect(stops()).toHaveLength(1);
});

test('the bill is taken from what was held, and the token goes', async () => {
  const { id, sessionId } = await started();
  await ended(sessionId, { total: '7.34' });
  expect(await drive(id)).toBeUndefined();
  expect(await visitOf(id)).toMatchObject({ state: 'ended', sessionId, settled: '734' });
  expect(await paymentOf(id)).toMatchObject({ target: 734n, receivable: `session:${sessionId}`, citesId: sessionId });
  expect(world.tokens.at(-1)).toMatch(/^remove hash of/);
});

test('a bill that does not cover all of the session yet is not taken', async () => {
  const { id, sessionId } = await started();
  await ended(sessionId, { total: '7.34', events: 2 });
  expect(await drive(id)).toBe(world.stationId);
  expect(await visitOf(id)).toMatchObject({ state: 'charging', settled: null });
});

test.each([['USD'], [null]])('of a bill in %s nothing is taken', async (currency) => {
  const { id, sessionId } = await started();
  await ended(sessionId, { total: '7.34', currency });
  await drive(id);
  expect(await visitOf(id)).toMatchObject({ state: 'ended', settled: '0' });
});

test('a visit that nobody knows asks for nothing', async () => {
  expect(await drive(randomUUID())).toBeUndefined();
});

test('an amount that no coin pays is a fault of ours', () => {
  expect(consentOf({ amount: '1.25', currency: 'EUR' })).toBe(125n);
  expect(() => consentOf({ amount: '1.255', currency: 'EUR' })).toThrow('cannot be paid');
});
