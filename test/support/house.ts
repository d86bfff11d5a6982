import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { Registry as MetricsRegistry } from 'prom-client';
import { type OpenCharging, openCharging } from '#charging/open-charging.ts';
import { Assistant } from '../../src/assistant/service/assistant.ts';
import { openAutomation } from '../../src/automation/open-automation.ts';
import { type Clock, systemClock, systemTime } from '../../src/base/clock.ts';
import { type Config, readConfig } from '../../src/base/config.ts';
import { guardedFetch } from '../../src/base/guarded-fetch.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import { RecentLines } from '../../src/base/recent-lines.ts';
import { serverIdentity } from '../../src/base/server-identity.ts';
import { guardRulesOf } from '../../src/charging/commands/guard-rules.ts';
import { killSwitchGauge } from '../../src/charging/commands/kill-switch-gauge.ts';
import { ledgerWithinSites, messagesWithinSites } from '../../src/charging/read-within-sites.ts';
import { withinSites } from '../../src/charging/within-sites.ts';
import { StationDirectory } from '../../src/cluster/station-directory.ts';
import type { MessageQuery } from '../../src/contract/stations/message.ts';
import { ocppMetrics } from '../../src/doors/ocpp/link/ocpp-metrics.ts';
import { StationDoor } from '../../src/doors/ocpp/link/station-door.ts';
import type { StationLink } from '../../src/doors/ocpp/link/station-link.ts';
import { quirks } from '../../src/doors/ocpp/quirks/quirks.ts';
import { sentenceOf } from '../../src/doors/ocpp/sentences/sentence-of.ts';
import { stationCommandsOver } from '../../src/doors/ocpp/station-commands.ts';
import { buildHttp } from '../../src/doors/rest/start-http.ts';
import { readAudit } from '../../src/ledger/audit/audit-chain.ts';
import { hideCardNumbers } from '../../src/ledger/frames/card-numbers.ts';
import { changeFrames } from '../../src/ledger/frames/change-frames.ts';
import { openFrameRecorder } from '../../src/ledger/frames/frame-recorder.ts';
import { hideSecrets } from '../../src/ledger/frames/hide-secrets.ts';
import { hideSigned } from '../../src/ledger/frames/hide-signed.ts';
import { exportFrames, readFrames, readHeartbeats } from '../../src/ledger/frames/read-frames.ts';
import { redactTokens } from '../../src/ledger/frames/redact-tokens.ts';
import { rememberingTokenHash } from '../../src/ledger/installation.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { Ledger } from '../../src/ledger/ledger-types.ts';
import { describeInstallation } from '../../src/main/installation.ts';
import { stationFilesOf } from '../../src/packs/charging/needs.ts';
import { chargingPack } from '../../src/packs/charging/pack.ts';
import { vehiclesPack } from '../../src/packs/vehicles/pack.ts';
import { openPrincipals } from '../../src/principals/principals.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';
import { memoryAllowances, memoryConversations } from './agent-parts.ts';
import { type Api, adminKey, apiOf } from './api.ts';
import { nobodyPays } from './nobody-pays.ts';
import { freshDatabase } from './postgres.ts';
import { askDirectly, type StationPlace } from './without-sockets.ts';

export type House = AsyncDisposable & {
  addresses: { ocpp: StationPlace };
  /** REST as an administrator, answers as JSON. */
  api: Api;
  fetch(path: string, asked?: RequestInit): Promise<Response>;
  charging: OpenCharging;
  ledger: Ledger;
  registry: Registry;
  /** For rows that no station could be made to tell. */
  pool: Pool;
  databaseUrl: string;
};

const settings = {
  // Scripted stations answer what their test asks for, and nothing else.
  STATIONS_IN_SYNC: 'off',
  COST_UPDATE_SECONDS: '0',
  // A test asks for the same twice in a row, and need not wait.
  COOL_DOWN_SECONDS: 'off',
  ADMIN_KEY: adminKey,
};

/**
 * Business, ledger and tools with the doors for stations and programs, and not one port: requests are handed to the door, and stations
 * come over a connection in memory.
 */
