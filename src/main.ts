import { join } from 'node:path';
import { Registry as MetricsRegistry } from 'prom-client';
import { allowanceTable } from '#assistant/allowances/allowance-table.ts';
import { readConversation } from '#assistant/conversation/conversation-store.ts';
import { conversationTable } from '#assistant/conversation/conversation-table.ts';
import { imageDescriberOf } from '#assistant/providers/describe-image.ts';
import { Assistant } from '#assistant/service/assistant.ts';
import { openAutomation } from '#automation/open-automation.ts';
import { type Clock, systemClock, systemTime } from '#base/clock.ts';
import { type Config, externalDatabaseUrl } from '#base/config.ts';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { hostInUrl } from '#base/hosts.ts';
import type { Log } from '#base/log.ts';
import { RecentLines } from '#base/recent-lines.ts';
import { openIdentity } from '#base/server-identity.ts';
import { fetchTrusting } from '#base/trusting-fetch.ts';
import { version } from '#base/version.ts';
import { openShop } from '#bookshop/open-shop.ts';
import { choosePayments } from '#bookshop/payments/choose-payments.ts';
import { readContractRoots } from '#charging/authorization/contract-roots.ts';
import { followBills } from '#charging/bill-payments/follow-bills.ts';
import { guardRulesOf } from '#charging/commands/guard-rules.ts';
import { killSwitchGauge } from '#charging/commands/kill-switch-gauge.ts';
import { ftpAddress } from '#charging/files/file-address.ts';
import { type OpenCharging, openCharging } from '#charging/open-charging.ts';
import { ledgerWithinSites, messagesWithinSites } from '#charging/read-within-sites.ts';
import { demoSiteId, seedDemo } from '#charging/seed-demo.ts';
import { isPasswordRequired } from '#charging/stations/accept-station.ts';
import { withinSites } from '#charging/within-sites.ts';
import { StationDirectory } from '#cluster/station-directory.ts';
import type { MessageQuery } from '#contract/stations/message.ts';
import { watchKeptLog } from '#database/embedded/kept-log.ts';
import { migrate } from '#database/migrate.ts';
import { freeBytesAt } from '#database/probe-room.ts';
import { openMeterTopics } from '#doors/device/mqtt/meter-topics.ts';
import { startDevices } from '#doors/device/start-devices.ts';
import { startFtp } from '#doors/files/ftp/start-ftp.ts';
import { serveFiles } from '#doors/files/serve-files.ts';
import { entranceOf } from '#doors/http-server/entrance/entrance.ts';
import { FileWatch } from '#doors/http-server/open-files.ts';
import { addressByName, stationAddress } from '#doors/http-server/tls/address-by-name.ts';
import { leavesOf, openCertificates } from '#doors/http-server/tls/certificates.ts';
import { type ShownCertificates, shownCertificates } from '#doors/http-server/tls/shown-certificates.ts';
import { stationRoots } from '#doors/http-server/tls/station-roots.ts';
import { tlsMetrics } from '#doors/http-server/tls/tls-metrics.ts';
import { openRestView } from '#doors/mcp/rest-view/rest-view.ts';
import { startMcp } from '#doors/mcp/start-mcp.ts';
import { ourParty, wireOf } from '#doors/ocpi/open-ocpi.ts';
import { serveOcpi } from '#doors/ocpi/serve-ocpi.ts';
import { ocppMetrics } from '#doors/ocpp/link/ocpp-metrics.ts';
import { StationDoor } from '#doors/ocpp/link/station-door.ts';
import type { StationLink } from '#doors/ocpp/link/station-link.ts';
import { quirks } from '#doors/ocpp/quirks/quirks.ts';
import { sentenceOf } from '#doors/ocpp/sentences/sentence-of.ts';
import { stationCommandsOver } from '#doors/ocpp/station-commands.ts';
import { startHttp } from '#doors/rest/start-http.ts';
import { startUcp } from '#doors/ucp/start-ucp.ts';
import { readAudit } from '#ledger/audit/audit-chain.ts';
import { hideCardNumbers } from '#ledger/frames/card-numbers.ts';
import { changeFrames } from '#ledger/frames/change-frames.ts';
import { openFrameRecorder } from '#ledger/frames/frame-recorder.ts';
import { hideSecrets } from '#ledger/frames/hide-secrets.ts';
import { hideSigned } from '#ledger/frames/hide-signed.ts';
import { exportFrames, readFrames, readHeartbeats } from '#ledger/frames/read-frames.ts';
import { redactTokens } from '#ledger/frames/redact-tokens.ts';
import { keyedHash, openInstallation, rememberingTokenHash } from '#ledger/installation.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openMoney } from '#money/open-money.ts';
import { paymentProviders } from '#money/providers/payment-providers.ts';
import { bookshopPack } from '#packs/bookshop/pack.ts';
import { stationFilesOf } from '#packs/charging/needs.ts';
import { chargingPack } from '#packs/charging/pack.ts';
import { activateDemoDevice } from '#packs/devices/activate-demo-device.ts';
import { announceTools } from '#packs/devices/announced/announce-tools.ts';
import { devicesPack } from '#packs/devices/pack.ts';
import { vehiclesPack } from '#packs/vehicles/pack.ts';
import { mustSignIn } from '#principals/may.ts';
import { openPrincipals } from '#principals/principals.ts';
import { openRoaming, type Roaming } from '#roaming/open-roaming.ts';
import {
  blockedDemoToken,
  type Demo,
  demoStationsAtSites,
  demoTokens,
  knownDemoStations,
  startDemo,
} from '#simulator/demo.ts';
import { type DemoDevice, startDemoDevices } from '#simulator/devices/demo-devices.ts';
import { StationHouse } from '#simulator/house.ts';
import { createRegistry } from '#tools/registry.ts';
import { stockIfEmpty, usualStock } from '#vehicles/stock/fill-stock.ts';
import { askKeeper } from './main/ask-keeper.ts';
import { describeInstallation } from './main/installation.ts';
import { joinNodes } from './main/join-nodes.ts';
import { openCluster } from './main/open-cluster.ts';
import { migrationsOf, openStore } from './main/open-store.ts';
import { openVoice } from './main/open-voice.ts';
import type { Seat } from './main/seat.ts';
import { typePasswords } from './main/type-passwords.ts';

