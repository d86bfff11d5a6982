import type { Receipt } from '#contract/billing/receipt.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { AskStart, AskStop, SessionOrder } from '#contract/sessions/order.ts';
import type {
  AcceptedStation,
  AcceptStation,
  RejectStation,
  Station,
  StationFilter,
  StationPage,
} from '#contract/stations/station.ts';
import type { Actor } from '#principals/actor.ts';
import type { Authorization } from './authorization/open-authorization.ts';
import type { BatterySwaps } from './battery-swaps/open-battery-swaps.ts';
import type { Billing } from './billing/open-billing.ts';
import type { Certificates } from './certificates/open-certificates.ts';
import type { ChargingProfiles } from './charging-profiles/open-charging-profiles.ts';
import type { WouldRefuse } from './commands/guard.ts';
import type { KillSwitchControl } from './commands/kill-switch.ts';
import type { Ask, AskMany, RawAsk } from './commands/run-command.ts';
import type { CustomerInformation } from './customer-information/open-customer-information.ts';
import type { DataTransfer } from './data-transfer/open-data-transfer.ts';
import type { Der } from './der/open-der.ts';
import type { DesiredSettings } from './desired-settings/open-desired-settings.ts';
import type { Displays } from './displays/open-displays.ts';
import type { Drivers } from './drivers/open-drivers.ts';
import type { Firmware } from './firmware/open-firmware.ts';
import type { LocalLists } from './local-lists/open-local-lists.ts';
import type { Logs } from './logs/open-logs.ts';
import type { MeterValues } from './meter-values/open-meter-values.ts';
import type { Monitoring } from './monitoring/open-monitoring.ts';
import type { Outages } from './outages/open-outages.ts';
import type { Payments } from './payments/open-payments.ts';
import type { Quirks } from './quirks/open-quirks.ts';
import type { Reports } from './reports/open-reports.ts';
import type { Reservations } from './reservations/open-reservations.ts';
import type { Security } from './security/open-security.ts';
import type { SessionLimitRegistry } from './session-limits/open-session-limits.ts';
import type { SessionReports } from './session-reports/session-report.ts';
import type { Sessions } from './sessions/open-sessions.ts';
import type { Waiting } from './sessions/orders/order-session.ts';
import type { DescribedSession } from './sessions/store/describe-session.ts';
import type { Sites } from './sites/open-sites.ts';
import type { Admission, Visitor } from './stations/admit-station.ts';
import type { Connection, LostConnection } from './stations/record-reports.ts';
import type { StationReports } from './stations/reports.ts';
import type { Streams } from './streams/open-streams.ts';
import type { Tariffs } from './tariffs/open-tariffs.ts';
import type { Variables } from './variables/open-variables.ts';

/** The business as the doors see it: every use case, bound to what it needs by the composition root. */
export type Charging = StationReports & {
  // What stations do.
  admitStation(visitor: Visitor): Promise<Admission>;
  /** A charger that was set up without an id is listed as pending. Says whether it is new there. */
  noteNameless(visitor: Pick<Visitor, 'address' | 'version'>): Promise<boolean>;
  recordConnected(connection: Connection): Promise<void>;
  recordDisconnected(lost: LostConnection): Promise<void>;
  /** In memory, flushed in batches: a heartbeat costs no write. */
  noteSeen(stationId: string, at: Date): void;

  // What people, programs and agents ask.
  findStations(filter: StationFilter): Promise<StationPage>;
  getStation(stationId: string): Promise<Station>;
  killSwitch: KillSwitchControl;
  runCommand(ask: Ask): Promise<CommandRecord>;
  runManyCommands(ask: AskMany): Promise<CommandRecord[]>;
  runRaw(ask: RawAsk): Promise<CommandRecord>;
  /** Whether the kill switch, a budget or a cool-down would keep it back now; nothing is counted. */
  wouldRefuse(ask: Pick<AskMany, 'stationIds' | 'name' | 'input' | 'actor'>): Promise<WouldRefuse | undefined>;
  findCommands(stationId: string, limit: number): Promise<CommandRecord[]>;
  findCommandsByRequest(stationId: string, requestIds: readonly number[]): Promise<Map<number, CommandRecord>>;
  getCommand(id: string): Promise<CommandRecord>;
  startSession(ask: AskStart & Waiting): Promise<SessionOrder>;
  stopSession(ask: AskStop & Waiting & { sessionId: string }): Promise<SessionOrder>;
  describeSession(id: string): Promise<DescribedSession>;
  acceptStation(stationId: string, options: AcceptStation, actor: Actor): Promise<AcceptedStation>;
  /** A new password for a station that is ours; the old one is worth nothing from then on. */
  renewPassword(stationId: string, actor: Actor): Promise<AcceptedStation>;
  rejectStation(stationId: string, options: RejectStation, actor: Actor): Promise<Station>;

  sites: Sites;
  drivers: Drivers;
  sessions: Sessions;
  sessionReports: SessionReports;
  meterValues: MeterValues;
  sessionLimits: SessionLimitRegistry;
  authorization: Authorization;
  dataTransfer: DataTransfer;
  displays: Displays;
  quirks: Quirks;
  localLists: LocalLists;
  desiredSettings: DesiredSettings;
  payments: Payments;
  reservations: Reservations;
  tariffs: Tariffs;
  billing: Billing;
  variables: Variables;
  monitoring: Monitoring;
  streams: Streams;
  security: Security;
  certificates: Certificates;
  firmware: Firmware;
  logs: Logs;
  customerInformation: CustomerInformation;
  chargingProfiles: ChargingProfiles;
  der: Der;
  batterySwaps: BatterySwaps;
  outages: Outages;
  reports: Reports;
  receipt(sessionId: string): Promise<Receipt>;
};
