import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { Registry as MetricsRegistry } from 'prom-client';
import { type Charging, type OpenCharging, openCharging } from '#charging/open-charging.ts';
import { openAutomation } from '../../src/automation/open-automation.ts';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { type Config, readConfig } from '../../src/base/config.ts';
import { guardedFetch } from '../../src/base/guarded-fetch.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import type { OtherNodes } from '../../src/base/other-nodes.ts';
import { serverIdentity } from '../../src/base/server-identity.ts';
import { guardRulesOf } from '../../src/charging/commands/guard-rules.ts';
import { unprotected } from '../../src/charging/stations/admit-station.ts';
import { StationDirectory } from '../../src/cluster/station-directory.ts';
import type { Principal } from '../../src/contract/agents/principal.ts';
import type { MessageQuery } from '../../src/contract/stations/message.ts';
import type { Limits } from '../../src/doors/mcp/limits.ts';
import { type FurtherAddress, type Mcp, startMcp } from '../../src/doors/mcp/start-mcp.ts';
import { ocppMetrics } from '../../src/doors/ocpp/link/ocpp-metrics.ts';
import { StationDoor } from '../../src/doors/ocpp/link/station-door.ts';
import type { StationLink } from '../../src/doors/ocpp/link/station-link.ts';
import { stationCommandsOver } from '../../src/doors/ocpp/station-commands.ts';
import { openFrameRecorder } from '../../src/ledger/frames/frame-recorder.ts';
import { hideSecrets } from '../../src/ledger/frames/hide-secrets.ts';
import { readFrames } from '../../src/ledger/frames/read-frames.ts';
import { redactTokens } from '../../src/ledger/frames/redact-tokens.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { AuditEntry, Ledger } from '../../src/ledger/ledger-types.ts';
import { stationFilesOf } from '../../src/packs/charging/needs.ts';
import { chargingPack } from '../../src/packs/charging/pack.ts';
import { moneyPack } from '../../src/packs/money/pack.ts';
import { vehiclesPack } from '../../src/packs/vehicles/pack.ts';
import { openPrincipals } from '../../src/principals/principals.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';
import { nobodyPays } from './nobody-pays.ts';
import { freshDatabase } from './postgres.ts';
import type { StationPlace } from './without-sockets.ts';

export type AgentRooms = AsyncDisposable & {
  registry: Registry;
  charging: Charging;
  ledger: Ledger;
  /** For rows that no station could be made to tell. */
  pool: Pool;
  /** Where stations connect. */
  ocpp: StationPlace;
  /** The text of a new key. */
  makeKey(
    key: Pick<Principal, 'kind' | 'role'> & { scopes?: string[]; approvesByElicitation?: boolean },
  ): Promise<string>;
  /** What the audit holds about tools, or whatever begins like this, oldest first. */
  audit(beginning?: string): Promise<AuditEntry[]>;
  /** Takes the right to call from every key made so far. */
  revokeKeys(): Promise<void>;
};
export type AgentDoor = AgentRooms & {
  mcp: Mcp;
  /** The door of another node of the same installation, with an own registry that has no packs yet. */
  beside(others: OtherNodes): Promise<Pick<AgentDoor, 'mcp' | 'registry'>>;
};

type RoomsGiven = {
  config?: Partial<Config>;
  log?: Log;
  unknownStations?: Config['ocppUnknownStations'];
  /** By which the tools count how often they are called, and proposals age. */
  clock?: Clock;
  /** Whether vehicles are for sale as well. */
  hasVehicles?: boolean;
  /** Whether agents see payments and invoices as well. */
  hasMoney?: boolean;
};

type DoorGiven = RoomsGiven & {
  limits?: Partial<Limits>;
  /** How other nodes are told; absent: there are none. */
  others?: OtherNodes;
  /** Addresses beyond the product's own, each with a registry like the product's. */
  further?: (makeRegistry: () => Registry) => FurtherAddress[];
};

