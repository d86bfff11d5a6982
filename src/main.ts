import { join } from 'node:path';
import { allowanceTable } from '#assistant/allowances/allowance-table.ts';
import { readConversation } from '#assistant/conversation/conversation-store.ts';
import { conversationTable } from '#assistant/conversation/conversation-table.ts';
import { Assistant } from '#assistant/service/assistant.ts';
import { type Clock, systemClock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { hostInUrl } from '#base/hosts.ts';
import type { Log } from '#base/log.ts';
import { fetchTrusting } from '#base/trusting-fetch.ts';
import { version } from '#base/version.ts';
import { openRoamingBills } from '#charging/roaming-bills/open-roaming-bills.ts';
import { leavesOf } from '#doors/http-server/tls/certificates.ts';
import { type ShownCertificates, shownCertificates } from '#doors/http-server/tls/shown-certificates.ts';
import { startMcp } from '#doors/mcp/start-mcp.ts';
import { ourParty, wireOf } from '#doors/ocpi/open-ocpi.ts';
import { serveOcpi } from '#doors/ocpi/serve-ocpi.ts';
import { sentenceOf } from '#doors/ocpp/sentences/sentence-of.ts';
import type { NotReady } from '#doors/rest/route.ts';
import { startHttp } from '#doors/rest/start-http.ts';
import { readAudit } from '#ledger/audit/audit-chain.ts';
import { exportFrames, readHeartbeats } from '#ledger/frames/read-frames.ts';
import { openPrincipals } from '#principals/principals.ts';
import { openRoaming, type Roaming } from '#roaming/open-roaming.ts';

import { StationHouse } from '#simulator/house.ts';
import { assistantNodes } from './main/assistant-nodes.ts';
import { timeZoneOf } from './main/charging-settings.ts';
import { DemoNetwork } from './main/demo-network.ts';
import { NodeDrain } from './main/drain-node.ts';
import { describeInstallation } from './main/installation.ts';
import { knownPartners } from './main/known-partners.ts';
import { machineMetrics } from './main/machine-metrics.ts';
import { installationNodes } from './main/nodes.ts';
import { keepFramesDays, openFoundation } from './main/open-foundation.ts';
import { openPacks } from './main/open-packs.ts';
import { type Addresses, openStations } from './main/open-stations.ts';
import type { Seat } from './main/seat.ts';

export type Sigec = {
  /** Its name among nodes. */
  node: string;
  addresses: Addresses;
  /** What our ports show; null while TLS is off. */
  certificates: ShownCertificates | null;
  /** Whether a station needs a password to come in: others can reach this machine. */
  isPasswordRequired: boolean;
  /** Where the first administrator signs in, once; null when there is one already. */
  signInLink: string | null;
  /** Reads certificate files again, and sees whether a renewal is due. */
  reloadCertificates(): Promise<void>;
  /** Before it is stopped on purpose: its stations go to other nodes, where there are some. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

type Start = {
  config: Config;
  log: Log;
  isDemo?: boolean;
  clock?: Clock;
  /** Its place among the nodes of this machine; absent: it is one process of its own. */
  seat?: Seat | undefined;
  /** Ends the wait for a database that does not answer; what runs is ended by `stop`. */
  signal?: AbortSignal;
};

const isStopping: NotReady = { cause: 'stopping', sentence: 'The server is stopping.', since: null };

/** The composition root: makes every part and hands each what it needs. What was opened last is closed first. */
export async function startSigec(start: Start): Promise<Sigec> {
  const { config, isDemo = false, clock = systemClock, seat, signal } = start;
  await using opened = new AsyncDisposableStack();
  const startedAt = clock.now();
  const base = await openFoundation(opened, { config, log: start.log, clock, seat, signal });
  const { log, database, installation, ledger, recorder, certificates, entrance, identity, metrics } = base;
  const { pool } = database;
  const demo = isDemo ? new DemoNetwork() : undefined;
  const stations = await openStations(opened, base, demo);
  const { charging, addresses, byName, isPasswordRequired } = stations;
  const reloadCertificates = async () => certificates?.reload();
  const drain = new NodeDrain({ config, cluster: base.cluster, sendStationsAway: stations.sendStationsAway, log });
  const sigec = { node: installation.nodeId, addresses, isPasswordRequired, drain: () => drain.run() };
  if (!base.isFirst) {
    machineMetrics({ cluster: base.cluster, seat, metrics }); // the first is asked
    const running = opened.move();
    return { ...sigec, certificates: null, signInLink: null, reloadCertificates, stop: () => running.disposeAsync() };
  }

  const principals = opened.adopt(
    openPrincipals({
      database,
      ledger,
      config,
      clock,
      log,
      installationKey: installation.key,
      others: base.cluster.channel,
    }),
    (open) => open.close(),
  );
  const first = await principals.ensureFirstAdministrator(config);
  const later: { assistant?: Assistant; roaming?: Roaming } = {};
  let { apiPort } = config; // where 0 is set, known once it is open
  const packs = await openPacks(opened, {
    base,
    stations,
    principals,
    isDemo,
    assistant: () => later.assistant,
    partners: () => later.roaming && knownPartners(later.roaming),
    apiPort: () => apiPort,
  });
  const { registry, messages, automation, devices, vehicles, shop } = packs;
  const mcp = opened.adopt(
    await startMcp({
      config,
      entrance,
      registry,
      further: packs.further,
      principals,
      ledger,
      identity,
      version,
      log,
      installationKey: installation.key,
      others: base.cluster.channel,
      apiPort: () => apiPort,
    }),
    (open) => open.close(),
  );
  const assistant = opened.adopt(
    new Assistant({
      config,
      principals,
      mcpAddress: mcp.address,
      clock,
      log,
      fetch: certificates && fetchTrusting(() => leavesOf(certificates.current())),
      nodes: assistantNodes(base.cluster, pool),
      conversations: conversationTable(pool, readConversation),
      allowancesOf: (owner) => allowanceTable(pool, owner),
    }),
    (open) => open.close(),
  );
  later.assistant = assistant;

  const us = ourParty(config);
  const ocpiUrl = () => config.ocpiUrl || addresses.api;
  const roaming =
    us &&
    opened.adopt(
      await openRoaming({
        pool,
        ledger,
        charging,
        installationKey: installation.key,
        hashToken: base.hashToken,
        us,
        clock,
        log,
        operator: config.ocpiName,
        timeZone: timeZoneOf(config),
        isKeeper: () => base.cluster.membership.isKeeper,
        wire: wireOf({ config, us, clock, baseUrl: ocpiUrl }),
      }),
      (open) => open.close(),
    );
  if (roaming !== undefined) {
    later.roaming = roaming;
    stations.welcomeGuests(roaming);
    const { marginPercent, timeZone } = { marginPercent: config.roamingMarginPercent, timeZone: timeZoneOf(config) };
    const billing = { pool, ledger, clock, log, hashToken: base.hashToken, timeZone, marginPercent };
    const isKeeper = () => base.cluster.membership.isKeeper;
    opened.adopt(openRoamingBills({ ...billing, isKeeper, records: roaming.moneyOf }), (open) => open.close());
  }
  Object.assign(addresses, {
    ...packs.deviceSide?.addresses,
    mcp: byName(mcp.address),
    ucp: packs.ucp === undefined ? null : byName(packs.ucp.address),
  } satisfies Partial<Addresses>);
  const stationsUrl = addresses.ocpp.slice(0, -1);
  const simulation = opened.adopt(
    new StationHouse({ url: stationsUrl, folder: join(config.dataDir, 'simulated') }),
    (house) => house.stop(),
  );
  const health = {
    reasonsNotReady: async () => (drain.isDraining ? [isStopping] : ledger.reasonsNotReady()),
  };
  const http = opened.adopt(
    await startHttp({
      config,
      entrance,
      identity,
      charging,
      principals,
      ledger,
      registry,
      assistant,
      automation,
      metrics: machineMetrics({ cluster: base.cluster, seat, metrics }),
      health,
      log,
      money: stations.money,
      shop: shop && { shop },
      vehicles,
      devices,
      roaming: roaming && { roaming },
      ocpi: roaming && serveOcpi({ roaming, baseUrl: ocpiUrl, clock, log }),
      simulation: { simulation, charging },
      audit: { read: (query) => readAudit(pool, query) },
      nodes: installationNodes({ cluster: base.cluster, drain, pool }),
      installation: describeInstallation({
        config,
        pool,
        registry,
        recent: base.recent,
        startedAt,
        clock,
        health,
        keepMessagesDays: keepFramesDays,
      }),
      messages: {
        ...messages,
        async *export(stationId, filter) {
          await recorder.flush();
          yield* exportFrames(pool, stationId, filter);
        },
        async heartbeats(stationId) {
          await recorder.flushHeartbeats();
          return readHeartbeats(pool, stationId);
        },
      },
      sentenceOf,
      about: () => ({ version, addresses: { ...addresses, api: `${addresses.api}/api` } }),
      consoleFolder: join(import.meta.dirname, '..', 'console', 'dist'),
    }),
    (open) => open.close(),
  );
  await automation.start();
  apiPort = http.port;
  addresses.api =
    config.publicUrl || byName(`${entrance.isTls ? 'https' : 'http'}://${hostInUrl(config.host)}:${http.port}`);
  await certificates?.begin({ apiPort: http.port });
  const { deviceSide } = packs;
  await demo?.start(opened, { charging, isPasswordRequired, stationsUrl, deviceSide, dataDir: config.dataDir, log });

  const running = opened.move();
  return {
    ...sigec,
    certificates: certificates === undefined ? null : shownCertificates(certificates),
    signInLink: first.status === 'link' ? `${addresses.api}${first.path}` : null,
    reloadCertificates,
    stop: () => running.disposeAsync(),
  };
}
