import type { X509Certificate } from 'node:crypto';
import { willRetry } from '#base/every.ts';
import { chargingNeed } from '#contract/energy/charging-need.ts';
import { system } from '#principals/actor.ts';
import { AfterCommit } from './after-commit.ts';
import { askStations } from './ask-stations.ts';
import { openAttention } from './attention/open-attention.ts';
import { openAuthorization } from './authorization/open-authorization.ts';
import { openCacheKeeper } from './authorization-caches/keep-caches.ts';
import { openBatterySwaps } from './battery-swaps/open-battery-swaps.ts';
import { openBilling } from './billing/open-billing.ts';
import { openCampaigns } from './campaigns/open-campaigns.ts';
import { openCertificates } from './certificates/open-certificates.ts';
import type { ChargingNeeds } from './charging-needs.ts';
import { askedPowerKw } from './charging-profiles/asked-power.ts';
import { openChargingProfiles } from './charging-profiles/open-charging-profiles.ts';
import { askOfRounds } from './commands/ask-of-rounds.ts';
import { CommandOutbox } from './commands/command-outbox.ts';
import { endLeftOpen } from './commands/end-left-open.ts';
import { openGuard } from './commands/guard.ts';
import { KillSwitch, type KillSwitchControl } from './commands/kill-switch.ts';
import { openRefusalLimit } from './commands/refusal-limit.ts';
import { type Ask, runCommand } from './commands/run-command.ts';
import { unlessKillSwitch } from './commands/unless-kill-switch.ts';
import { openCustomerInformation } from './customer-information/open-customer-information.ts';
import { openDataTransfer } from './data-transfer/open-data-transfer.ts';
import { openDer } from './der/open-der.ts';
import { openDesiredSettings } from './desired-settings/open-desired-settings.ts';
import { openDisplays } from './displays/open-displays.ts';
import { openDrivers } from './drivers/open-drivers.ts';
import { openEnergy } from './energy/open-energy.ts';
import { fileAddress, usualFileRules } from './files/file-address.ts';
import { openCatalogue } from './firmware/catalogue/open-catalogue.ts';
import { openFirmware } from './firmware/open-firmware.ts';
import { openGuests } from './guests/open-guests.ts';
import { openHealth } from './health/open-health.ts';
import { openInvoices } from './invoices/open-invoices.ts';
import { openLivePower } from './live-power/open-live-power.ts';
import { readHolders } from './local-lists/list-content-store.ts';
import { openLocalLists } from './local-lists/open-local-lists.ts';
import { openLogFiles } from './log-files/open-log-files.ts';
import { openLogs } from './logs/open-logs.ts';
import { LongQuestions } from './long-questions.ts';
import { openMeterValues } from './meter-values/open-meter-values.ts';
import { openMonitoring } from './monitoring/open-monitoring.ts';
import { openElsewhere } from './open-elsewhere.ts';
import { openOutages } from './outages/open-outages.ts';
import { openOwnPayments } from './own-payments/open-own-payments.ts';
import { openPaymentAddresses } from './payment-addresses/open-payment-addresses.ts';
import { openPayments } from './payments/open-payments.ts';
import { openPlugAndCharge } from './plug-and-charge/open-plug-and-charge.ts';
import { openQuirkSwitches } from './quirk-switches/open-quirk-switches.ts';
import { reactionsOf } from './reactions.ts';
import { makeReceipt } from './receipts/make-receipt.ts';
import { reconcileStations } from './reconcile/reconcile-stations.ts';
import { openReports } from './reports/open-reports.ts';
import { openReservations } from './reservations/open-reservations.ts';
import { describeSecurity } from './security/describe-security.ts';
import { openSecurity } from './security/open-security.ts';
import { openUpgrades } from './security/upgrade/open-upgrades.ts';
import { watchExpiry } from './security/watch-expiry.ts';
import { openSessionLimits } from './session-limits/open-session-limits.ts';
import { openSessionReports } from './session-reports/open-session-reports.ts';
import { openSessions } from './sessions/open-sessions.ts';
import { describeSession } from './sessions/store/describe-session.ts';
import { openSites } from './sites/open-sites.ts';
import { raiseFloor } from './stations/admit-station.ts';
import { markLeftBehind } from './stations/disconnect-outbox.ts';
import { getStation } from './stations/find-stations.ts';
import { LastSeen } from './stations/last-seen.ts';
import { openStations } from './stations/open-stations.ts';
import { PendingStations } from './stations/pending-stations.ts';
import { recordConnectorStatus } from './stations/record-station.ts';
import { SignIns } from './stations/sign-ins.ts';
import { StationRegister } from './stations/station-register.ts';
import { openStreams } from './streams/open-streams.ts';
import { openTariffKeeper } from './tariffs/keep-tariffs.ts';
import { openTariffs } from './tariffs/open-tariffs.ts';
import { CostTeller } from './tariffs/tell-costs.ts';
import { openTickets } from './tickets/open-tickets.ts';
import { openVariables } from './variables/open-variables.ts';

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
    ...given,
    pool,
    nodeId,
    rules: given.guardRules,
    killSwitch,
    askedPowerKw: (asked) => askedPowerKw(pool, asked),
  });
  const refusals = openRefusalLimit(given);
  const needs = {
    ...given,
    ledger,
    outbox,
    guard,
    refusals,
    pool,
    register,
    lastSeen,
    pendingStations: new PendingStations(),
    questions: new LongQuestions(pool),
    nodeId,
    installationKey,
  };
  const runOurs = unlessKillSwitch(killSwitch, (ask: Ask) => runCommand(needs, ask));
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
  const certificateRevoked = ({ stationId, serialNumber }: { stationId: string; serialNumber: string }) => {
    if (signIns.of(stationId)?.certificate?.serialNumber !== serialNumber) return;
    given.stationCommands.turnOut(stationId, 'certificate-revoked');
  };
  const certificates = openCertificates({
    ...needs,
    runOurs,
    certificateRevoked,
    runCommand: (ask) => runCommand(needs, ask),
  });
  const plugAndCharge = openPlugAndCharge(
    {
      ...needs,
      authorities: certificates.authorities,
      addresses: certificates.addresses,
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
  const asking = askStations({
    ...needs,
    authorization,
    sessions,
    orderLedger: given.ledger,
    sendRaw: (ask, send) => localLists.sendRaw(ask, send),
  });
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
    authorization,
    tariffs,
    sites,
    sessions,
    sessionLimits,
    paymentAddresses,
    receipt,
    saidDepartureOf: (sessionId) => energy.inputs.saidDepartureOf(sessionId),
    async sayNeed(sessionId, said) {
      await energy.inputs.setNeed(sessionId, chargingNeed.parse(said), { actor: system, source: 'driver' });
    },
    timeZoneOf: async (stationId) => (await tariffs.clockOf(stationId)).timeZone,
    runCommand: asking.runCommand,
    getStation: (stationId) => getStation(needs, stationId),
    versionOf: (stationId) => given.stationCommands.versionOf(stationId),
  });
  const { localLists, keeper: lists } = openLocalLists(keeping);
  const { desiredSettings, keeper: settings } = openDesiredSettings(keeping);
  const prices = openTariffKeeper({ ...keeping, tariffs });
  const caches = openCacheKeeper(keeping);
  const stationKeeper = reconcileStations({ ...keeping, afterCommit, killSwitch, lists, settings, prices, caches });
  const { stations, close: closeStations } = openStations({
    ...needs,
    signIns,
    checkCertificate: certificates.checkStationCertificate,
    noteLowProfile: (stationId: string) => security.recordOwn({ stationId, type: 'ProfileMismatch', details: null }),
    async refuseCertificate(stationId: string) {
      const type = 'InvalidChargingStationCertificate';
      await security.recordOwn({ stationId, type, details: 'other-serial-number' });
      given.stationCommands.turnOut(stationId, 'rejected');
    },
    async isOwnCertificate(shown: { stationId: string; certificate: X509Certificate }) {
      const verdict = await certificates.checkStationCertificate(shown);
      if (verdict === 'good') return true;
      const { stationId } = shown;
      await security.recordOwn({ stationId, type: 'InvalidChargingStationCertificate', details: verdict });
      return false;
    },
  });
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
    networkSlots: (stationId) => variables.networkSlots(stationId),
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
  const reportQuestions = given.readReplica && new LongQuestions(pool, given.readReplica);
  const reports = openReports({ ...needs, ...(reportQuestions && { questions: reportQuestions }), sites, outages });
  const health = openHealth({ ...needs, reports });
  health.listen(afterCommit);
  const drivers = openDrivers({ ...needs, reservations });
  const invoices = openInvoices({
    ...needs,
    drivers,
    fiscal: given.fiscal ?? null,
    rules: given.invoiceRules ?? { days: 14, blockDays: 0, isMonthly: false },
  });
  const ownPayments = openOwnPayments({ ...needs, invoices, authorization });
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
  const elsewhere = openElsewhere({
    ...needs,
    afterCommit,
    authorization,
    billing,
    energy,
    health,
    quirks,
    reservations,
    securityUpgrades,
    certificateRevoked,
    failed: (error) => willRetry(given.log, 'read what another node has changed', error),
  });
  const securityOf = (stationId: string) =>
    describeSecurity(
      { ...needs, security, securityUpgrades, certificates, firmware, getStation: (id) => getStation(needs, id) },
      stationId,
    );
  return {
    elsewhere,
    ...stations,
    ...asking,
    killSwitch: killSwitch as KillSwitchControl,
    describeSession: (id: string) => describeSession({ ...needs, sessions }, id),
    attention: openAttention({ ...needs, certificates, health: health.health }),
    sites,
    drivers,
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
      get: securityOf,
      async setFloor(wanted: Parameters<typeof security.setFloor>[0]) {
        await security.setFloor(wanted);
        return securityOf(wanted.stationId);
      },
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
    invoices,
    ownPayments,
    async close() {
      await ownPayments.close();
      await invoices.close();
      await guests.close();
      await energy.close();
      await campaigns.close();
      await logFiles.close();
      await health.close();
      await closeStations();
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
