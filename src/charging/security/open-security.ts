import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type {
  SecurityEvent,
  SecurityEventList,
  SecurityEventQuery,
  StationSecurity,
} from '#contract/stations/security.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { type Acknowledgement, acknowledgeEvent } from './acknowledge-event.ts';
import { changePassword } from './change-password.ts';
import { raiseProfile } from './raise-profile.ts';
import { recordSecurityEvent, type SecurityReport } from './record-security-event.ts';
import { readSecurityEvents, readStationSecurity } from './security-store.ts';

/** Passwords, security profiles and what stations tell about their own security (block A). */
export type Security = {
  recordEvent(report: SecurityReport): Promise<void>;
  /** `send` gives the station the new password and tells how it answered. */
  changePassword(stationId: string, send: (password: string) => Promise<Outcome>): Promise<Outcome>;
  raiseProfile(wanted: { stationId: string; profile: number }, send: () => Promise<Outcome>): Promise<Outcome>;
  findEvents(stationId: string, query: SecurityEventQuery): Promise<SecurityEventList>;
  acknowledge(acknowledgement: Acknowledgement): Promise<SecurityEvent>;
  get(stationId: string): Promise<StationSecurity>;
};

export type SecurityNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  register: StationRegister;
  installationKey: Buffer;
};

export function openSecurity(needs: SecurityNeeds): Security {
  const { pool } = needs;
  return {
    recordEvent: (report) => recordSecurityEvent(needs, report),
    changePassword: (stationId, send) => changePassword(needs, stationId, send),
    raiseProfile: (wanted, send) => raiseProfile(needs, wanted, send),
    findEvents: (stationId, query) => readSecurityEvents(pool, stationId, query),
    acknowledge: (acknowledgement) => acknowledgeEvent(needs, acknowledgement),
    async get(stationId) {
      const security = await readStationSecurity(pool, stationId);
      if (security === undefined) throw new SigecError('NOT_FOUND', `There is no station "${stationId}".`);
      return security;
    },
  };
}
