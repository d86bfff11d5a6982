import { randomBytes, randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { readConfig } from '../../src/base/config.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import { guardRulesOf } from '../../src/charging/commands/guard-rules.ts';
import { type OpenCharging, openCharging } from '../../src/charging/open-charging.ts';
import { StationDirectory } from '../../src/cluster/station-directory.ts';
import type { Principal } from '../../src/contract/agents/principal.ts';
import type { Database } from '../../src/database/database.ts';
import { ocppMetrics } from '../../src/doors/ocpp/link/ocpp-metrics.ts';
import { StationDoor } from '../../src/doors/ocpp/link/station-door.ts';
import type { StationLink } from '../../src/doors/ocpp/link/station-link.ts';
import { stationCommandsOver } from '../../src/doors/ocpp/station-commands.ts';
import { openFrameRecorder } from '../../src/ledger/frames/frame-recorder.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { Actor } from '../../src/principals/actor.ts';
import { nobodyPays } from './nobody-pays.ts';
import type { StationPlace } from './without-sockets.ts';

export type CommandNode = { charging: OpenCharging; ocpp: StationPlace; nodeId: string } & AsyncDisposable;

export type NodeOptions = {
  env?: Record<string, string>;
  clock?: Clock;
  log?: Log;
  /** The same again: a restart. */
  nodeId?: string;
  isKeepingStations?: boolean;
};

/** The business and the door for stations, without a port, over a database that others may share: one node of several. */
export async function openCommandNode(database: Database, options: NodeOptions = {}): Promise<CommandNode> {
  const { env = {}, clock = systemClock, log = silentLog, nodeId = randomUUID(), isKeepingStations = false } = options;
  await using opened = new AsyncDisposableStack();
  const ledger = opened.adopt(await openLedger({ database, node: nodeId, log }), (open) => open.close());
  const directory = new StationDirectory<StationLink>();
  const charging: OpenCharging = opened.adopt(
    await openCharging({
      payOrigin: () => 'https://pay.example',
      money: nobodyPays({ database, ledger }),
      stationAddresses: () => ({ plainUrl: 'ws://127.0.0.1/', secureUrl: null, roots: [] }),
      serverCertificates: () => [],
      fileHosts: [],
      database,
      ledger,
      clock,
      log,
      isKeepingStations,
      defaultListRoom: 1_000,
      installation: { nodeId, key: randomBytes(32) },
      contractRoots: [],
      certificateRules: { publicUrl: '', renewDays: 0, revocation: { hosts: [], cacheMs: 3_600_000 } },
      plugAndChargeRules: { emaidPrefix: 'BRSIG', pool: null, isUnknownFine: false },
      policy: { isLoopbackOnly: true, unknownStations: 'accept', minimumProfile: 0 },
      stationCommands: stationCommandsOver({ directory, charging: () => charging, log }),
      guardRules: guardRulesOf(readConfig({ env: { COOL_DOWN_SECONDS: 'off', ...env } })),
      quirkRules: [],
      keepMeterValuesDays: 400,
      sessionPatience: { withSignsHours: 2, withoutSignsHours: 24 },
      costUpdateSeconds: 0,
      timeZone: 'UTC',
      changeFrames: () => Promise.resolve(),
      hashToken: (token) => `tok_${token.length}`,
    }),
    (open) => open.close(),
  );
  const recorder = opened.adopt(
    await openFrameRecorder({ pool: database.pool, redact: (frame) => frame, keepDays: 30, log }),
    (open) => open.close(),
  );
  const door = opened.adopt(
    StationDoor.make({
      charging,
      ledger,
      recorder,
      log,
      directory,
      config: readConfig({}),
      isOpen: true,
      redactTokens: (frame) => frame,
      metrics: ocppMetrics(new Registry(), () => directory.size),
      databaseAwaySince: ledger.awaySince,
    }),
    (open) => open.close(),
  );
  const running = opened.move();
  return {
    charging,
    nodeId,
    ocpp: door,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export function actorOf(kind: Principal['kind'], id: string = kind): Actor {
  const principal: Principal = { id, name: `A ${kind}`, kind, role: 'administrator', scopes: [] };
  return { principal, door: kind === 'agent' ? 'mcp' : 'rest' };
}
