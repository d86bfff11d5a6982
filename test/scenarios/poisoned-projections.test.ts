import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { type LoadHookSync, registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { ToldFact } from '#charging/sessions/record/session-fact.ts';
import { silentLog } from '../../src/base/log.ts';
import { meterMessages } from '../../src/charging/meter-values/meter-messages.ts';
import { SessionMemory } from '../../src/charging/sessions/store/session-memory.ts';
import { sessionsProjection } from '../../src/charging/sessions/store/session-projection.ts';
import type { TouchedSession } from '../../src/charging/sessions/store/touched-session.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { type Entry, type Ledger, type Projection, write } from '../../src/ledger/ledger-types.ts';
import { anyEvent } from '../support/any-event.ts';
import { freshDatabase } from '../support/postgres.ts';
import { scale } from '../support/scale.ts';

const innocents = 100;
const at = new Date('2026-03-01T08:00:00Z');
const sessions = sessionsProjection(new SessionMemory());
let projections: Projection<unknown>[] = [];

beforeAll(async () => {
  projections = [sessions, meterMessages(), ...(await allProjections())] as Projection<unknown>[];
  expect(projections.length).toBeGreaterThan(140);
});

/** Every projection that stands at the top of a file of the product, exported or not. */
async function allProjections(): Promise<Projection<unknown>[]> {
  const found = new Set<Projection<unknown>>();
  const hooks = registerHooks({ load: exposed });
  for await (const file of glob('src/**/*.ts')) {
    if (file.endsWith('.test.ts') || !/Projection[<(]/.test(await readFile(file, 'utf8'))) continue;
    const all = (await import(`${pathToFileURL(resolve(file)).href}?exposed`)) as Record<string, unknown>;
    for (const value of Object.values(all)) if (isProjection(value)) found.add(value);
  }
  hooks.deregister();
  return [...found];
}

/** A second copy of the file that also exports the projections it keeps to itself. */
const exposed: LoadHookSync = (url, context, next) => {
  const loaded = next(url, context);
  if (!url.endsWith('?exposed')) return loaded;
  const text = readFileSync(new URL(url), 'utf8');
  const hidden = text.matchAll(/^const (\w+)(?:: Projection<| = \w+Projection<)/gm);
  return { ...loaded, source: `${text}\nexport { ${[...hidden].map(([, name]) => name).join(', ')} };` };
};

function isProjection(value: unknown): value is Projection<unknown> {
  return typeof value === 'object' && value !== null && 'identity' in value && 'write' in value;
}

/** Whatever field of it a projection reads, it writes out this text. */
function rowOf(text: string): unknown {
  const write = () => text;
  const methods: Record<string | symbol, unknown> = {
    toPostgres: write,
    toString: write,
    toISOString: write,
    toJSON: write,
    getTime: () => 0,
    [Symbol.toPrimitive]: write,
  };
  return new Proxy(methods, {
    get: (known, name) => known[name] ?? (typeof name === 'symbol' || name === 'then' ? undefined : rowOf(text)),
    ownKeys: () => [],
  });
}

type Poison = { name: string; fits(projection: Projection<unknown>): boolean; row(ledger: TestLedger): unknown };
const always = () => true;
const poisons: readonly Poison[] = [
  { name: 'a number that no column holds', fits: always, row: () => rowOf('1e300') },
  { name: 'nothing that it needs', fits: always, row: () => ({}) },
  {
    name: 'a register that no column holds',
    fits: (projection) => projection === sessions,
    row: (ledger) =>
      endOfKnown(ledger, { registers: [{ at: at.toISOString(), mwh: 9.3e21, location: 'Outlet', mark: 'end' }] }),
  },
  {
    name: 'a number of a remote start that no column holds',
    fits: (projection) => projection === sessions,
    row: (ledger) => endOfKnown(ledger, { remoteStartId: 1e300 }),
  },
  ...scale<Poison[]>({
    test: [],
    soak: [
      { name: 'a time that is none', fits: always, row: () => rowOf('2026-99-99T00:00:00Z') },
      { name: 'a text with a NUL', fits: always, row: () => rowOf('a\0b') },
      {
        name: 'a text longer than an index row',
        fits: always,
        row: () => rowOf(randomBytes(20_000).toString('base64')),
      },
    ],
  }),
];

test.each([
  ['written together', (projection: Projection<unknown>) => projection.isIndependent === true, []],
  ['written in turn', () => true, [{ audit: [deed()] }]],
] as const)(
  'one poisoned row of any projection, %s with 100 others, is set aside alone',
  async (_name, fits, beside) => {
    await using opened = await openTestLedger();
    for (const projection of projections.filter(fits)) {
      for (const poison of poisons.filter((each) => each.fits(projection))) {
        const name = `${projection.name}, ${poison.name}`;
        const poisoned: Entry = {
          events: [event(`OFFENDER-${randomUUID()}`)],
          writes: [{ projection: projection as unknown as Projection<never>, row: await poison.row(opened) }],
          whenRefused: 'set-aside',
        };
        // A projection that makes its statement from the fields of its row may make none from no fields (42601).
        const offender = opened
          .commit(poisoned)
          .catch((error: unknown) => ({ status: (error as { code?: string }).code }));
        const others = [...beside, ...Array.from({ length: innocents }, (_, i) => innocent(i))];
        const results = await Promise.all(others.map((entry) => opened.commit(entry)));
        expect({ name, results: new Set(results.map(({ status }) => status)) }).toEqual({
          name,
          results: new Set(['recorded']),
        });
        expect(`${name}: ${(await offender).status}`).toMatch(/: (set-aside|recorded|42601)$/);
      }
    }
  },
  240_000,
);

type TestLedger = Pick<Ledger, 'commit'> & AsyncDisposable;

async function openTestLedger(): Promise<TestLedger> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await freshDatabase());
  await database.pool.query(`insert into station (id) select 'CP-' || i from generate_series(0, ${innocents}) as i`);
  const ledger = stack.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (open) =>
    open.close(),
  );
  const opened = stack.move();
  return { commit: ledger.commit, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Half of them report a session, since the rows of sessions take several statements. */
function innocent(i: number): Entry {
  const stationId = `CP-${i}`;
  const writes = i % 2 === 0 ? [] : [write(sessions, touched(stationId))];
  return { events: [event(stationId)], writes, whenRefused: 'set-aside' };
}

/** A session that is new and has ended at once, so that its bill is due with it. */
function touched(stationId: string): TouchedSession {
  const ref = randomUUID();
  const facts = [
    { ...fact, ref, type: 'started' as const },
    { ...fact, ref, seqNo: 1 },
  ];
  return { stationId, ref, at, facts };
}

/** The poisoned end of a session whose row is there already: it is updated, which takes more statements than a new row. */
async function endOfKnown({ commit }: TestLedger, more: Partial<ToldFact>): Promise<TouchedSession> {
  const begun = { ...touched('CP-0'), at };
  await commit({ writes: [write(sessions, { ...begun, facts: begun.facts.slice(0, 1) })] });
  return { ...begun, facts: [{ ...fact, ref: begun.ref, seqNo: 1, ...more }] };
}

const fact: Omit<ToldFact, 'ref'> = {
  type: 'ended',
  at: at.toISOString(),
  seqNo: 0,
  isOffline: false,
  startKey: null,
  evseId: 1,
  connectorId: 1,
  tokenHash: null,
  tokenType: null,
  chargingState: null,
  trigger: null,
  stopReason: null,
  remoteStartId: null,
  reservationId: null,
  registers: [],
};

function event(stationId: string) {
  return anyEvent({ kind: 'test-fact', stationId, happenedAt: at, body: {} });
}

function deed() {
  return { principal: 'k', door: 'rest', action: 'test', subject: null, outcome: 'done' as const, details: {} };
}
