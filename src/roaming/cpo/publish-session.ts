import { isDeepStrictEqual } from 'node:util';
import type { Bill } from '#contract/billing/bill.ts';
import type { Session } from '#contract/sessions/session.ts';
import { transaction } from '#database/in-transaction.ts';
import { lockObject, putObject } from '../objects/object-store.ts';
import { enqueue } from '../outbox/outbox.ts';
import { priceOf } from './price-of-bill.ts';
import { linkSession, type SessionNeeds, usedBy } from './seal-session.ts';

/**
 * PENDING: let in, and no vehicle is there yet. INVALID: it ended, nothing was used and nothing is owed, so no record of it will come; a
 * provider that waits for one would wait for ever.
 */
export function statusOf(
  { state, chargingState, energyWh }: Pick<Session, 'state' | 'chargingState' | 'energyWh'>,
  { state: billed, total }: Pick<Bill, 'state' | 'total'>,
): 'PENDING' | 'ACTIVE' | 'COMPLETED' | 'INVALID' {
  const hasEnergy = (energyWh ?? 0) > 0;
  if (state === 'running') return chargingState === 'idle' && !hasEnergy ? 'PENDING' : 'ACTIVE';
  return !hasEnergy && billed !== 'running' && Number(total ?? 0) === 0 ? 'INVALID' : 'COMPLETED';
}

/** The session as its provider sees it, now; nothing is told again that is as it was. */
export async function publishSession(needs: SessionNeeds, session: Session): Promise<void> {
  const { pool, clock, us, charging } = needs;
  const link = await linkSession(needs, session);
  if (link === undefined || session.startedAt === null) return;
  const { sealed, partnerId } = link;
  const at = clock.now();
  const [bill, { periods }] = await Promise.all([charging.billing.bill(session.id), usedBy(needs, session, sealed)]);
  const now = {
    ...us,
    id: session.id,
    startDateTime: session.startedAt,
    ...(session.endedAt !== null && { endDateTime: session.endedAt }),
    kwh: (session.energyWh ?? 0) / 1_000,
    cdrToken: sealed.token,
    authMethod: sealed.authMethod,
    ...(sealed.authorizationReference && { authorizationReference: sealed.authorizationReference }),
    locationId: sealed.location['id'],
    evseUid: sealed.evseUid,
    connectorId: sealed.connectorId,
    currency: bill.currency ?? sealed.tariff?.currency ?? 'XXX',
    chargingPeriods: periods,
    ...(bill.cost !== null && { totalCost: priceOf(bill.cost, bill.total) }),
    status: statusOf(session, bill),
  };
  const key = { partnerId, module: 'sessions', party: us, objectId: session.id };
  const hasChanged = await transaction(pool, async (client) => {
    const { lastUpdated: _before, ...before } = (await lockObject(client, 'ours', key))?.body ?? {};
    if (isDeepStrictEqual(before, JSON.parse(JSON.stringify(now)))) return false;
    const body = { ...now, lastUpdated: at.toISOString() };
    await putObject(client, 'ours', { ...key, body, lastUpdated: at, at });
    await client.query('update roaming_session set state = $2, changed_at = $3 where session_id = $1', [
      ...[session.id, body.status, at],
    ]);
    await enqueue(
      client,
      {
        partnerId,
        key: session.id,
        request: {
          module: 'sessions',
          role: 'RECEIVER',
          method: 'PUT',
          path: [us.countryCode, us.partyId, session.id],
          body,
          to: { countryCode: sealed.token.countryCode, partyId: sealed.token.partyId },
        },
      },
      at,
    );
    return true;
  });
  if (hasChanged) needs.wake();
}
