import { imageDescriberOf } from '#assistant/providers/describe-image.ts';
import type { Assistant } from '#assistant/service/assistant.ts';
import { openAutomation } from '#automation/open-automation.ts';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { version } from '#base/version.ts';
import { openShop } from '#bookshop/open-shop.ts';
import { choosePayments } from '#bookshop/payments/choose-payments.ts';
import { ledgerWithinSites, messagesWithinSites } from '#charging/read-within-sites.ts';
import { withinSites } from '#charging/within-sites.ts';
import type { MessageQuery } from '#contract/stations/message.ts';
import { startDevices } from '#doors/device/start-devices.ts';
import { conformanceAddress } from '#doors/mcp/conformance/pack.ts';
import { openRestView } from '#doors/mcp/rest-view/rest-view.ts';
import { startUcp } from '#doors/ucp/start-ucp.ts';
import { readFrames } from '#ledger/frames/read-frames.ts';
import { keyedHash } from '#ledger/installation.ts';
import { bookshopPack } from '#packs/bookshop/pack.ts';
import { stationFilesOf } from '#packs/charging/needs.ts';
import { chargingPack } from '#packs/charging/pack.ts';
import { announceTools } from '#packs/devices/announced/announce-tools.ts';
import { devicesPack } from '#packs/devices/pack.ts';
import { moneyPack } from '#packs/money/pack.ts';
import type { KnownPartners } from '#packs/money/partners.ts';
import { vehiclesPack } from '#packs/vehicles/pack.ts';
import { mustSignIn } from '#principals/may.ts';
import type { Principals } from '#principals/principals.ts';
import { createRegistry, type Registry } from '#tools/registry.ts';
import { stockIfEmpty, usualStock } from '#vehicles/stock/fill-stock.ts';
import { timeZoneOf } from './charging-settings.ts';
import type { Foundation } from './open-foundation.ts';
import type { Stations } from './open-stations.ts';
import { openVoice } from './open-voice.ts';

type Needs = {
  base: Foundation;
  stations: Stations;
  principals: Principals;
  isDemo: boolean;
  /** Known once roaming is. */
  partners(): KnownPartners | undefined;
  /** Known once the tools are. */
  assistant(): Assistant | undefined;
  /** Where 0 is set, known once it is open. */
  apiPort(): number;
};

/** The four subjects of agents in one registry, each with the doors that are its own: devices, and the shop over UCP. */
export async function openPacks(opened: AsyncDisposableStack, needs: Needs) {
  const { base, stations, principals } = needs;
  const { config, clock, log, database, installation, ledger, recorder } = base;
  const { charging } = stations;
  const makeRegistry = () =>
    opened.adopt(
      createRegistry({
        pool: database.pool,
        ledger,
        may: principals.may,
        reads: principals.reads,
        clock,
        log,
        installationKey: installation.key,
        callsPerMinute: config.toolCallsPerMinute,
        others: base.cluster.channel,
        approvals: config.approvals,
      }),
      (open) => open.close(),
    );
  const registry = makeRegistry();
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
      pool: database.pool,
      ledger,
      registry,
      charging: narrowed,
      clock,
      log,
      isKeeper: () => base.cluster.membership.isKeeper,
      history: ledgerWithinSites(ledger, charging),
      installationKey: installation.key,
      may: principals.may,
      approvals: config.approvals,
      personById: principals.byId,
      people: principals.peopleIds,
      contactOf: principals.contactOf,
      smtp: { url: config.smtpUrl, from: config.smtpFrom },
      fetch: guardedFetch({ isLoopbackFine: !mustSignIn(config), allowedHosts: config.webhookHosts }),
      consoleUrl: config.publicUrl,
      timeZone: timeZoneOf(config),
      contact: config.publicUrl.startsWith('https://') ? config.publicUrl : 'mailto:sigec@localhost',
    }),
    (open) => open.close(),
  );
  if (config.packs.includes('charging'))
    registry.addPack(
      chargingPack({
        charging: narrowed,
        ledger: ledgerWithinSites(ledger, charging),
        messages: messagesWithinSites(messages, charging),
        may: principals.may,
        clock,
        automation,
        personById: principals.byId,
        stationFiles: stationFilesOf(config),
      }),
    );
  if (config.packs.includes('money'))
    registry.addPack(moneyPack({ charging, money: stations.money, partners: needs.partners }));
  const devices = await openDevices(opened, { ...needs, registry });

  const vehicles = config.packs.includes('vehicles')
    ? { pool: database.pool, ledger, charging: narrowed, clock }
    : undefined;
  if (vehicles !== undefined) {
    registry.addPack(vehiclesPack(vehicles));
    await stockIfEmpty({ pool: database.pool, clock }, config.demoVehicles || (needs.isDemo ? usualStock.count : 0));
  }
  return {
    registry,
    further: config.mcpConformance === '1' ? [conformanceAddress(makeRegistry)] : [],
    messages,
    automation,
    ...devices,
    vehicles,
    ...(await openBookshop(opened, { ...needs, registry })),
  };
}

type WithRegistry = Needs & { registry: Registry };

async function openDevices(
  opened: AsyncDisposableStack,
  { base, stations, principals, assistant, registry }: WithRegistry,
) {
  const { config, clock, log, database, installation, ledger } = base;
  if (!config.packs.includes('devices')) return { deviceSide: undefined, devices: undefined };
  const deviceSide = opened.adopt(
    await startDevices({
      config,
      database,
      nodes: base.cluster,
      ledger,
      installationKey: installation.key,
      clock,
      log,
      entrance: base.entrance,
      metrics: base.metrics,
      explain: imageDescriberOf(config, log),
      voice: openVoice({ config, principals, assistant }),
      heardMeter: stations.meterTopics.deliver,
    }),
    (open) => open.close(),
  );
  const devices = {
    devices: deviceSide.devices,
    charging: stations.charging,
    ledger,
    may: principals.may,
    registry,
    clock,
    allowedHosts: config.allowedHosts,
  };
  registry.addPack(devicesPack(devices));
  opened.adopt(await announceTools({ ...devices, packName: 'devices', log }), (open) => open.close());
  return { deviceSide, devices };
}

async function openBookshop(
  opened: AsyncDisposableStack,
  { base, principals, registry, isDemo, apiPort }: WithRegistry,
) {
  const { config, clock, log, database, installation, ledger } = base;
  if (!config.packs.includes('bookshop')) return { shop: undefined, ucp: undefined };
  const payments = choosePayments(config, { pool: database.pool, clock, log });
  const { bookshopCurrency: currency, bookshopCountries: countries, bookshopRates: rates } = config;
  const shop = opened.adopt(
    openShop({
      pool: database.pool,
      ledger,
      payments,
      terms: { currency, countries, rates },
      clock,
      log,
      hashBuyer: (email) => keyedHash(installation.key, 'book-buyer', email).toString('base64url'),
    }),
    (open) => open.close(),
  );
  registry.addPack(bookshopPack({ shop }));
  if (isDemo || config.demoBooks === 'on') await shop.loadOursIfEmpty();
  const ucp = opened.adopt(
    await startUcp({
      config,
      entrance: base.entrance,
      shop,
      payments,
      pool: database.pool,
      ledger,
      principals,
      installationKey: installation.key,
      version,
      clock,
      log,
      apiPort,
      tools: openRestView({ registry, clock, log, pack: 'bookshop' }),
    }),
    (open) => open.close(),
  );
  return { shop, ucp };
}
