import { systemTime } from '#base/clock.ts';
import { hostInUrl } from '#base/hosts.ts';
import { bookTerminals } from '#charging/bill-payments/book-terminals.ts';
import { followBills } from '#charging/bill-payments/follow-bills.ts';
import { readRoots } from '#charging/certificates/read-roots.ts';
import { killSwitchGauge } from '#charging/commands/kill-switch-gauge.ts';
import { ftpAddress } from '#charging/files/file-address.ts';
import { type OpenCharging, openCharging } from '#charging/open-charging.ts';
import { isPasswordRequired } from '#charging/stations/accept-station.ts';
import { StationDirectory } from '#cluster/station-directory.ts';
import { openMeterTopics } from '#doors/device/mqtt/meter-topics.ts';
import { startFtp } from '#doors/files/ftp/start-ftp.ts';
import { serveFiles } from '#doors/files/serve-files.ts';
import { addressByName, stationAddress } from '#doors/http-server/tls/address-by-name.ts';
import { stationRoots } from '#doors/http-server/tls/station-roots.ts';
import { ocppMetrics } from '#doors/ocpp/link/ocpp-metrics.ts';
import { StationDoor } from '#doors/ocpp/link/station-door.ts';
import type { StationLink } from '#doors/ocpp/link/station-link.ts';
import { quirks } from '#doors/ocpp/quirks/quirks.ts';
import { stationCommandsOver } from '#doors/ocpp/station-commands.ts';
import { changeFrames } from '#ledger/frames/change-frames.ts';
import { openMoney } from '#money/open-money.ts';
import { paymentProviders } from '#money/providers/payment-providers.ts';
import { mustSignIn } from '#principals/may.ts';
import type { Roaming } from '#roaming/open-roaming.ts';
import { askKeeper } from './ask-keeper.ts';
import { chargingSettings } from './charging-settings.ts';
import type { DemoNetwork } from './demo-network.ts';
import { joinNodes } from './join-nodes.ts';
import type { Foundation } from './open-foundation.ts';

/** Where the product is reached. `devices`, `mqtt`, `ucp`: null where the pack is off. */
export type Addresses = {
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

/** The business of stations with its money, and the door that stations come to. */
export async function openStations(opened: AsyncDisposableStack, base: Foundation, demo: DemoNetwork | undefined) {
  const { config, clock, log, database, installation, ledger, cluster, metrics, certificates, recorder } = base;
  const { membership } = cluster;
  const money = opened.adopt(
    openMoney({
      pool: database.pool,
      ledger,
      clock,
      log,
      isKeeper: () => membership.isKeeper,
      providers: paymentProviders(config, { pool: database.pool, clock, log, isDemo: demo !== undefined }),
    }),
    (open) => open.close(),
  );
  for (const { name, capabilities } of money.payments.providers())
    if (capabilities.isTrial) log.warn({ provider: name }, 'a payment provider takes no money: it is for trials');

  const directory = new StationDirectory<StationLink>();
  const settings = chargingSettings(config);
  const meterTopics = opened.adopt(
    openMeterTopics({ url: config.energyMqttUrl || config.mqttBrokerUrl, log }),
    (open) => open.close(),
  );
  const rootsForStations = await stationRoots({ config, certificates });
  // The business sends commands through the door, and the door hands what stations say to the business.
  const stationCommands = stationCommandsOver({ directory, routes: cluster.routes, charging: () => charging, log });
  const guests: { roaming?: Roaming } = {}; // there once partners are
  const openedCharging = opened.adopt(
    await openCharging({
      database,
      readReplica: base.readReplica,
      ledger,
      installation,
      money,
      stationCommands,
      clock,
      log,
      ...settings,
      hashToken: base.hashToken,
      contractRoots: await readRoots('CONTRACT_ROOTS', config.contractRoots),
      stationTrust: {
        roots: await readRoots('STATION_ROOTS', config.stationRoots),
        isUnknownFine: config.stationRevocation === 'lenient',
      },
      isKeeper: () => membership.isKeeper,
      askKeeper: (what, args) => askKeeper(cluster, { what, args }),
      // Of stations that are to use another security profile: asked for once all doors are open.
      stationAddresses: () => ({
        plainUrl: stationAddress(addresses.ocpp, { config, certificates }),
        secureUrl: addresses.ocppTls && stationAddress(addresses.ocppTls, { config, certificates }),
        roots: rootsForStations(),
      }),
      payOrigin: () => addresses.api.replace(/\/$/, ''),
      serverCertificates: () => (certificates?.current() ?? []).map(({ leaf }) => leaf),
      fileRules: {
        url: config.filesUrl,
        maxLogBytes: config.logFileMaxMb * 1_048_576,
        keepLogDays: config.logFileKeepDays,
        ftpAddress: (address) => (ftp === undefined ? null : ftpAddress(address, ftp.port)),
      },
      subscribeToMeters: meterTopics.subscribe,
      publishToBroker: meterTopics.publish,
      quirkRules: quirks,
      guests: {
        judge: async (ask) => guests.roaming?.guests.judge(ask),
        reveal: async (tokenId) => guests.roaming?.guests.reveal(tokenId),
      },
      async changeFrames(change) {
        await recorder.flush();
        await changeFrames(database.pool, change);
      },
    }),
    (open) => open.close(),
  );
  opened.adopt(followBills({ pool: database.pool, log, payments: money.payments }), (open) => open.close());
  opened.adopt(bookTerminals({ pool: database.pool, ledger, clock, log }), (open) => open.close());
  const charging: OpenCharging = demo?.typingPasswords(openedCharging) ?? openedCharging;
  killSwitchGauge(metrics, () => charging.killSwitch.current().isOn);
  const ftp =
    config.logFtpPort === 0 || !base.isFirst
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
      directory,
      config,
      openFiles: base.openFiles,
      log,
      redactTokens: base.redact,
      metrics: ocppMetrics(metrics, () => directory.size),
      hold: cluster.hold,
      entrance: base.entrance,
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
  const addresses: Addresses = {
    api: '',
    ocpp: `ws://${hostInUrl(config.host)}:${door.port}/`,
    ocppTls: door.tlsPort === null ? null : byName(`wss://${hostInUrl(config.host)}:${door.tlsPort}/`),
    mcp: '',
    devices: null,
    mqtt: null,
    mqttTls: null,
    ucp: null,
  };
  return {
    charging,
    money,
    directory,
    meterTopics,
    addresses,
    byName,
    isPasswordRequired: isPasswordRequired(settings.policy),
    /** Before this node ends: they go to other nodes, spread over the time. */
    sendStationsAway: (overMs: number) => door.drain(overMs),
    /** From then on drivers of partners may charge here. */
    welcomeGuests(roaming: Roaming) {
      guests.roaming = roaming;
    },
  };
}

export type Stations = Awaited<ReturnType<typeof openStations>>;
