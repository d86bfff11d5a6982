import type { X509Certificate } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { Duty } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Quirk } from '#contract/stations/quirk.ts';
import type { Database } from '#database/database.ts';
import type { ReadReplica } from '#database/read-replica.ts';
import type { FrameChange } from '#ledger/frames/change-frames.ts';
import type { Installation } from '#ledger/installation.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Money } from '#money/open-money.ts';
import type { Guests } from './authorization/guests.ts';
import type { StationTrust } from './certificates/check-station-certificate.ts';
import type { CertificateRules } from './certificates/open-certificates.ts';
import type { GuardRules } from './commands/guard-rules.ts';
import type { AskKeeper } from './energy/control/control-needs.ts';
import type { VenSettings } from './energy/grid/openadr/open-ven.ts';
import type { Subscribe } from './energy/inputs/meters/keep-meters.ts';
import type { FileRules } from './files/file-address.ts';
import type { FiscalService } from './invoices/fiscal-service.ts';
import type { InvoiceRules } from './invoices/open-invoices.ts';
import type { PlugAndChargeRules } from './plug-and-charge/open-plug-and-charge.ts';
import type { ServerAddresses } from './security/upgrade/run-upgrade.ts';
import type { Patience } from './sessions/upkeep/forgotten/judge-silence.ts';
import type { StationCommands } from './station-commands.ts';
import type { AdmissionPolicy } from './stations/admit-station.ts';

/** What the business needs of the world: where it keeps things, how it reaches stations, and the settings it goes by. */
export type ChargingNeeds = Duty & {
  database: Database;
  /** Where reports are read; absent: from the database itself. */
  readReplica?: ReadReplica | undefined;
  ledger: Ledger;
  installation: Installation;
  /** A driver's token as it may be kept: the keyed hash, the same for the same token in any case. */
  hashToken(token: string): string;
  contractRoots: readonly X509Certificate[];
  /** Whose certificates stations sign in with beside our own; absent: nobody's. */
  stationTrust?: StationTrust | undefined;
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
  /** Tells a topic of the broker; false: there is none. */
  publishToBroker?: ((topic: string, message: string) => boolean) | undefined;
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
  /** Invoices of drivers; absent: as usual, and made when somebody asks. */
  invoiceRules?: InvoiceRules | undefined;
  /** Who registers them with the tax office; absent: nobody. */
  fiscal?: FiscalService | null | undefined;
  /** Of stations that stand at no site. */
  timeZone: string;
  clock: Clock;
  log: Log;
};