/** The door for agents with everything behind it, at an address. */
export async function openAgentDoor(given: DoorGiven = {}): Promise<AgentDoor> {
  await using made = new AsyncDisposableStack();
  const { rooms, needs, makeRegistry } = await openRooms(given, made);
  const mcp = await startMcp({
    ...needs,
    ...(given.limits && { limits: given.limits }),
    ...(given.others && { others: given.others }),
    ...(given.further && { further: given.further(() => makeRegistry()) }),
  });
  made.defer(() => mcp.close());
  const all = made.move();
  return {
    ...rooms,
    mcp,
    async beside(others) {
      const registry = makeRegistry(all);
      const another = await startMcp({ ...needs, registry, others });
      all.defer(() => another.close());
      return { registry, mcp: another };
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The same without a port: the charging pack, the business, the ledger and PostgreSQL, and stations over connections in memory. */
export async function openAgentRooms(given: RoomsGiven = {}): Promise<AgentRooms> {
  await using made = new AsyncDisposableStack();
  const { rooms } = await openRooms(given, made);
  const all = made.move();
  return { ...rooms, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

async function openRooms(given: RoomsGiven, made: AsyncDisposableStack) {
  const log = given.log ?? silentLog;
  const config = { ...readConfig({}), mcpServerPort: 0, coolDownSeconds: {}, ...given.config };
  const database = made.use(await freshDatabase());
  const node = randomUUID();
  const installationKey = randomBytes(32);
  const identity = serverIdentity(installationKey, '');
  const ledger = await openLedger({ database, node, log });
  made.defer(() => ledger.close());
  const directory = new StationDirectory<StationLink>();
  const charging: OpenCharging = await openCharging({
    payOrigin: () => 'https://pay.example',
    money: nobodyPays({ database, ledger }),
    stationAddresses: () => ({ plainUrl: 'ws://127.0.0.1/', secureUrl: null, roots: [] }),
    serverCertificates: () => [],
    fileHosts: [],
    database,
    ledger,
    installation: { nodeId: node, key: installationKey },
    contractRoots: [],
    certificateRules: { publicUrl: '', renewDays: 0, revocation: { hosts: [], cacheMs: 3_600_000 } },
    plugAndChargeRules: { emaidPrefix: 'BRSIG', pool: null, isUnknownFine: false },
    policy: { isLoopbackOnly: true, unknownStations: given.unknownStations ?? 'accept', minimumProfile: 0 },
    stationCommands: stationCommandsOver({ directory, charging: () => charging, log }),
    guardRules: guardRulesOf(config),
    quirkRules: [],
    keepMeterValuesDays: 400,
    sessionPatience: { withSignsHours: 2, withoutSignsHours: 24 },
    costUpdateSeconds: 0,
    timeZone: 'UTC',
    isKeepingStations: false,
    defaultListRoom: 1_000,
    changeFrames: () => Promise.resolve(),
    hashToken: (token) => `tok_${token.length}`,
    clock: systemClock,
    log,
  });
  made.defer(() => charging.close());
  const principals = openPrincipals({
    database,
    ledger,
    config,
    clock: systemClock,
    log,
    installationKey: Buffer.alloc(32),
  });
  made.defer(() => principals.close());
  const makeRegistry = (stack = made): Registry => {
    const { pool } = database;
    const needs = { pool, ledger, may: principals.may, clock: given.clock ?? systemClock, log, installationKey };
    return stack.adopt(createRegistry({ ...needs, callsPerMinute: config.toolCallsPerMinute }), (open) => open.close());
  };
  const registry = makeRegistry();
  const redact = (frame: string) => redactTokens(hideSecrets(frame), (token) => `tok_${token.length}`);
  const recorder = await openFrameRecorder({ pool: database.pool, redact, keepDays: 30, log });
  made.defer(() => recorder.close());
  const stations = StationDoor.make({
    charging,
    ledger,
    recorder,
    redactTokens: redact,
    log,
    directory,
    config,
    isOpen: true,
    metrics: ocppMetrics(new MetricsRegistry(), () => directory.size),
    databaseAwaySince: ledger.awaySince,
  });
  made.defer(() => stations.close());
  const messages = {
    async read(stationId: string, query: MessageQuery) {
      await recorder.flush();
      return readFrames(database.pool, stationId, query, new Date());
    },
  };
  const stationFiles = stationFilesOf(config);
  const automation = openAutomation({
    pool: database.pool,
    ledger,
    history: ledger,
    registry,
    charging,
    clock: systemClock,
    log,
    installationKey,
    may: principals.may,
    personById: principals.byId,
    people: principals.peopleIds,
    contactOf: principals.contactOf,
    smtp: { url: '', from: '' },
    fetch: guardedFetch({}),
    consoleUrl: '',
    timeZone: 'UTC',
    contact: 'mailto:test@localhost',
  });
  made.defer(() => automation.close());
  registry.addPack(
    chargingPack({
      charging,
      ledger,
      messages,
      may: principals.may,
      clock: systemClock,
      stationFiles,
      automation,
      personById: principals.byId,
    }),
  );
  const money = nobodyPays({ database, ledger });
  if (given.hasMoney) registry.addPack(moneyPack({ charging, money, partners: () => undefined }));
  if (given.hasVehicles) registry.addPack(vehiclesPack({ pool: database.pool, ledger, charging, clock: systemClock }));
  const needs = { config, registry, principals, ledger, identity, installationKey, version: '0.0.0', log };
  const root: Principal = { id: 'root', name: 'root', kind: 'person', role: 'administrator', scopes: [] };
  const rooms: Omit<AgentRooms, typeof Symbol.asyncDispose> = {
    registry,
    charging,
    ledger,
    pool: database.pool,
    ocpp: stations,
    async makeKey({ kind, role, scopes = [], ...more }) {
      const wanted = { name: `${kind} ${role}`, kind, role, scopes, expiresAt: null, ...more };
      return (await principals.createKey(wanted, { principal: root, door: 'system' })).secret;
    },
    async audit(beginning = 'tool:') {
      const sql = `select principal, door, action, subject, outcome, details from audit where starts_with(action, $1) order by seq`;
      return (await database.pool.query<AuditEntry>(sql, [beginning])).rows;
    },
    async revokeKeys() {
      for (const { id } of await principals.listKeys())
        await principals.revokeKey(id, { principal: root, door: 'system' });
    },
  };
  return { rooms, needs, makeRegistry };
}

/** A station of version 2.0.1 that is connected, has booted and has reported one connector. */
export async function enterStation(
  charging: Charging,
  { stationId, vendor = 'Acme' }: { stationId: string; vendor?: string },
): Promise<void> {
  await charging.admitStation({
    stationId,
    password: null,
    version: '2.0.1',
    address: '127.0.0.1',
    security: unprotected,
  });
  await charging.recordConnected({ epoch: 1, stationId, version: '2.0.1', address: '127.0.0.1' });
  await charging.recordBoot({
    stationId,
    vendor,
    version: '2.0.1',
    model: 'One',
    serialNumber: 'S-1',
    firmwareVersion: '1.0',
    reason: 'PowerUp',
  });
  const at = new Date('2026-03-01T08:00:00Z');
  await charging.recordConnectorStatus({
    stationId,
    evseId: 1,
    connectorId: 1,
    at,
    status: 'faulted',
    activity: null,
    reason: 'GroundFailure',
  });
}