export type Sigec = {
  /** Its name among nodes. */
  node: string;
  /** `devices`, `mqtt`, `ucp`: null where the pack is off. */
  addresses: {
    api: string;
    ocpp: string;
    /** Where stations connect over TLS; null while that is off. */
    ocppTls: string | null;
    mcp: string;
    devices: string | null;
    mqtt: string | null;
    /** Where the same is spoken over TLS; null while that is off. */
    mqttTls: string | null;
    ucp: string | null;
  };
  /** What our ports show; null while TLS is off. */
  certificates: ShownCertificates | null;
  /** Whether a station needs a password to come in: others can reach this machine. */
  isPasswordRequired: boolean;
  /** Where the first administrator signs in, once; null when there is one already. */
  signInLink: string | null;
  /** Reads certificate files again, and sees whether a renewal is due. */
  reloadCertificates(): Promise<void>;
  stop(): Promise<void>;
};

const keepFramesDays = 30;

/** The composition root: makes every part and hands each what it needs. What was opened last is closed first. */
export async function startSigec({
  config,
  log: written,
  isDemo = false,
  clock = systemClock,
  seat,
  signal,
}: {
  config: Config;
  log: Log;
  isDemo?: boolean;
  clock?: Clock;
  /** Its place among the nodes of this machine; absent: it is one process of its own. */
  seat?: Seat | undefined;
  /** Ends the wait for a database that does not answer; what runs is ended by `stop`. */
  signal?: AbortSignal;
}): Promise<Sigec> {
  await using opened = new AsyncDisposableStack();
  const startedAt = clock.now();
  const recent = new RecentLines(written, { now: () => clock.now() });
  const { log } = recent;
  const isFirst = seat === undefined || seat.number === 1;
  const database = await openStore(config, log, opened, { signal, isVisit: seat !== undefined });
  await migrate(database, migrationsOf(config), log);
  if (isFirst && config.databaseKeepWal !== '' && externalDatabaseUrl(config) === undefined)
    opened.adopt(watchKeptLog({ pool: database.pool, log }), (watch) => watch.stop());
  const { dataDir, installationKey } = config;
  const installation = await openInstallation({
    database,
    dataDir,
    installationKey,
    ...(seat && { seat: seat.number }),
  });
  const identity = await openIdentity(dataDir, installation.key);
  const freeBytes = externalDatabaseUrl(config) === undefined ? () => freeBytesAt(dataDir) : undefined;
  const ledger = opened.adopt(await openLedger({ database, node: installation.nodeId, log, freeBytes }), (open) =>
    open.close(),
  );

  const cluster = opened.adopt(await openCluster({ pool: database.pool, installation, config, seat, log }), (open) =>
    open.close(),
  );
  const { membership } = cluster;

  const metrics = new MetricsRegistry();
  const certificates = await openCertificates({ config, clock, log });
  if (certificates !== undefined) opened.defer(() => certificates.close());
  const entrance = entranceOf({
    config,
    tls: certificates && { certificates, metrics: tlsMetrics(metrics, certificates) },
  });
  const rootsForStations = await stationRoots({ config, certificates });
  const hashToken = rememberingTokenHash(installation.key);
  const redact = (frame: string) => hideCardNumbers(redactTokens(hideSigned(hideSecrets(frame)), hashToken));
  const recorder = opened.adopt(
    await openFrameRecorder({ pool: database.pool, redact, keepDays: keepFramesDays, log }),
    (open) => open.close(),
  );

  const money = opened.adopt(
    openMoney({
      ...{ pool: database.pool, ledger, clock, log },
      isKeeper: () => membership.isKeeper,
      providers: paymentProviders(config, { pool: database.pool, clock, log, isDemo }),
    }),
    (open) => open.close(),
  );
  for (const { name, capabilities } of money.payments.providers())
    if (capabilities.isTrial) log.warn({ provider: name }, 'a payment provider takes no money: it is for trials');

  const directory = new StationDirectory<StationLink>();
  const policy = {
    isLoopbackOnly: !mustSignIn(config),
    unknownStations: config.ocppUnknownStations,
    minimumProfile: Number(config.ocppMinSecurityProfile),
  };
  const meterTopics = opened.adopt(
    openMeterTopics({ url: config.energyMqttUrl || config.mqttBrokerUrl, log }),
    (open) => open.close(),
  );
  // The business sends commands through the door, and the door hands what stations say to the business.
  const stationCommands = stationCommandsOver({ directory, routes: cluster.routes, charging: () => charging, log });
  const us = ourParty(config);
  const roamingSide: { roaming?: Roaming } = {}; // there once the business is
  const demoPasswords = new Map<string, string>();
  let demo: Demo | undefined;
  const openedCharging = opened.adopt(
    await openCharging({
      database,
      ledger,
      installation,
      hashToken,
      contractRoots: await readContractRoots(config.contractRoots),
      certificateRules: {
        publicUrl: config.publicUrl,
        renewDays: config.certificateRenewDays,
        revocation: { hosts: config.revocationHosts, cacheMs: config.revocationCacheMinutes * 60_000 },
      },
      plugAndChargeRules: {
        emaidPrefix: config.emaidPrefix,
        isUnknownFine: config.contractRevocation === 'lenient',
        pool:
          config.contractPoolUrl === ''
            ? null
            : {
                ...{ url: config.contractPoolUrl, token: config.contractPoolToken, apiKey: config.contractPoolApiKey },
                timeoutMs: config.contractPoolSeconds * 1_000,
              },
      },
      openadr:
        config.openadrUrl === ''
          ? null
          : {
              url: config.openadrUrl,
              tokenUrl: config.openadrTokenUrl === '' ? null : config.openadrTokenUrl,
              clientId: config.openadrClientId === '' ? null : config.openadrClientId,
              clientSecret: config.openadrClientSecret === '' ? null : config.openadrClientSecret,
              programId: config.openadrProgram === '' ? null : config.openadrProgram,
              venName: config.openadrVen === '' ? null : config.openadrVen,
              everySeconds: config.openadrPollSeconds,
            },
      policy,
      isKeeper: () => membership.isKeeper,
      askKeeper: (what, args) => askKeeper(cluster, { what, args }),
      stationCommands,
      // Of stations that are to use another security profile: asked for once all doors are open.
      stationAddresses: () => ({
        plainUrl: stationAddress(addresses.ocpp, { config, certificates }),
        secureUrl: addresses.ocppTls && stationAddress(addresses.ocppTls, { config, certificates }),
        roots: rootsForStations(),
      }),
      money,
      payOrigin: () => addresses.api.replace(/\/$/, ''),
      serverCertificates: () => (certificates?.current() ?? []).map(({ leaf }) => leaf),
      fileHosts: config.firmwareHosts,
      fileRules: {
        url: config.filesUrl,
        maxLogBytes: config.logFileMaxMb * 1_048_576,
        keepLogDays: config.logFileKeepDays,
        ftpAddress: (address) => (ftp === undefined ? null : ftpAddress(address, ftp.port)),
      },
      subscribeToMeters: meterTopics.subscribe,
      priceHosts: config.energyPriceHosts,
      guardRules: guardRulesOf(config),
      quirkRules: quirks,
      keepMeterValuesDays: config.meterValuesKeepDays,
      sessionPatience: {
        withSignsHours: config.sessionSilentHours,
        withoutSignsHours: config.sessionOfflineHours,
      },
      isKeepingStations: config.stationsInSync === 'on',
      defaultListRoom: config.localListEntries,
      costUpdateSeconds: config.costUpdateSeconds,
      guests: { judge: async (ask) => roamingSide.roaming?.guests.judge(ask) },
      async changeFrames(change) {
        await recorder.flush();
        await changeFrames(database.pool, change);
      },
      timeZone: config.timeZone || new Intl.DateTimeFormat().resolvedOptions().timeZone,
      clock,
      log,
    }),
    (open) => open.close(),
  );
  opened.adopt(followBills({ pool: database.pool, log, payments: money.payments }), (open) => open.close());
  const charging: OpenCharging = isDemo
    ? typePasswords(openedCharging, (stationId, password) => {
        demoPasswords.set(stationId, password);
        demo?.typePassword(stationId, password);
      })
    : openedCharging;
  killSwitchGauge(metrics, () => charging.killSwitch.current().isOn);
  const openFiles = opened.adopt(await FileWatch.open(), (open) => open.close());
  const ftp =
    config.logFtpPort === 0 || !isFirst
      ? undefined
      : opened.adopt(
          await startFtp({
            host: config.host,
            port: config.logFtpPort,
            dataPorts: config.logFtpDataPorts,
            receive: charging.logFiles.receive,
          }),
          (open) => open.close(),
        );
  // Stations wait with what they have to tell, so their door is the first to open: as soon as it can be written down.
  const door = opened.adopt(
    await StationDoor.open({
      charging,
      ledger,
      recorder,
      redactTokens: redact,
      metrics: ocppMetrics(metrics, () => directory.size),
      log,
      directory,
      hold: cluster.hold,
      config,
      entrance,
      openFiles,
      serveFiles: serveFiles({ charging, log }),
      isOpen: !mustSignIn(config),
      databaseAwaySince: ledger.awaySince,
      time: { ...systemTime, now: () => clock.now() },
    }),
    (open) => open.close(),
  );
  membership.whenLapsed(() => door.endLost());
  opened.adopt(joinNodes({ cluster, charging: openedCharging, ledger, clock, log }), (open) => open.close());
  const byName = (address: string) => addressByName(address, { config, certificates });
  const addresses: Sigec['addresses'] = {
    api: '',
    ocpp: `ws://${hostInUrl(config.host)}:${door.port}/`,
    ocppTls: door.tlsPort === null ? null : byName(`wss://${hostInUrl(config.host)}:${door.tlsPort}/`),
    mcp: '',
    ...{ devices: null, mqtt: null, mqttTls: null, ucp: null },
  };
  if (!isFirst) {
    const running = opened.move();
    return {
      node: installation.nodeId,
      addresses,
      certificates: null,
      isPasswordRequired: isPasswordRequired(policy),
      signInLink: null,
      reloadCertificates: async () => certificates?.reload(),
      stop: () => running.disposeAsync(),
    };
  }
  const principals = opened.adopt(
    openPrincipals({ ...{ database, ledger, config, clock, log }, installationKey: installation.key }),
    (open) => open.close(),
  );
  const first = await principals.ensureFirstAdministrator(config);

  const registry = opened.adopt(
    createRegistry({
      ...{ pool: database.pool, ledger, may: principals.may, reads: principals.reads, clock, log },
      ...{ installationKey: installation.key, callsPerMinute: config.toolCallsPerMinute, approvals: config.approvals },
    }),
    (open) => open.close(),
  );
  const messages = {
    async read(stationId: string, query: MessageQuery) {
      await recorder.flush();
      return readFrames(database.pool, stationId, query, clock.now());
    },
  };
  // What agents do is narrowed to the sites of whoever they do it for.
  const narrowed = withinSites(charging);
  const automation = opened.adopt(
    openAutomation({
      ...{ pool: database.pool, ledger, registry, charging: narrowed, clock, log },
      isKeeper: () => membership.isKeeper,
      history: ledgerWithinSites(ledger, charging),
      ...{ installationKey: installation.key, may: principals.may, approvals: config.approvals },
      personById: principals.byId,
      people: principals.peopleIds,
      contactOf: principals.contactOf,
      smtp: { url: config.smtpUrl, from: config.smtpFrom },
      fetch: guardedFetch({ isLoopbackFine: !mustSignIn(config), allowedHosts: config.webhookHosts }),
      consoleUrl: config.publicUrl,
      contact: config.publicUrl.startsWith('https://') ? config.publicUrl : 'mailto:sigec@localhost',
    }),
    (open) => open.close(),
  );
  if (config.packs.includes('charging'))
    registry.addPack(
      chargingPack({
        ...{ charging: narrowed, ledger: ledgerWithinSites(ledger, charging) },
        messages: messagesWithinSites(messages, charging),
        may: principals.may,
        clock,
        automation,
        personById: principals.byId,
        stationFiles: stationFilesOf(config),
      }),
    );

  const answering: { assistant?: Assistant } = {}; // there once the tools are
  const deviceSide = config.packs.includes('devices')
    ? opened.adopt(
        await startDevices({
          ...{ config, entrance, database, ledger, installationKey: installation.key, metrics, clock, log },
          explain: imageDescriberOf(config, log),
          voice: openVoice({ config, principals, assistant: () => answering.assistant }),
          heardMeter: meterTopics.deliver,
        }),
        (open) => open.close(),
      )
    : undefined;
  const deviceNeeds = deviceSide && {
    ...{ devices: deviceSide.devices, charging, ledger, may: principals.may, registry, clock },
    allowedHosts: config.allowedHosts,
  };
  if (deviceNeeds !== undefined) {
    registry.addPack(devicesPack(deviceNeeds));
    opened.adopt(await announceTools({ ...deviceNeeds, packName: 'devices', log }), (open) => open.close());
  }

  const vehicleNeeds = config.packs.includes('vehicles')
    ? { pool: database.pool, ledger, charging: narrowed, clock }
    : undefined;
  if (vehicleNeeds !== undefined) {
    registry.addPack(vehiclesPack(vehicleNeeds));
    await stockIfEmpty({ pool: database.pool, clock }, config.demoVehicles || (isDemo ? usualStock.count : 0));
  }

  const shopTerms = {
    ...{ currency: config.bookshopCurrency, countries: config.bookshopCountries, rates: config.bookshopRates },
  };
  const shopPayments = choosePayments(config, { pool: database.pool, clock, log });
  const shop = config.packs.includes('bookshop')
    ? opened.adopt(
        openShop({
          ...{ pool: database.pool, ledger, payments: shopPayments, terms: shopTerms, clock, log },
          hashBuyer: (email) => keyedHash(installation.key, 'book-buyer', email).toString('base64url'),
        }),
        (open) => open.close(),
      )
    : undefined;
  if (shop !== undefined) {
    registry.addPack(bookshopPack({ shop }));
    if (isDemo || config.demoBooks === 'on') await shop.loadOursIfEmpty();
  }
  let { apiPort } = config; // where 0 is set, known once it is open
  const ucp =
    shop &&
    opened.adopt(
      await startUcp({
        ...{ config, entrance, shop, payments: shopPayments, pool: database.pool, ledger, principals },
        ...{ installationKey: installation.key, version, clock, log },
        apiPort: () => apiPort,
        tools: openRestView({ registry, clock, log, pack: 'bookshop' }),
      }),
      (open) => open.close(),
    );

  const mcp = opened.adopt(
    await startMcp({
      ...{ config, entrance, registry, principals, ledger, identity, version, log },
      installationKey: installation.key,
      apiPort: () => apiPort,
    }),
    (open) => open.close(),
  );
  const assistant = opened.adopt(
    new Assistant({
      ...{ config, principals, mcpAddress: mcp.address, clock, log },
      fetch: certificates && fetchTrusting(() => leavesOf(certificates.current())),
      conversations: conversationTable(database.pool, readConversation),
      allowancesOf: (owner) => allowanceTable(database.pool, owner),
    }),
    (open) => open.close(),
  );
  answering.assistant = assistant;
  const roaming =
    us &&
    opened.adopt(
      await openRoaming({
        ...{ pool: database.pool, ledger, charging, installationKey: installation.key, hashToken, us, clock, log },
        operator: config.ocpiName,
        timeZone: config.timeZone || new Intl.DateTimeFormat().resolvedOptions().timeZone,
        wire: wireOf({ config, us, clock, baseUrl: () => config.ocpiUrl || addresses.api }),
      }),
      (open) => open.close(),
    );
  if (roaming !== undefined) roamingSide.roaming = roaming;
  Object.assign(addresses, {
    ...deviceSide?.addresses,
    mcp: byName(mcp.address),
    ucp: ucp === undefined ? null : byName(ucp.address),
  } satisfies Partial<Sigec['addresses']>);
  const simulation = opened.adopt(
    new StationHouse({ url: addresses.ocpp.slice(0, -1), folder: join(config.dataDir, 'simulated') }),
    (house) => house.stop(),
  );
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
      money,
      shop: shop && { shop },
      vehicles: vehicleNeeds,
      devices: deviceNeeds,
      roaming: roaming && { roaming },
      ocpi: roaming && serveOcpi({ roaming, baseUrl: () => config.ocpiUrl || addresses.api, clock, log }),
      automation,
      simulation: { simulation, charging },
      audit: { read: (query) => readAudit(database.pool, query) },
      metrics,
      health: { reasonsNotReady: ledger.reasonsNotReady },
      installation: describeInstallation({
        ...{ config, pool: database.pool, registry, recent, startedAt, clock, keepMessagesDays: keepFramesDays },
        health: { reasonsNotReady: ledger.reasonsNotReady },
        stationsOnline: () => directory.size,
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
      sentenceOf,
      about: () => ({ version, addresses: { ...addresses, api: `${addresses.api}/api` } }),
      log,
      consoleFolder: join(import.meta.dirname, '..', 'console', 'dist'),
    }),
    (open) => open.close(),
  );
  await automation.start();
  apiPort = http.port;
  addresses.api =
    config.publicUrl || byName(`${entrance.isTls ? 'https' : 'http'}://${hostInUrl(config.host)}:${http.port}`);
  await certificates?.begin({ apiPort: http.port });

  if (isDemo) {
    await seedDemo(charging, {
      stationIds: knownDemoStations,
      isPasswordRequired: isPasswordRequired(policy),
      stationsAtSites: demoStationsAtSites,
      tokens: demoTokens,
      blockedToken: blockedDemoToken,
    });
    const memoryDir = join(config.dataDir, 'demo');
    const url = addresses.ocpp.slice(0, -1);
    demo = opened.adopt(startDemo({ url, memoryDir, passwords: demoPasswords }), (each) => each.stop());
    if (deviceSide !== undefined) {
      const needs = { devices: deviceSide.devices, charging, siteId: demoSiteId, log };
      const { devices: otaUrl } = deviceSide.addresses;
      const onCode = (device: DemoDevice, code: string) => void activateDemoDevice(needs, { ...device, code });
      opened.adopt(await startDemoDevices({ otaUrl, memoryDir, onCode }), (each) => each.stop());
    }
  }
  const running = opened.move();
  return {
    node: installation.nodeId,
    addresses,
    certificates: certificates === undefined ? null : shownCertificates(certificates),
    isPasswordRequired: isPasswordRequired(policy),
    signInLink: first.status === 'link' ? `${addresses.api}${first.path}` : null,
    reloadCertificates: async () => certificates?.reload(),
    stop: () => running.disposeAsync(),
  };
}
