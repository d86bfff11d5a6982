import { randomBytes, randomUUID } from 'node:crypto';
import type { Charging } from '../../src/charging/charging.ts';
import { openCharging } from '../../src/charging/open-charging.ts';
import { systemClock } from '../../src/clock.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Principal } from '../../src/contract/principal.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { AuditEntry } from '../../src/ledger/ledger-types.ts';
import { type Log, silentLog } from '../../src/log.ts';
import { type Mcp, startMcp } from '../../src/mcp/start-mcp.ts';
import { chargingPack } from '../../src/packs/charging/pack.ts';
import { openPrincipals } from '../../src/principals/principals.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';
import { noStations } from './no-stations.ts';
import { freshDatabase } from './postgres.ts';

export type AgentDoor = AsyncDisposable & {
  mcp: Mcp;
  registry: Registry;
  charging: Charging;
  /** The text of a new key. */
  makeKey(key: Pick<Principal, 'kind' | 'role'> & { scopes?: string[] }): Promise<string>;
  /** What the audit holds about tools, oldest first. */
  audit(): Promise<AuditEntry[]>;
};

/** The door for agents with everything behind it: the charging pack, the business, the ledger and PostgreSQL. */
export async function openAgentDoor(given: { config?: Partial<Config>; log?: Log } = {}): Promise<AgentDoor> {
  const log = given.log ?? silentLog;
  const config = { ...readConfig({}), mcpServerPort: 0, ...given.config };
  await using made = new AsyncDisposableStack();
  const database = made.use(await freshDatabase());
  const node = randomUUID();
  const ledger = await openLedger({ database, node, log });
  made.defer(() => ledger.close());
  const charging = await openCharging({
    database,
    ledger,
    installation: { nodeId: node, key: randomBytes(32) },
    contractRoots: [],
    policy: { isLoopbackOnly: true, unknownStations: 'accept', passwordRequired: false },
    stationCommands: noStations,
    quirkRules: [],
    keepMeterValuesDays: 400,
    sessionPatience: { withSignsHours: 2, withoutSignsHours: 24 },
    costUpdateSeconds: 0,
    timeZone: 'UTC',
    isKeepingStations: false,
    changeFrames: () => Promise.resolve(),
    hashToken: (token) => `tok_${token.length}`,
    clock: systemClock,
    log,
  });
  made.defer(() => charging.close());
  const principals = openPrincipals({ database, ledger, config, clock: systemClock, log });
  made.defer(() => principals.close());
  const registry = createRegistry({ ledger, may: principals.may, log });
  made.defer(() => registry.close());
  registry.addPack(chargingPack({ charging }));
  const mcp = await startMcp({ config, registry, principals, version: '0.0.0', log });
  made.defer(() => mcp.close());
  const all = made.move();
  const root: Principal = { id: 'root', name: 'root', kind: 'person', role: 'administrator', scopes: [] };
  return {
    mcp,
    registry,
    charging,
    async makeKey({ kind, role, scopes = [] }) {
      const wanted = { name: `${kind} ${role}`, kind, role, scopes, expiresAt: null };
      return (await principals.createKey(wanted, { principal: root, door: 'system' })).secret;
    },
    async audit() {
      const sql = `select principal, door, action, subject, outcome, details from audit where action like 'tool:%' order by seq`;
      return (await database.pool.query<AuditEntry>(sql)).rows;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** A station of version 2.0.1 that is connected, has booted and has reported one connector. */
export async function enterStation(
  charging: Charging,
  { stationId, vendor = 'Acme' }: { stationId: string; vendor?: string },
): Promise<void> {
  await charging.admitStation({ stationId, password: null, version: '2.0.1', address: '127.0.0.1' });
  await charging.recordConnected({ epoch: 1, stationId, version: '2.0.1', address: '127.0.0.1' });
  await charging.recordBoot({
    ...{ stationId, vendor, version: '2.0.1', model: 'One' },
    ...{ serialNumber: 'S-1', firmwareVersion: '1.0', reason: 'PowerUp' },
  });
  const at = new Date('2026-03-01T08:00:00Z');
  await charging.recordConnectorStatus({
    ...{ stationId, evseId: 1, connectorId: 1, at },
    ...{ status: 'faulted', activity: null, reason: 'GroundFailure' },
  });
}
