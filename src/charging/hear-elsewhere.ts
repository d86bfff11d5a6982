import type { ChargingProfile } from '#contract/energy/charging-profile.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { EventKind } from '#contract/events/events.ts';
import type { Authorization } from './authorization/open-authorization.ts';
import { mayHaveChangedProfiles, type OpenEnergy } from './energy/open-energy.ts';
import type { OpenHealth } from './health/open-health.ts';
import type { QuirkSwitches } from './quirk-switches/open-quirk-switches.ts';
import type { Reservations } from './reservations/open-reservations.ts';
import type { SecurityUpgrades } from './security/upgrade/open-upgrades.ts';
import type { PendingStations } from './stations/pending-stations.ts';
import type { StationRegister } from './stations/station-register.ts';

export type ElsewhereNeeds = {
  register: Pick<StationRegister, 'renew'>;
  pendingStations: Pick<PendingStations, 'remove'>;
  authorization: Pick<Authorization, 'forget' | 'forgetAll'>;
  energy: Pick<OpenEnergy, 'hearStation' | 'hearBoot' | 'noticeProfiles' | 'noticeReport'>;
  health: Pick<OpenHealth, 'hearConnected' | 'hearClosed'>;
  quirks: Pick<QuirkSwitches, 'noteModel'>;
  reservations: Pick<Reservations, 'changed'>;
  securityUpgrades: Pick<SecurityUpgrades, 'heard'>;
  /** A certificate counts no more; the station may have come by it. */
  certificateRevoked(revoked: { stationId: string; serialNumber: string }): void;
  /** What could not be read again now is read with the next event, or when the station comes. */
  failed(error: unknown): void;
};

type Hear = (event: LedgerEvent, stationId: string) => void;

/**
 * What a node remembers and another one may have changed: the ledger tells, half a second late. Everything here may be heard twice, and of
 * one's own events too. What is not here is read again by itself every few seconds.
 */
export function hearElsewhere(needs: ElsewhereNeeds): { kinds: readonly EventKind[]; hear(event: LedgerEvent): void } {
  const { register, pendingStations, authorization, energy, health, quirks, reservations, securityUpgrades } = needs;
  const renew: Hear = (_event, stationId) => void register.renew(stationId).catch(needs.failed);
  const entered: Hear = (event, stationId) => {
    pendingStations.remove(stationId);
    renew(event, stationId);
  };
  const forgetToken: Hear = ({ body }) => authorization.forget(String(body['tokenId']));
  const forgetTokens: Hear = () => authorization.forgetAll();
  const notice: Hear = (_event, stationId) => energy.hearStation(stationId);
  const noticeProfiles: Hear = (_event, stationId) => energy.noticeProfiles(stationId, null);
  const hearers: Partial<Record<EventKind, Hear>> = {
    'station-accepted': entered,
    'password-renewed': entered,
    'station-rejected': renew,
    'password-exemption-granted': renew,
    'password-exemption-ended': renew,
    'password-change-asked': renew,
    'password-change-accepted': renew,
    'password-change-failed': renew,
    'password-changed': renew,
    'security-profile-accepted': renew,
    'security-profile-reached': renew,
    'security-profile-floor-set': renew,
    'security-upgrade-changed': (event, stationId) => {
      renew(event, stationId);
      securityUpgrades.heard(stationId);
    },
    'certificate-revoked': ({ body }, stationId) =>
      needs.certificateRevoked({ stationId, serialNumber: String(body['serialNumber']) }),
    'station-booted': ({ body }, stationId) => {
      quirks.noteModel(stationId, { vendor: String(body['vendor']), model: String(body['model']) });
      energy.hearBoot(stationId);
    },
    'station-connected': (event, stationId) => {
      notice(event, stationId);
      health.hearConnected(event).catch(needs.failed);
    },
    'finding-closed': (event) => void health.hearClosed(event).catch(needs.failed),
    'station-went-offline': notice,
    'session-closed-inferred': notice,
    'ev-needs-reported': notice,
    'external-limit-set': notice,
    'external-limit-released': notice,
    'der-alarm-raised': notice,
    'der-alarm-ended': notice,
    'charging-profile-set': ({ body }, stationId) =>
      energy.noticeProfiles(stationId, body['profile'] as ChargingProfile),
    'charging-profiles-cleared': noticeProfiles,
    'charging-profiles-reported': (_event, stationId) => energy.noticeReport(stationId),
    'dynamic-schedule-updated': noticeProfiles,
    'priority-charging-changed': noticeProfiles,
    'command-ended': (event, stationId) => {
      if (mayHaveChangedProfiles(event)) energy.noticeProfiles(stationId, null);
    },
    'reservation-changed': (_event, stationId) => reservations.changed(stationId),
    'token-added': forgetToken,
    'token-changed': forgetToken,
    'token-removed': forgetToken,
    'token-credit-booked': forgetToken,
    'token-group-added': forgetTokens,
    'token-group-changed': forgetTokens,
    'token-group-removed': forgetTokens,
    'driver-added': forgetTokens,
    'driver-changed': forgetTokens,
    'driver-forgotten': forgetTokens,
  };
  return {
    kinds: Object.keys(hearers) as EventKind[],
    hear(event) {
      (hearers as Record<string, Hear | undefined>)[event.kind]?.(event, event.stationId ?? '');
    },
  };
}
