import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../src/base/clock.ts';
import { SigecError } from '../../src/base/errors.ts';
import type { Log } from '../../src/base/log.ts';
import type { Principal } from '../../src/contract/agents/principal.ts';
import { type ChainVerdict, verifyChains } from '../../src/ledger/audit/audit-chain.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { AuditEntry, Ledger } from '../../src/ledger/ledger-types.ts';
import type { Actor, Door } from '../../src/principals/actor.ts';
import { may } from '../../src/principals/may.ts';
import type { CallContext } from '../../src/tools/context.ts';
import type { Pack } from '../../src/tools/pack.ts';
import type { Plan } from '../../src/tools/plan.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';
import { defineTool, type Tool, type ToolDefinition } from '../../src/tools/tool.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';

/** A clock whose hands a test moves, forward or back. */
export type TestClock = Clock & { move(ms: number): void };

export type RegistryAtWork = AsyncDisposable & {
  registry: Registry;
  database: FreshDatabase;
  clock: TestClock;
  logged: object[];
  /** What the audit holds, oldest first. */
  audit(): Promise<AuditEntry[]>;
  chains(): Promise<ChainVerdict[]>;
};

type Given = {
  tools?: readonly Tool[];
  pack?: Partial<Pack>;
  /** Stands between the registry and the ledger, for faults. */
  ledger?: (real: Ledger) => Pick<Ledger, 'commit'>;
  callsPerMinute?: number;
};

export const testLevels: Pack['levels'] = [
  { name: 'observe', about: 'See' },
  { name: 'operate', about: 'Act' },
];

/** The registry over a ledger and PostgreSQL of its own, with one pack `test`. */
export async function openRegistry({
  tools = [],
  pack = {},
  ledger = (real) => real,
  callsPerMinute = 1_000_000,
}: Given): Promise<RegistryAtWork> {
  await using made = new AsyncDisposableStack();
  const logged: object[] = [];
  const log: Log = { debug() {}, info() {}, warn() {}, error: (facts) => logged.push(facts) };
  const database = made.use(await freshDatabase());
  const real = await openLedger({ database, node: randomUUID(), log });
  made.defer(() => real.close());
  const clock = testClock();
  const registry = createRegistry({
    pool: database.pool,
    ledger: ledger(real),
    clock,
    log,
    installationKey: randomBytes(32),
    callsPerMinute,
    may: (principal, need) => may(principal, need, { isReadingOpen: true }),
  });
  made.defer(() => registry.close());
  registry.addPack({ name: 'test', title: 'Test', instructions: 'Look.', levels: testLevels, ...pack, tools });
  const all = made.move();
  return {
    registry,
    database,
    clock,
    logged,
    async audit() {
      const sql = 'select principal, door, action, subject, outcome, details from audit order by seq';
      return (await database.pool.query<AuditEntry>(sql)).rows;
    },
    async chains() {
      const client = await database.pool.connect();
      try {
        return await verifyChains(client);
      } finally {
        client.release();
      }
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function testClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    move(ms) {
      ahead += ms;
    },
  };
}

const input = z.object({ id: z.string().optional().describe('Which') });
const output = z.object({ ok: z.boolean() });
type Definition = ToolDefinition<typeof input, typeof output>;

export const emptyPlan: Plan = { targets: ['thing:1'], effect: 'Does it once.', details: {}, preconditions: {} };

/** A tool named `look` that does nothing, but for what is given; from R2 on with a plan. */
export function testTool(
  definition: Partial<Omit<Definition, 'tier' | 'plan'>> & Pick<AnyTier, 'plan' | 'tier'>,
): Tool {
  const { tier = 'R0', plan = () => Promise.resolve(emptyPlan), ...rest } = definition;
  return defineTool({
    name: 'look',
    title: 'Look',
    description: 'Looks at what is asked for; only here to be tested.',
    category: 'stations',
    level: 'observe',
    input,
    output,
    tier,
    ...((tier === 'R2' || tier === 'R3') && { plan }),
    run: () => Promise.resolve({ text: 'Done.', data: { ok: true } }),
    ...rest,
  } as Definition);
}

type AnyTier = { tier?: Definition['tier']; plan?: (given: { id?: string | undefined }) => Promise<Plan> };
export type TestRun = Definition['run'];

export function principal(given: Partial<Principal> = {}): Principal {
  return { id: 'key-1', name: 'a key', kind: 'agent', role: 'operator', scopes: [], ...given };
}

export function actor(given: Partial<Principal> = {}, door: Door = 'mcp'): Actor {
  return { principal: principal(given), door };
}

export function anybody(): CallContext {
  return { actor: { principal: null, door: 'mcp' }, signal: new AbortController().signal };
}

export function callerWith(given: Partial<Principal> = {}, door: Door = 'mcp'): CallContext {
  return { ...anybody(), actor: actor(given, door) };
}

/** What a tool of R2 or R3 plans upon, and how often it was run. */
export type Street = {
  sessions: string[];
  targets: string[];
  setting: string;
  effect: string;
  isOnline: boolean;
  runs: object[];
  plans: number;
};

/** A tool named `cut` whose plan rests upon a street that the test changes. */
export function streetTool(street: Street, definition: Parameters<typeof testTool>[0] = {}): Tool {
  return testTool({
    name: 'cut',
    title: 'Cut',
    tier: 'R2',
    subject: ({ id }) => id ?? 'CP-7',
    plan() {
      street.plans += 1;
      if (!street.isOnline) return Promise.reject(new SigecError('STATION_OFFLINE', 'It is offline.'));
      return Promise.resolve({
        targets: street.targets,
        effect: street.effect,
        details: { running: street.sessions },
        preconditions: { running: street.sessions, setting: street.setting },
      });
    },
    run(given) {
      street.runs.push(given);
      return Promise.resolve({ text: 'The station did it.', data: { ok: true } });
    },
    ...definition,
  });
}

export function street(): Street {
  const before = { sessions: ['S-1'], targets: ['station:CP-7'], setting: 'on', isOnline: true };
  return { ...before, effect: 'Ends what is running there.', runs: [], plans: 0 };
}

export const agent = callerWith();
export const operator = actor({ id: 'person-1', kind: 'person' }, 'console');
export const administrator = actor({ id: 'person-2', kind: 'person', role: 'administrator' }, 'console');

/** What the agent proposed; its id. */
export async function propose({ registry }: RegistryAtWork, name = 'cut', given: object = {}, context = agent) {
  const { data } = await registry.execute(name, given, context);
  return String(data['proposal_id']);
}

export async function approved(at: RegistryAtWork, name = 'cut', given: object = {}): Promise<string> {
  const id = await propose(at, name, given);
  await at.registry.proposals.approve(id, { actor: administrator, via: 'console' });
  return id;
}

export function codeOf(thrown: unknown): string {
  return thrown instanceof SigecError ? thrown.code : String(thrown);
}
