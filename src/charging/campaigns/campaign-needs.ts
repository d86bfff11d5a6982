import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { CertificateRenewalStart } from '#contract/stations/certificates.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import type { FirmwareCatalogue } from '../firmware/catalogue/open-catalogue.ts';
import type { RunCommand } from './ways/run-at-station.ts';

export type CampaignNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  nodeId: string;
  /** Of stations that stand at no site. */
  timeZone: string;
  /** Put off while the kill switch is on. */
  runCommand: RunCommand;
  catalogue: Pick<FirmwareCatalogue, 'get' | 'orderFor'>;
  startRenewals(wanted: CertificateRenewalStart, actor: Actor): Promise<unknown>;
  hasDeliveredSince(stationId: string, since: Date): Promise<boolean>;
};
