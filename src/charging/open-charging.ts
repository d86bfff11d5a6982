import type { X509Certificate } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { type Duty, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { AskStart, AskStop } from '#contract/sessions/order.ts';
import type { Quirk } from '#contract/stations/quirk.ts';
import type {
  AcceptStation,
  GrantExemption,
  PendingReason,
  RejectStation,
  StationFilter,
} from '#contract/stations/station.ts';
import type { Database } from '#database/database.ts';
import type { FrameChange } from '#ledger/frames/change-frames.ts';
import type { Installation } from '#ledger/installation.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Money } from '#money/open-money.ts';
import type { Actor } from '#principals/actor.ts';
import { AfterCommit } from './after-commit.ts';
import type { AtSites } from './at-sites.ts';
import { openAttention } from './attention/open-attention.ts';
import { checkStart } from './authorization/check-start.ts';
import type { Guests } from './authorization/guests.ts';
import { openAuthorization } from './authorization/open-authorization.ts';
import { openCacheKeeper } from './authorization-caches/keep-caches.ts';
import { openBatterySwaps } from './battery-swaps/open-battery-swaps.ts';
import { openBilling } from './billing/open-billing.ts';
import { openCampaigns } from './campaigns/open-campaigns.ts';
import { type CertificateRules, openCertificates } from './certificates/open-certificates.ts';
import { askedPowerKw } from './charging-profiles/asked-power.ts';
import { openChargingProfiles } from './charging-profiles/open-charging-profiles.ts';
import { askOfRounds } from './commands/ask-of-rounds.ts';
import { CommandOutbox } from './commands/command-outbox.ts';
import { readCommands, readCommandsByRequest } from './commands/command-store.ts';
import { endLeftOpen } from './commands/end-left-open.ts';
import { openGuard } from './commands/guard.ts';
import type { GuardRules } from './commands/guard-rules.ts';
import { KillSwitch, type KillSwitchControl } from './commands/kill-switch.ts';
import { openRefusalLimit } from './commands/refusal-limit.ts';
import {
  type Ask,
  type AskMany,
  getCommand,
  type RawAsk,
  runCommand,
  runManyCommands,
  runRaw,
  wouldRefuse,
} from './commands/run-command.ts';
import { unlessKillSwitch } from './commands/unless-kill-switch.ts';
import { openCustomerInformation } from './customer-information/open-customer-information.ts';
import { openDataTransfer } from './data-transfer/open-data-transfer.ts';
import { openDer } from './der/open-der.ts';
import { openDesiredSettings } from './desired-settings/open-desired-settings.ts';
import { openDisplays } from './displays/open-displays.ts';
import { openDrivers } from './drivers/open-drivers.ts';
import type { VenSettings } from './energy/grid/openadr/open-ven.ts';
import type { Subscribe } from './energy/inputs/meters/keep-meters.ts';
import { type AskKeeper, openEnergy } from './energy/open-energy.ts';
import { type FileRules, fileAddress, usualFileRules } from './files/file-address.ts';
import { openCatalogue } from './firmware/catalogue/open-catalogue.ts';
import { openFirmware } from './firmware/open-firmware.ts';
import { openGuests } from './guests/open-guests.ts';
import { openHealth } from './health/open-health.ts';
import { hearElsewhere } from './hear-elsewhere.ts';
import { openLivePower } from './live-power/open-live-power.ts';
import { readHolders } from './local-lists/list-content-store.ts';
import { openLocalLists } from './local-lists/open-local-lists.ts';
import { openLogFiles } from './log-files/open-log-files.ts';
import { openLogs } from './logs/open-logs.ts';
import { LongQuestions } from './long-questions.ts';
import { openMeterValues } from './meter-values/open-meter-values.ts';
import { openMonitoring } from './monitoring/open-monitoring.ts';
import { openOutages } from './outages/open-outages.ts';
import { openPaymentAddresses } from './payment-addresses/open-payment-addresses.ts';
import { openPayments } from './payments/open-payments.ts';
import { openPlugAndCharge, type PlugAndChargeRules } from './plug-and-charge/open-plug-and-charge.ts';
import { openQuirkSwitches } from './quirk-switches/open-quirk-switches.ts';
import { reactionsOf } from './reactions.ts';
import { makeReceipt } from './receipts/make-receipt.ts';
import { reconcileStations } from './reconcile/reconcile-stations.ts';
import { openReports } from './reports/open-reports.ts';
import { openReservations } from './reservations/open-reservations.ts';
import { describeSecurity } from './security/describe-security.ts';
import { openSecurity } from './security/open-security.ts';
import { openUpgrades } from './security/upgrade/open-upgrades.ts';
import type { ServerAddresses } from './security/upgrade/run-upgrade.ts';
import { watchExpiry } from './security/watch-expiry.ts';
import { openSessionLimits } from './session-limits/open-session-limits.ts';
import { openSessionReports } from './session-reports/open-session-reports.ts';
import { openSessions } from './sessions/open-sessions.ts';
import { startSession, stopSession, type Waiting } from './sessions/orders/order-session.ts';
import { describeSession } from './sessions/store/describe-session.ts';
import type { Patience } from './sessions/upkeep/forgotten/judge-silence.ts';
import { openSites } from './sites/open-sites.ts';
import type { StationCommands } from './station-commands.ts';
import { acceptStation } from './stations/accept-station.ts';
import {
  type AdmissionPolicy,
  admitStation,
  isStationPassword,
  noteNameless,
  noteRefused,
  raiseFloor,
  type Visitor,
} from './stations/admit-station.ts';
import { DisconnectOutbox, markLeftBehind } from './stations/disconnect-outbox.ts';
import { endExemption, exemptFromPassword } from './stations/exempt-station.ts';
import { findStations, getStation, stationsNamed } from './stations/find-stations.ts';
import { LastSeen } from './stations/last-seen.ts';
import { type PendingStation, PendingStations } from './stations/pending-stations.ts';
import {
  type Connection,
  type LostConnection,
  recordBoot,
  recordConnected,
  recordConnectorStatus,
} from './stations/record-station.ts';
import { rejectStation } from './stations/reject-station.ts';
import { renewPassword } from './stations/renew-password.ts';
import { SignIns } from './stations/sign-ins.ts';
import type { BootReport, ConnectorReport } from './stations/station-facts.ts';
import { StationRegister } from './stations/station-register.ts';
import { openStreams } from './streams/open-streams.ts';
import { sweepNode } from './sweep-node.ts';
import { openTariffKeeper } from './tariffs/keep-tariffs.ts';
import { openTariffs } from './tariffs/open-tariffs.ts';
import { CostTeller } from './tariffs/tell-costs.ts';
import { openTickets } from './tickets/open-tickets.ts';
import { openVariables } from './variables/open-variables.ts';

export type ChargingNeeds = Duty & {
  database: Database;
  ledger: Ledger;
  installation: Installation;
  /** A driver's token as it may be kept: the keyed hash, the same for the same token in any case. */
  hashToken(token: string): string;
  contractRoots: readonly X509Certificate[];
  certificateRules: CertificateRules;
  plugAndChargeRules: PlugAndChargeRules;
  policy: AdmissionPolicy;
  stationCommands: StationCommands;
  stationAddresses(): ServerAddresses;
  /** Whoever takes the money of people without an account. */
  money: Money;
  /** Where our own pages are reached, without a path: addresses for payments begin with it. */
  payOrigin(): string;
  /** Certificates that our own ports show. */
  serverCertificates(): readonly X509Certificate[];
  /** Hosts of firmware that may be asked although they stand in a private network. */
  fileHosts: readonly string[];
  /** Where stations bring files to and fetch them from, and how much of them; absent: as usual. */
  fileRules?: FileRules | undefined;
  /** Hears topics of the broker where meters of sites publish; absent: there is none. */
  subscribeToMeters?: Subscribe | undefined;
  /** Hosts of prices of energy that may be asked although they stand in a private network. */
  priceHosts?: readonly string[] | undefined;
  guardRules: GuardRules;
  quirkRules: readonly Quirk[];
  /** How many days meter values are kept; 0: for ever. */
  keepMeterValuesDays: number;
  sessionPatience: Patience;
  /** Whether lists and settings of stations are kept in sync unless somebody says otherwise. */
  isKeepingStations: boolean;
  /** How many tokens a station is given that does not say how many it can hold. */
  defaultListRoom: number;
  /** How old the cost may be that a station was last told of a running session; 0: none is told. */
  costUpdateSeconds: number;
  /** Who knows drivers of other providers; absent: nobody. */
  guests?: Guests | undefined;
  changeFrames(change: FrameChange): Promise<void>;
  askKeeper?: AskKeeper | undefined;
  /** The server of the grid operator (OpenADR 3); absent: nobody is asked. */
  openadr?: VenSettings | null;
  /** Of stations that stand at no site. */
  timeZone: string;
  clock: Clock;
  log: Log;
};

export type OpenCharging = Awaited<ReturnType<typeof openCharging>>;

/** The business as the doors see it: every use case, bound to what it needs. */
export type Charging = Omit<OpenCharging, 'close'>;

export async function openCharging(given: ChargingNeeds) {
  const { pool } = given.database;
  const register = new StationRegister(pool);
  const lastSeen = new LastSeen({ pool, log: given.log });
  const { nodeId, key: installationKey } = given.installation;
  const afterCommit = new AfterCommit();
  const ledger = afterCommit.over(given.ledger);
  const outbox = new CommandOutbox({ ...given, ledger });
  const killSwitch = await KillSwitch.open({ ...given, pool });
  const guard = openGuard({
    ...{ ...given, pool, nodeId, rules: given.guardRules, killSwitch },
    askedPowerKw: (asked) => askedPowerKw(pool, asked),
  });
  const refusals = openRefusalLimit(given);
  const needs = {
    ...{ ...given, ledger, outbox, guard, refusals, pool, register, lastSeen },
    ...{ pendingStations: new PendingStations(), questions: new LongQuestions(pool), nodeId, installationKey },
  };
  const { pendingStations } = needs;
  const runOurs = unlessKillSwitch(killSwitch, (ask: Ask) => runCommand(needs, ask));
  const disconnects = new DisconnectOutbox(needs);
  const leftBehind = await markLeftBehind(pool, nodeId);
  if (leftBehind > 0)
    given.log.info({ stations: leftBehind }, 'stations of the last run are offline until they return');
  const leftOpen = await endLeftOpen(pool, nodeId);
  if (leftOpen > 0) given.log.info({ commands: leftOpen }, 'commands of the last run have no answer');
  await register.load();
  const quirks = await openQuirkSwitches(needs);
  const sites = openSites(needs);
  const tariffs = openTariffs({ ...needs, sites });
  const authorization = openAuthorization({
    ...needs,
    contractTrust: {
      roots: () => certificates.contractRoots(),
      checkRevocation: (chain) => certificates.checkRevocation(chain),
      askStatus: (hash, responderUrl) => certificates.askStatus(hash, responderUrl),
      tokenOf: (serialNumber) => plugAndCharge.tokenOf(serialNumber),
      isUnknownFine: given.plugAndChargeRules.isUnknownFine,
    },
    findTariff: tariffs.find,
    whichApplies: tariffs.whichApplies,
    placeOf: sites.placeOf,
    isListed: async (stationId, tokenId) => (await readHolders(pool, [tokenId])).has(stationId),
  });
  const reservations = openReservations({
    ...needs,
    authorization,
    getStation: (stationId) => getStation(needs, stationId),
    runCommand: (ask) => runCommand(needs, ask),
    killSwitch,
  });
  const outages = openOutages(needs);
  const streams = openStreams(needs);
  const meterValues = await openMeterValues(needs);
  const signIns = new SignIns();
  const security = openSecurity({ ...needs, signIns });
  const certificates = openCertificates({ ...needs, runOurs, runCommand: (ask) => runCommand(needs, ask) });
  const plugAndCharge = openPlugAndCharge(
    {
      ...needs,
      ...{ authorities: certificates.authorities, addresses: certificates.addresses },
      emaidPrefix: given.plugAndChargeRules.emaidPrefix,
      tokens: authorization,
      emaidOf: authorization.emaidOf,
      isRevoked: certificates.isRevoked,
    },
    given.plugAndChargeRules,
  );
  const sessions = openSessions({
    ...needs,
    patience: given.sessionPatience,
    isKillSwitchOn: () => killSwitch.isOn,
    runCommand: runOurs,
    usedBy: reservations.usedBy,
  });
  const payments = openPayments(needs);
  const paymentAddresses = openPaymentAddresses(needs);
  const sessionLimits = openSessionLimits({ ...needs, sessions });
  const costTeller = new CostTeller({ ...needs, tariffs, everySeconds: given.costUpdateSeconds });
  const billing = openBilling({ ...needs, tariffs, sessions });
  const chargingProfiles = openChargingProfiles({
    ...needs,
    sessions,
    runCommand: (ask) => runCommand(needs, ask),
    energyPlans: {
      answerFor: (place) => energy.plans.answerFor(place),
      promise: (stationId, sessionId) => energy.plans.promise(stationId, sessionId),
    },
  });
  const runChecked = async (ask: Ask) => {
    await checkStart({ register, authorization }, ask);
    return runCommand(needs, ask);
  };
  const orders = {
    ledger: given.ledger,
    sessions,
    runCommand: runChecked,
    getStation: (stationId: string) => getStation(needs, stationId),
    stationsNamed: (ids: readonly string[]) => stationsNamed(needs, ids),
  };
  const keeping = {
    ...needs,
    isKeeping: given.isKeepingStations,
    runCommand: runOurs,
    askOfRounds: askOfRounds({ ...given, killSwitch, afterCommit }),
    slowestCommitMs: () => afterCommit.takeSlowestCommitMs(),
  };
  const receipt = (sessionId: string) => makeReceipt({ ...needs, sites, sessions, billing, meterValues }, sessionId);
  const guests = openGuests({
    ...needs,
    ...{ authorization, tariffs, sites, sessions, sessionLimits, paymentAddresses, receipt, runCommand: runChecked },
    getStation: orders.getStation,
    versionOf: (stationId) => given.stationCommands.versionOf(stationId),
  });
  const { localLists, keeper: lists } = openLocalLists(keeping);
  const { desiredSettings, keeper: settings } = openDesiredSettings(keeping);
  const prices = openTariffKeeper({ ...keeping, tariffs });
  const caches = openCacheKeeper(keeping);
  const stationKeeper = reconcileStations({ ...keeping, afterCommit, killSwitch, lists, settings, prices, caches });
  const admitting = {
    ...needs,
    signIns,
    noteLowProfile: (stationId: string) => security.recordOwn({ stationId, type: 'ProfileMismatch', details: null }),
    async isOwnCertificate(shown: { stationId: string; certificate: X509Certificate }) {
      const verdict = await certificates.checkStationCertificate(shown);
      if (verdict === 'good') return true;
      const { stationId } = shown;
      await security.recordOwn({ stationId, type: 'InvalidChargingStationCertificate', details: verdict });
      return false;
    },
  };
  const fileRules = given.fileRules ?? usualFileRules;
  const filesOf = (stationId: string) =>
    fileAddress({ rules: fileRules, addresses: given.stationAddresses(), signIn: signIns.of(stationId) });
  const firmwareCatalogue = openCatalogue({ ...needs, addressOf: filesOf });
  const firmware = openFirmware({
    ...needs,
    fileHosts: given.fileHosts,
    isVerifiedHere: (location) => firmwareCatalogue.isVerified(location),
  });
  const securityUpgrades = await openUpgrades({
    ...needs,
    addresses: given.stationAddresses,
    runCommand: runOurs,
    versionOf: (stationId) => given.stationCommands.versionOf(stationId),
    lastSignIn: (stationId) => signIns.of(stationId),
    raiseFloor: (stationId, profile) => raiseFloor(needs, { stationId, profile }),
    hasCertificateSince: (stationId, since) => certificates.hasDeliveredSince(stationId, since),
  });
  const campaigns = openCampaigns({
    ...needs,
    timeZone: given.timeZone,
    catalogue: firmwareCatalogue,
    runCommand: runOurs,
    startRenewals: (wanted, actor) => certificates.startRenewals(wanted, actor),
    hasDeliveredSince: (stationId, since) => certificates.hasDeliveredSince(stationId, since),
  });
  const logFiles = openLogFiles({
    ...needs,
    maxBytes: fileRules.maxLogBytes,
    keepDays: fileRules.keepLogDays,
    uploadAddress(stationId, way) {
      if (way === 'ftp') return fileRules.ftpAddress(filesOf(stationId));
      const address = filesOf(stationId);
      return address === null ? null : `${address}/files/logs/{token}`;
    },
    runCommand: (ask) => runCommand(needs, ask),
  });
  const livePower = openLivePower(needs);
  const variables = openVariables(needs);
  const energy = openEnergy({
    ...needs,
    sites,
    sessions,
    variables,
    versionOf: (stationId) => given.stationCommands.versionOf(stationId),
    runCommand: runOurs,
    ask: keeping.askOfRounds,
    isKillSwitchOn: () => killSwitch.isOn,
    openadr: given.openadr ?? null,
  });
  const reports = openReports({ ...needs, sites, outages });
  const health = openHealth({ ...needs, reports });
  health.listen(afterCommit);
  const expiry = watchExpiry({ ...needs, certificates, serverCertificates: given.serverCertificates });
  afterCommit.react(
    reactionsOf({
      authorization,
      billing,
      campaigns,
      costTeller,
      energy,
      guests,
      quirks,
      reservations,
      security,
      securityUpgrades,
      sessions,
    }),
  );
  const elsewhere = hearElsewhere({
    ...{ register, pendingStations, authorization, energy, quirks, reservations, securityUpgrades },
    failed: (error) => willRetry(given.log, 'read what another node has changed', error),
  });
  return {
    /** What other nodes commit and tell. */
    elsewhere: {
      ...elsewhere,
      renewStation: (stationId: string) => register.renew(stationId),
      /** After a time alone. */
      async renew(): Promise<void> {
        await register.load();
        authorization.forgetAll();
      },
      onPending(tell: (pending: PendingStation) => void): void {
        pendingStations.onChange = tell;
      },
      learnPending: (pending: PendingStation) => pendingStations.learn(pending),
      /** A session has begun or ended there. */
      noticeSession(stationId: string): void {
        energy.noticeStation(stationId);
        billing.wake();
      },
      onSession(tell: (stationId: string) => void): void {
        afterCommit.react({
          'session-event': ({ stationId, body }) => {
            if (stationId !== null && body.type !== 'updated') tell(stationId);
          },
        });
      },
      answerAsKeeper: energy.answerAsKeeper,
      /** It is dead: its stations are away until they return, and what it asked of others has no answer. */
      sweep: (node: string) => sweepNode(pool, node),
    },
    // What stations do.
    admitStation: (visitor: Visitor) => admitStation(admitting, visitor),
    isStationPassword: (shown: { stationId: string; password: Buffer }) => isStationPassword(needs, shown),
    /** Listed as pending, and told to people; after it was refused. */
    noteRefused: (visitor: Visitor, reason: PendingReason) => noteRefused(admitting, visitor, reason),
    /** A charger that was set up without an id is listed as pending. Says whether it is new there. */
    noteNameless: (visitor: Pick<Visitor, 'address' | 'version'>) => noteNameless(admitting, visitor),
    recordBoot: (report: BootReport) => recordBoot(needs, report),
    recordConnectorStatus: (report: ConnectorReport) => recordConnectorStatus(needs, report),
    recordConnected(connection: Omit<Connection, 'profile'>) {
      disconnects.returned(connection.stationId, connection.epoch);
      return recordConnected(needs, { ...connection, profile: signIns.of(connection.stationId)?.profile ?? null });
    },
    recordDisconnected: (lost: LostConnection) => disconnects.left(lost),
    /** In memory, flushed in batches: a heartbeat costs no write. */
    noteSeen: (stationId: string, at: Date) => lastSeen.note(stationId, at),

    // What people, programs and agents ask.
    findStations: (filter: StationFilter & AtSites) => findStations(needs, filter),
    getStation: (stationId: string) => getStation(needs, stationId),
    stationsNamed: (ids: readonly string[]) => stationsNamed(needs, ids),
    acceptStation: (stationId: string, options: AcceptStation, actor: Actor) =>
      acceptStation(needs, { stationId, options, actor }),
    /** A new password for a station that is ours; the old one is worth nothing from then on. */
    renewPassword: (stationId: string, actor: Actor) => renewPassword(needs, { stationId, actor }),
    /** Security profile 0 for one station, from one network and for a time. */
    exemptFromPassword: (stationId: string, exemption: GrantExemption, actor: Actor) =>
      exemptFromPassword({ ...needs, signIns }, { stationId, exemption, actor }),
    endExemption: (stationId: string, actor: Actor) => endExemption({ ...needs, signIns }, { stationId, actor }),
    rejectStation: (stationId: string, options: RejectStation, actor: Actor) =>
      rejectStation(needs, { stationId, options, actor }),
    killSwitch: killSwitch as KillSwitchControl,
    runCommand: runChecked,
    async runManyCommands({ stationIds, ...ask }: AskMany) {
      for (const stationId of stationIds) await checkStart({ register, authorization }, { ...ask, stationId });
      return runManyCommands(needs, { ...ask, stationIds });
    },
    runRaw: (ask: RawAsk) => localLists.sendRaw(ask, () => runRaw(needs, ask)),
    /** Whether the kill switch, a budget or a cool-down would keep it back now; nothing is counted. */
    wouldRefuse: (ask: Pick<AskMany, 'stationIds' | 'name' | 'input' | 'actor'>) => wouldRefuse(needs, ask),
    findCommands: (stationId: string, limit: number) => readCommands(pool, stationId, limit),
    findCommandsByRequest: (stationId: string, requestIds: readonly number[]) =>
      readCommandsByRequest(pool, stationId, requestIds),
    getCommand: (id: string) => getCommand(pool, id),
    startSession: (ask: AskStart & Waiting) => startSession(orders, ask),
    stopSession: (ask: AskStop & Waiting & { sessionId: string }) => stopSession(orders, ask),
    describeSession: (id: string) => describeSession({ ...needs, sessions }, id),
    attention: openAttention({ ...needs, certificates, health: health.health }),
    sites,
    drivers: openDrivers({ ...needs, reservations }),
    sessions,
    meterValues,
    sessionReports: openSessionReports({ sessions, authorization, tariffs, payments, sessionLimits }),
    sessionLimits,
    dataTransfer: openDataTransfer(needs),
    displays: openDisplays(needs),
    quirks,
    authorization,
    localLists,
    desiredSettings,
    payments,
    paymentAddresses,
    reservations,
    tariffs,
    billing,
    variables,
    energy: energy.energy,
    health: health.health,
    monitoring: openMonitoring({ ...needs, recordConnectorStatus: (report) => recordConnectorStatus(needs, report) }),
    streams,
    security: {
      ...security,
      get: (stationId: string) =>
        describeSecurity(
          { ...needs, security, securityUpgrades, certificates, firmware, getStation: (id) => getStation(needs, id) },
          stationId,
        ),
    },
    securityUpgrades,
    certificates,
    plugAndCharge,
    firmware,
    firmwareCatalogue,
    logs: openLogs(needs),
    logFiles,
    campaigns,
    tickets: openTickets(needs),
    customerInformation: openCustomerInformation(needs),
    chargingProfiles,
    der: openDer(needs),
    batterySwaps: openBatterySwaps(needs),
    outages,
    livePower,
    reports,
    receipt,
    guests,
    async close() {
      await guests.close();
      await energy.close();
      await campaigns.close();
      await logFiles.close();
      await health.close();
      await disconnects.close();
      await stationKeeper.close();
      await killSwitch.close();
      await reservations.close();
      await billing.close();
      await costTeller.close();
      await tariffs.close();
      await sessions.close();
      await refusals.close();
      await outbox.close();
      await quirks.close();
      await streams.settled();
      await meterValues.close();
      await livePower.close();
      await expiry.close();
      await securityUpgrades.close();
      await certificates.close();
      await chargingProfiles.close();
      await outages.close();
      await lastSeen.close();
    },
  };
}
