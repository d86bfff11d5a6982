import { randomBytes, randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import type { Charging } from '#charging/open-charging.ts';
import { Assistant } from '../../src/assistant/service/assistant.ts';
import type { Clock } from '../../src/base/clock.ts';
import { type Config, readConfig } from '../../src/base/config.ts';
import type { GuardedFetch } from '../../src/base/guarded-fetch.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import { RecentLines } from '../../src/base/recent-lines.ts';
import { serverIdentity } from '../../src/base/server-identity.ts';
import { guardRulesOf } from '../../src/charging/commands/guard-rules.ts';
import { openCharging } from '../../src/charging/open-charging.ts';
import type { NewKey } from '../../src/contract/agents/principal.ts';
import type { HttpNeeds, Messages, NotReady } from '../../src/doors/rest/route.ts';
import { buildHttp, startHttp } from '../../src/doors/rest/start-http.ts';
import { readAudit } from '../../src/ledger/audit/audit-chain.ts';
import { type OpenLedger, openLedger } from '../../src/ledger/ledger.ts';
import { describeInstallation } from '../../src/main/installation.ts';
import type { Money } from '../../src/money/open-money.ts';
import { openPrincipals, type Principals } from '../../src/principals/principals.ts';
import { createRegistry, type Registry as Tools } from '../../src/tools/registry.ts';
import { memoryAllowances, memoryConversations } from './agent-parts.ts';
import { noStations } from './no-stations.ts';
import { nobodyPays } from './nobody-pays.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';
import { askDirectly } from './without-sockets.ts';

export type PrincipalsAtWork = AsyncDisposable & {
  database: FreshDatabase;
  ledger: OpenLedger;
  principals: Principals;
  clock: HandClock;
  config: Config;
  log: Log;
};
export type RestDoor = PrincipalsAtWork & {
  charging: Awaited<ReturnType<typeof openCharging>>;
  registry: Tools;
  metrics: Registry;
  notReady: NotReady[];
  fetch(path: string, options?: Asking): Promise<Response>;
  /** The door alone; what is behind it goes on. */
  closeHttp(): Promise<void>;
  /** The text of a new key; by default an operator's, held by a program. */
  key(wanted?: Partial<NewKey>): Promise<string>;
};
export type HttpDoor = RestDoor & { url: string };
export type Asking = RequestInit & { key?: string };

const noMessages: Messages = {
  read: () => Promise.resolve({ exchanges: [], previous: null, last: '0.0' }),
  async *export() {
    yield [];
  },
  heartbeats: () => Promise.resolve([]),
};

/** A clock whose hands can be moved forward. */
export type HandClock = Clock & { forward(ms: number): void };

/** Keys, sign-ins and the ledger behind them, over a database of their own. */
export async function openTestPrincipals(
  settings: Partial<Config> = {},
  given: { fetchDocument?: GuardedFetch } = {},
): Promise<PrincipalsAtWork> {
  const database = await freshDatabase();
  const ledger = await openLedger({ database, node: randomUUID(), log: silentLog });
  const clock = handClock();
  const config = { ...readConfig({}), ...settings };
  const principals = openPrincipals({
    database,
    ledger,
    config,
    clock,
    log: silentLog,
    installationKey: Buffer.alloc(32),
    ...(given.fetchDocument && { fetchDocument: given.fetchDocument }),
  });
  return {
    database,
    ledger,
    clock,
    principals,
    config,
    log: silentLog,
    async [Symbol.asyncDispose]() {
      await principals.close();
      await ledger.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

type DoorGiven = {
  settings?: Partial<Config>;
  consoleFolder?: string;
  log?: Log;
  charging?: Partial<Charging>;
  messages?: Messages;
  /** Payments at providers; absent: nobody takes money. */
  money?: (work: PrincipalsAtWork) => Money;
  /** Where agents connect, as the server tells it. */
  mcpAddress?: () => string;
  /** How documents of programs are fetched. */
  fetchDocument?: GuardedFetch;
};

/** The door for programs as the product has it, on a free port. */
export async function openHttpDoor(given: DoorGiven = {}): Promise<HttpDoor> {
  await using opened = new AsyncDisposableStack();
  const { parts, needs } = await openParts(given, opened);
  const http = await startHttp(needs);
  opened.defer(() => http.close());
  const running = opened.move();
  const url = `http://127.0.0.1:${http.port}`;
  return {
    ...parts,
    url,
    closeHttp: () => http.close(),
    fetch: (path, asked) => fetch(`${url}${path}`, requestOf(asked)),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The same without a port: requests are handed to the door. What streams for ever needs `openHttpDoor`. */
export async function openRestDoor(given: DoorGiven = {}): Promise<RestDoor> {
  await using opened = new AsyncDisposableStack();
  const { parts, needs } = await openParts(given, opened);
  const stopping = new AbortController();
  const app = opened.adopt(await buildHttp(needs, stopping.signal), (open) => open.close());
  opened.defer(() => stopping.abort());
  const running = opened.move();
  return {
    ...parts,
    closeHttp: () => app.close(),
    fetch: (path, asked) => askDirectly(app, path, requestOf(asked)),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function requestOf({ key, headers, ...options }: Asking = {}): RequestInit {
  const authorization = key !== undefined && { authorization: `Bearer ${key}` };
  return { redirect: 'manual', ...options, headers: { ...authorization, ...(headers as Record<string, string>) } };
}

type Parts = Omit<RestDoor, 'fetch' | 'closeHttp' | typeof Symbol.asyncDispose>;

/** A door that does not open leaves nothing behind: `opened` closes what was made. */
async function openParts(given: DoorGiven, opened: AsyncDisposableStack): Promise<{ parts: Parts; needs: HttpNeeds }> {
  const config = { ...readConfig({}), apiPort: 0, coolDownSeconds: {}, ...given.settings };
  const work = opened.use(await openTestPrincipals(config, given));
  const { database, ledger, principals, clock } = work;
  const installation = { nodeId: randomUUID(), key: randomBytes(32) };
  const policy = { isLoopbackOnly: true, unknownStations: 'pending', minimumProfile: 0 } as const;
  const stationCommands = noStations;
  const charging = opened.adopt(
    await openCharging({
      payOrigin: () => 'https://pay.example',
      money: nobodyPays({ database, ledger }),
      stationAddresses: () => ({ plainUrl: 'ws://127.0.0.1/', secureUrl: null, roots: [] }),
      serverCertificates: () => [],
      fileHosts: [],
      database,
      ledger,
      installation,
      hashToken: (token) => `tok_${token.length}`,
      contractRoots: [],
      certificateRules: { publicUrl: '', renewDays: 0, revocation: { hosts: [], cacheMs: 3_600_000 } },
      plugAndChargeRules: { emaidPrefix: 'BRSIG', pool: null, isUnknownFine: false },
      policy,
      stationCommands,
      guardRules: guardRulesOf(config),
      quirkRules: [],
      keepMeterValuesDays: 400,
      sessionPatience: { withSignsHours: 2, withoutSignsHours: 24 },
      costUpdateSeconds: 0,
      timeZone: 'UTC',
      isKeepingStations: false,
      defaultListRoom: 1_000,
      changeFrames: () => Promise.resolve(),
      clock,
      log: silentLog,
    }),
    (open) => open.close(),
  );
  const registry = opened.adopt(
    createRegistry({
      pool: database.pool,
      ledger,
      may: principals.may,
      clock,
      installationKey: installation.key,
      log: silentLog,
      callsPerMinute: config.toolCallsPerMinute,
    }),
    (open) => open.close(),
  );
  const metrics = new Registry();
  const notReady: NotReady[] = [];
  const needs: HttpNeeds = {
    config,
    identity: serverIdentity(installation.key, ''),
    principals,
    ledger,
    registry,
    assistant: new Assistant({
      config,
      principals,
      clock,
      log: silentLog,
      mcpAddress: 'http://127.0.0.1:9/mcp',
      conversations: memoryConversations(),
      allowancesOf: () => memoryAllowances(),
    }),
    audit: { read: (query) => readAudit(database.pool, query) },
    nodes: { list: () => Promise.resolve([]), drain: () => Promise.resolve([]) },
    installation: describeInstallation({
      config,
      pool: database.pool,
      registry,
      clock,
      startedAt: clock.now(),
      keepMessagesDays: 30,
      recent: new RecentLines(silentLog),
      health: { reasonsNotReady: () => Promise.resolve(notReady) },
    }),
    metrics,
    charging: { ...charging, ...given.charging },
    ...(given.money !== undefined && {
      money: opened.adopt(given.money(work), (open) => open.close()),
    }),
    health: { reasonsNotReady: () => Promise.resolve(notReady) },
    messages: given.messages ?? noMessages,
    sentenceOf: ({ stationId }) => stationId,
    about: () => ({
      version: '0.0.0',
      addresses: {
        ocppTls: null,
        ocpp: 'ws://127.0.0.1:9000/',
        mcp: given.mcpAddress?.() ?? 'http://127.0.0.1:8000/mcp',
        api: 'http://127.0.0.1:8001/api',
        devices: null,
      },
    }),
    log: given.log ?? silentLog,
    consoleFolder: given.consoleFolder ?? '/nowhere',
  };
  const parts: Parts = {
    ...work,
    charging,
    registry,
    metrics,
    notReady,
    async key(wanted = {}) {
      const full: NewKey = { name: 'Test', kind: 'program', role: 'operator', scopes: [], expiresAt: null, ...wanted };
      return (await principals.createKey(full, { principal: null, door: 'system' })).secret;
    },
  };
  return { parts, needs };
}

function handClock(): HandClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    forward(ms) {
      ahead += ms;
    },
  };
}
