import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Bill } from '#contract/billing/bill.ts';
import type { Cost } from '#contract/billing/cost.ts';
import type { Session } from '#contract/sessions/session.ts';
import { transaction } from '#database/in-transaction.ts';
import { type Party, partyName } from '../model/party.ts';
import type { CdrToken, ChargingPeriod } from '../model/shapes.ts';
import { putObject, readObject } from '../objects/object-store.ts';
import { enqueue } from '../outbox/outbox.ts';
import { type Price, partsOf, priceOf } from './price-of-bill.ts';
import { publishSession } from './publish-session.ts';
import { linkSession, type Sealed, type SessionNeeds, usedBy } from './seal-session.ts';
import { signedDataOf } from './signed-data.ts';

/**
 * A bill was booked, or booked again: a record is made, and where there is one already it is credited first. Records are never changed. The
 * same bill entry a second time makes nothing.
 */
export async function settleSession(needs: SessionNeeds, session: Session, entryId: string): Promise<void> {
  const { pool, clock, charging, us, ledger } = needs;
  const link = await linkSession(needs, session);
  if (link === undefined || session.startedAt === null || session.endedAt === null) return;
  const bill = await charging.billing.bill(session.id);
  if (bill.cost === null || bill.total === null || bill.currency === null) return;
  const { sealed, partnerId } = link;
  const { usage, periods } = await usedBy(needs, session, sealed);
  // The first and the last: by these the energy is charged.
  const { values } = await charging.meterValues.signed(session.id, 2);
  const id = idFrom(entryId);
  const at = clock.now();
  const made = await transaction(pool, async (client) => {
    await client.query('select from roaming_session where session_id = $1 for update', [session.id]);
    const key = { partnerId, module: 'cdrs', party: us };
    if ((await readObject(client, 'ours', { ...key, objectId: id })) !== undefined) return [];
    const before = await lastRecord(client, { partnerId, sessionId: session.id });
    const total = priceOf(bill.cost as Cost, bill.total);
    // Nothing was used and nothing is owed: there is nothing to tell.
    if (before === undefined && Number(bill.total) === 0 && (session.energyWh ?? 0) === 0) return [];
    const record = recordOf({ session, bill: bill as Priced, sealed, us, usage, periods, total, values, id, at });
    const credit = before === undefined ? [] : [creditOf(before, at)];
    const records = [...credit, record];
    for (const body of records) {
      await putObject(client, 'ours', { ...key, objectId: String(body['id']), body, lastUpdated: at, at });
      await enqueue(client, recordPush(partnerId, sealed.token, body), at);
    }
    return records;
  });
  for (const body of made) {
    const { beforeTaxes, taxes } = body['totalCost'] as Price;
    const gross = beforeTaxes + taxes.reduce((sum, { amount }) => sum + amount, 0);
    const [cdrId, currency] = [String(body['id']), String(body['currency'])];
    const told = { partnerId, cdrId, sessionId: session.id, total: String(Math.round(gross * 1e4) / 1e4), currency };
    await ledger.commit({
      events: [{ kind: 'roaming-cdr-made', stationId: null, key: `roaming-cdr:${cdrId}`, happenedAt: at, body: told }],
    });
  }
  await publishSession(needs, session);
}

type Priced = Bill & { cost: Cost; total: string; currency: string };

export function recordOf({
  session,
  bill,
  sealed,
  us,
  usage,
  periods,
  total,
  values,
  id,
  at,
}: {
  session: Session;
  bill: Priced;
  sealed: Sealed;
  us: Party;
  usage: { startedAt: Date; until: Date; idle: readonly { from: Date; to: Date }[] };
  periods: ChargingPeriod[];
  total: Price;
  values: Parameters<typeof signedDataOf>[0];
  id: string;
  at: Date;
}): Record<string, unknown> {
  const signedData = signedDataOf(values);
  const hours = (ms: number) => Math.round((ms / 3_600_000) * 10_000) / 10_000;
  const idleMs = usage.idle.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0);
  return {
    ...us,
    id,
    startDateTime: usage.startedAt.toISOString(),
    endDateTime: usage.until.toISOString(),
    sessionId: session.id,
    cdrToken: sealed.token,
    authMethod: sealed.authMethod,
    ...(sealed.authorizationReference && { authorizationReference: sealed.authorizationReference }),
    ...(sealed.bookingId && { bookingId: sealed.bookingId }),
    cdrLocation: sealed.location,
    currency: bill.currency,
    ...(sealed.tariff !== null && { tariffs: [sealed.tariff] }),
    chargingPeriods:
      periods.length > 0
        ? periods
        : [{ startDateTime: usage.startedAt.toISOString(), dimensions: [{ type: 'TIME', volume: 0 }] }],
    totalCost: total,
    ...partsOf(bill.cost, total),
    totalEnergy: (session.energyWh ?? 0) / 1_000,
    totalTime: hours(usage.until.getTime() - usage.startedAt.getTime()),
    ...(idleMs > 0 && { totalParkingTime: hours(idleMs) }),
    ...(signedData !== undefined && { signedData }),
    lastUpdated: at.toISOString(),
  };
}

/** A copy with an id of its own, and with nothing below zero but the total. */
function creditOf(body: Record<string, unknown>, at: Date): Record<string, unknown> {
  const { beforeTaxes, taxes } = body['totalCost'] as Price;
  return {
    ...body,
    id: idFrom(`credit ${String(body['id'])}`),
    credit: true,
    creditReferenceId: body['id'],
    totalCost: { beforeTaxes: -beforeTaxes, taxes: taxes.map((tax) => ({ ...tax, amount: -tax.amount })) },
    lastUpdated: at.toISOString(),
  };
}

async function lastRecord(client: ClientBase, { partnerId, sessionId }: { partnerId: string; sessionId: string }) {
  const { rows } = await client.query<{ body: Record<string, unknown> }>(
    `select body from roaming_object where side = 'ours' and module = 'cdrs' and partner_id = $1 and body ->> 'sessionId' = $2
       and body -> 'credit' is null order by id desc limit 1`,
    [partnerId, sessionId],
  );
  return rows[0]?.body;
}

function recordPush(partnerId: string, token: CdrToken, body: Record<string, unknown>) {
  const to = { countryCode: token.countryCode, partyId: token.partyId };
  const request = { module: 'cdrs' as const, role: 'RECEIVER' as const, method: 'POST' as const, body, to };
  return { partnerId, key: `${partyName(to)}:${String(body['sessionId'])}/${String(body['id'])}`, request };
}

/** A UUID made from what it names (RFC 9562, version 8): the same entry of a bill makes the same record. */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
