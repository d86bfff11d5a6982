import type { NewEvent } from '#ledger/ledger-types.ts';
import type { Reactions } from './after-commit.ts';
import type { Authorization } from './authorization/open-authorization.ts';
import type { Billing } from './billing/open-billing.ts';
import type { QuirkSwitches } from './quirk-switches/open-quirk-switches.ts';
import type { Reservations } from './reservations/open-reservations.ts';
import type { SecurityUpgrades } from './security/upgrade/open-upgrades.ts';
import type { Sessions } from './sessions/open-sessions.ts';
import type { CostTeller } from './tariffs/tell-costs.ts';

type Needs = {
  authorization: Pick<Authorization, 'forget' | 'forgetAll'>;
  billing: Pick<Billing, 'wake'>;
  costTeller: Pick<CostTeller, 'ended'>;
  quirks: Pick<QuirkSwitches, 'noteModel'>;
  reservations: Pick<Reservations, 'changed' | 'notice' | 'returned'>;
  securityUpgrades: Pick<SecurityUpgrades, 'notice'>;
  sessions: Pick<Sessions, 'noticeStatus'>;
};

export function reactionsOf(needs: Needs): Reactions {
  const { authorization, billing, costTeller, quirks, reservations, securityUpgrades, sessions } = needs;
  const forgetToken = ({ body }: NewEvent<'token-added' | 'token-changed' | 'token-removed' | 'token-credit-booked'>) =>
    authorization.forget(body.tokenId);
  const forgetTokens = () => authorization.forgetAll();
  return {
    'station-booted': ({ stationId, body }) => {
      if (stationId === null) return;
      quirks.noteModel(stationId, body);
      reservations.returned(stationId);
      securityUpgrades.notice(stationId);
    },
    'station-connected': ({ stationId }) => {
      if (stationId !== null) reservations.returned(stationId);
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
    'session-event': ({ body }) => {
      if (body.type === 'ended') billing.wake();
    },
    'session-billed': ({ body }) => costTeller.ended(body.sessionId),
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
