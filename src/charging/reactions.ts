import type { FirmwareStatus } from '#contract/stations/firmware.ts';
import type { NewEvent } from '#ledger/ledger-types.ts';
import type { Reactions } from './after-commit.ts';
import type { Authorization } from './authorization/open-authorization.ts';
import type { Billing } from './billing/open-billing.ts';
import type { Campaigns } from './campaigns/open-campaigns.ts';
import { mayHaveChangedProfiles, type OpenEnergy } from './energy/open-energy.ts';
import type { Guests } from './guests/open-guests.ts';
import type { QuirkSwitches } from './quirk-switches/open-quirk-switches.ts';
import type { Reservations } from './reservations/open-reservations.ts';
import type { Security } from './security/open-security.ts';
import type { SecurityUpgrades } from './security/upgrade/open-upgrades.ts';
import type { Sessions } from './sessions/open-sessions.ts';
import type { CostTeller } from './tariffs/tell-costs.ts';

type Needs = {
  authorization: Pick<Authorization, 'forget' | 'forgetAll'>;
  billing: Pick<Billing, 'wake'>;
  campaigns: Pick<Campaigns, 'notice'>;
  costTeller: Pick<CostTeller, 'ended'>;
  guests: Pick<Guests, 'noticeStation' | 'noticeChangedBill'>;
  energy: Pick<OpenEnergy, 'noticeStation' | 'noticeBoot' | 'noticeProfiles' | 'noticeReport'>;
  quirks: Pick<QuirkSwitches, 'noteModel'>;
  reservations: Pick<Reservations, 'changed' | 'notice' | 'returned'>;
  security: Pick<Security, 'recordOwn'>;
  securityUpgrades: Pick<SecurityUpgrades, 'connected' | 'notice'>;
  sessions: Pick<Sessions, 'noticeStatus'>;
};

const firmwareTroubles: Partial<Record<FirmwareStatus, string>> = {
  'invalid-signature': 'InvalidFirmwareSignature',
  'install-verification-failed': 'InvalidFirmwareSignature',
  'invalid-checksum': 'InvalidFirmwareSignature',
};

export function reactionsOf(needs: Needs): Reactions {
  const {
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
  } = needs;
  const forgetToken = ({ body }: NewEvent<'token-added' | 'token-changed' | 'token-removed' | 'token-credit-booked'>) =>
    authorization.forget(body.tokenId);
  const forgetTokens = () => authorization.forgetAll();
  const noticeSite = ({ stationId }: Pick<NewEvent, 'stationId'>) => {
    if (stationId !== null) energy.noticeStation(stationId);
  };
  const noticeProfiles = ({ stationId }: Pick<NewEvent, 'stationId'>) => {
    if (stationId !== null) energy.noticeProfiles(stationId, null);
  };
  return {
    'station-booted': ({ stationId, body }) => {
      if (stationId === null) return;
      quirks.noteModel(stationId, body);
      reservations.returned(stationId);
      securityUpgrades.notice(stationId, { hasBooted: true });
      energy.noticeBoot(stationId);
      campaigns.notice();
    },
    'station-connected': ({ stationId }) => {
      if (stationId === null) return;
      reservations.returned(stationId);
      securityUpgrades.connected(stationId);
      energy.noticeStation(stationId);
    },
    'station-went-offline': ({ stationId }) => {
      if (stationId !== null) energy.noticeStation(stationId);
    },
    'session-closed-inferred': ({ stationId }) => {
      if (stationId !== null) energy.noticeStation(stationId);
    },
    'duplicate-identity': async ({ stationId, body: { kept, refused } }) => {
      const details = `${kept} / ${refused}`;
      if (stationId !== null) await security.recordOwn({ stationId, type: 'DuplicateIdentity', details });
    },
    'session-conflict': async ({ stationId, body: { ref } }) => {
      if (stationId !== null) await security.recordOwn({ stationId, type: 'ReplayConflict', details: ref });
    },
    // The station says so itself, or does not; this one is there in either case.
    'firmware-failed': async ({ stationId, body: { status } }) => {
      campaigns.notice();
      const type = firmwareTroubles[status];
      if (stationId !== null && type !== undefined) await security.recordOwn({ stationId, type, details: status });
    },
    'certificate-delivered': ({ stationId }) => {
      if (stationId !== null) securityUpgrades.notice(stationId);
    },
    'connector-status': async ({ stationId, body, happenedAt: at }) => {
      if (stationId === null) return;
      const report = { stationId, ...body, at };
      sessions.noticeStatus(report, body.status === 'available', at);
      await reservations.notice(report);
    },
    // A session that ends in another way is found by the biller itself.
    'session-event': ({ stationId, body }) => {
      if (stationId !== null && body.type !== 'updated') guests.noticeStation(stationId);
      if (body.type === 'ended') billing.wake();
      if (stationId !== null && body.type !== 'updated') energy.noticeStation(stationId);
    },
    'ev-needs-reported': noticeSite,
    'external-limit-set': noticeSite,
    'external-limit-released': noticeSite,
    'der-alarm-raised': noticeSite,
    'der-alarm-ended': noticeSite,
    'charging-profile-set': ({ stationId, body }) => {
      if (stationId !== null) energy.noticeProfiles(stationId, body.profile);
    },
    'charging-profiles-cleared': noticeProfiles,
    'charging-profiles-reported': ({ stationId }) => {
      if (stationId !== null) energy.noticeReport(stationId);
    },
    'dynamic-schedule-updated': noticeProfiles,
    'priority-charging-changed': noticeProfiles,
    'command-ended': (event) => {
      if (mayHaveChangedProfiles(event)) noticeProfiles(event);
    },
    'session-billed': ({ stationId, body }) => {
      if (stationId !== null) guests.noticeStation(stationId);
      return costTeller.ended(body.sessionId);
    },
    'session-bill-adjusted': ({ body }) => guests.noticeChangedBill(body.sessionId),
    'session-bill-corrected': ({ body }) => guests.noticeChangedBill(body.sessionId),
    'reservation-changed': ({ stationId, body }) => {
      if (stationId !== null && body.status === 'used') reservations.changed(stationId);
    },
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
}