export async function openHouse(
  env: Record<string, string> = {},
  { clock = systemClock, log = silentLog }: { clock?: Clock; log?: Log } = {},
): Promise<House> {
  const config: Config = readConfig({ env: { ...settings, ...env } });
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await freshDatabase());
  const installation = { nodeId: randomUUID(), key: randomBytes(32) };
  const ledger = opened.adopt(await openLedger({ database, node: installation.nodeId, log }), (open) => open.close());
  const hashToken = rememberingTokenHash(installation.key);
  const redact = (frame: string) => hideCardNumbers(redactTokens(hideSigned(hideSecrets(frame)), hashToken));
  const recorder = opened.adopt(await openFrameRecorder({ pool: database.pool, redact, keepDays: 30, log }), (open) =>
    open.close(),
  );
  const directory = new StationDirectory<StationLink>();
  const charging: OpenCharging = opened.adopt(
    await openCharging({
      database,
      ledger,
      installation,
      hashToken,
      clock,
      log,
      contractRoots: [],
      certificateRules: {
        publicUrl: config.publicUrl,
        renewDays: config.certificateRenewDays,
        revocation: { hosts: config.revocationHosts, cacheMs: config.revocationCacheMinutes * 60_000 },
      },
      plugAndChargeRules: { emaidPrefix: config.emaidPrefix, pool: null, isUnknownFine: false },
      policy: { isLoopbackOnly: true, unknownStations: config.ocppUnknownStations, minimumProfile: 0 },
      stationCommands: stationCommandsOver({ directory, charging: () => charging, log }),
      payOrigin: () => 'https://pay.example',
      money: nobodyPays({ database, ledger }),
      stationAddresses: () => ({ plainUrl: 'ws://127.0.0.1/', secureUrl: null, roots: [] }),
      serverCertificates: () => [],
      fileHosts: config.firmwareHosts,
      priceHosts: config.energyPriceHosts,
      guardRules: guardRulesOf(config),
      quirkRules: quirks,
      keepMeterValuesDays: config.meterValuesKeepDays,
      sessionPatience: { withSignsHours: config.sessionSilentHours, withoutSignsHours: config.sessionOfflineHours },
      isKeepingStations: config.stationsInSync === 'on',
      defaultListRoom: config.localListEntries,
      costUpdateSeconds: config.costUpdateSeconds,
      async changeFrames(change) {
        await recorder.flush();
        await changeFrames(database.pool, change);
      },
      timeZone: config.timeZone || 'UTC',
    }),
    (open) => open.close(),
  );
  const metrics = new MetricsRegistry();
  killSwitchGauge(metrics, () => charging.killSwitch.current().isOn);
  const door = opened.adopt(
    StationDoor.make({
      charging,
      ledger,
      recorder,
      log,
      directory,
      config,
      redactTokens: redact,
      isOpen: true,
      metrics: ocppMetrics(metrics, () => directory.size),
      databaseAwaySince: ledger.awaySince,
      time: { ...systemTime, now: () => clock.now() },
    }),
    (open) => open.close(),
  );
  const principals = opened.adopt(
    openPrincipals({ database, ledger, config, clock, log, installationKey: installation.key }),
    (open) => open.close(),
  );
  await principals.ensureFirstAdministrator(config);
  const registry = opened.adopt(
    createRegistry({
      pool: database.pool,
      ledger,
      may: principals.may,
      reads: principals.reads,
      clock,
      log,
      installationKey: installation.key,
      callsPerMinute: config.toolCallsPerMinute,
      approvals: config.approvals,
    }),
    (open) => open.close(),
  );
  const messages = {
    async read(stationId: string, query: MessageQuery) {
      await recorder.flush();
      return readFrames(database.pool, stationId, query, clock.now());
    },
  };
  const narrowed = withinSites(charging);
  const automation = opened.adopt(
    openAutomation({
      pool: database.pool,
      ledger,
      registry,
      charging: narrowed,
      clock,
      log,
      history: ledgerWithinSites(ledger, charging),
      installationKey: installation.key,
      may: principals.may,
      approvals: config.approvals,
      personById: principals.byId,
      people: principals.peopleIds,
      contactOf: principals.contactOf,
      smtp: { url: '', from: '' },
      fetch: guardedFetch({}),
      consoleUrl: config.publicUrl,
      timeZone: 'UTC',
      contact: 'mailto:test@localhost',
    }),
    (open) => open.close(),
  );
  registry.addPack(
    chargingPack({
      charging: narrowed,
      ledger: ledgerWithinSites(ledger, charging),
      may: principals.may,
      clock,
      automation,
      messages: messagesWithinSites(messages, charging),
      personById: principals.byId,
      stationFiles: stationFilesOf(config),
    }),
  );
  const vehicles = { pool: database.pool, ledger, charging: narrowed, clock };
  registry.addPack(vehiclesPack(vehicles));
  const health = { reasonsNotReady: ledger.reasonsNotReady };
  const stopping = new AbortController();
  const app = opened.adopt(
    await buildHttp(
      {
        config,
        charging,
        principals,
        ledger,
        registry,
        automation,
        vehicles,
        metrics,
        health,
        sentenceOf,
        log,
        identity: serverIdentity(installation.key, ''),
        assistant: new Assistant({
          config,
          principals,
          clock,
          log,
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
          health,
          recent: new RecentLines(log),
        }),
        messages: {
          ...messages,
          async *export(stationId, filter) {
            await recorder.flush();
            yield* exportFrames(database.pool, stationId, filter);
          },
          async heartbeats(stationId) {
            await recorder.flushHeartbeats();
            return readHeartbeats(database.pool, stationId);
          },
        },
        about: () => ({
          version: '0.0.0',
          addresses: { ocpp: 'ws://127.0.0.1/', ocppTls: null, mcp: '', api: '', devices: null },
        }),
        consoleFolder: '/nowhere',
      },
      stopping.signal,
    ),
    (open) => open.close(),
  );
  opened.defer(() => stopping.abort());
  const running = opened.move();
  const ask: House['fetch'] = (path, asked) => askDirectly(app, path, asked);
  return {
    charging,
    ledger,
    registry,
    pool: database.pool,
    databaseUrl: database.url,
    fetch: ask,
    addresses: { ocpp: door },
    api: apiOf(ask),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
