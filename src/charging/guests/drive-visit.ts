import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { minorOf } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Money } from '#money/open-money.ts';
import type { Payment } from '#money/payments/payment.ts';
import { compactId } from '#money/providers/payment-provider.ts';
import { system } from '#principals/actor.ts';
import type { Authorization } from '../authorization/open-authorization.ts';
import { readBills } from '../billing/bill-store.ts';
import type { Ask } from '../commands/run-command.ts';
import { minorDigits, unitsOf } from '../decimal.ts';
import type { SessionLimitRegistry } from '../session-limits/open-session-limits.ts';
import type { Sessions } from '../sessions/open-sessions.ts';
import type { StationCommands } from '../station-commands.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import { guestToken, paymentToken } from './guest-token.ts';
import type { GuestVisit } from './guest-visit.ts';
import { hasToStop, type Reading, withReading } from './limit-watch.ts';
import { nextVisitStep, type VisitFacts, type VisitStep } from './next-visit-step.ts';
import {
  guestVisits,
  isEvseTaken,
  readVisit,
  readVisitSession,
  scheduleVisit,
  type VisitSession,
} from './visit-store.ts';

export type DriveNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  installationKey: Buffer;
  hashToken(token: string): string;
  money: Pick<Money, 'payments'>;
  authorization: Pick<Authorization, 'add' | 'change' | 'remove'>;
  tariffs: Pick<Tariffs, 'priceOf'>;
  sessions: Pick<Sessions, 'get'>;
  sessionLimits: Pick<SessionLimitRegistry, 'view'>;
  versionOf: StationCommands['versionOf'];
  /** A start is checked for its token, as anybody's is. */
  runCommand(ask: Ask): Promise<CommandRecord>;
};

/** What is remembered of a session while it runs, by visit; a restart loses nothing but two readings. */
export type Watch = { cost: readonly Reading[]; energy: readonly Reading[] };

const maxSteps = 12;
/** How long a station takes from our stop to the end of the current. */
const stopMs = 8_000;

/**
 * Takes a visit as far as it comes now, and says at which station something more is expected. Whoever wrote it meanwhile is found out by
 * its version, and comes again.
 */
export async function driveVisit(
  needs: DriveNeeds,
  id: string,
  { watches, returnUrl }: { watches: Map<string, Watch>; returnUrl: string | null },
): Promise<string | undefined> {
  let startRefusal: VisitFacts['startRefusal'] = null;
  for (let step = 0; step < maxSteps; step += 1) {
    const visit = await readVisit(needs.pool, id);
    if (visit === undefined) return undefined;
    const known = await factsOf(needs, visit, watches);
    const next = nextVisitStep(visit, { ...known.facts, startRefusal });
    if (next.do === 'wait') {
      const at = next.ms === null ? null : new Date(needs.clock.now().getTime() + next.ms);
      if (visit.state !== 'charging') watches.delete(id);
      await scheduleVisit(needs.pool, visit, at);
      return at === null ? undefined : visit.stationId;
    }
    startRefusal = await take(needs, { visit, next, known, returnUrl });
  }
  return undefined;
}

type Known = {
  facts: Omit<VisitFacts, 'startRefusal'>;
  payment: Payment | undefined;
  session: VisitSession | undefined;
};

async function factsOf(needs: DriveNeeds, visit: GuestVisit, watches: Map<string, Watch>): Promise<Known> {
  const { pool, money, clock } = needs;
  const [payment, session] = await Promise.all([
    visit.paymentId === null ? money.payments.byKey(keyOf(visit)) : money.payments.get(visit.paymentId),
    readVisitSession(pool, visit),
  ]);
  const isLimitReached =
    visit.state === 'charging' && session?.isRunning === true && !visit.isStopWanted
      ? await limitReached(needs, { visit, session, watches })
      : false;
  const bill = session === undefined || session.isRunning ? null : await billOf(needs, session.id);
  return {
    payment,
    session,
    facts: {
      payment: payment ?? null,
      consent: consentOf(visit),
      session: session ?? null,
      bill,
      isLimitReached,
      now: clock.now(),
    },
  };
}

/** Only a bill that covers everything that is known of the session says what is to be kept. */
async function billOf({ pool, sessions }: DriveNeeds, sessionId: string): Promise<VisitFacts['bill']> {
  const [known, { eventCount }] = await Promise.all([readBills(pool, [sessionId]), sessions.get(sessionId)]);
  const bill = known.get(sessionId);
  if (bill === undefined || bill.eventCount !== eventCount) return null;
  if (bill.currency === null) return { total: 0n, currency: null };
  return { total: bill.total / 10n ** BigInt(4 - minorDigits(bill.currency)), currency: bill.currency };
}

async function limitReached(
  { tariffs, clock, sessionLimits }: DriveNeeds,
  { visit, session, watches }: { visit: GuestVisit; session: VisitSession; watches: Map<string, Watch> },
): Promise<boolean> {
  const now = clock.now();
  const startedAt = session.startedAt ?? visit.changedAt;
  if (visit.seconds !== null && now.getTime() - startedAt.getTime() >= visit.seconds * 1000) return true;
  const price = await tariffs.priceOf({ stationId: visit.stationId, ref: session.ref });
  if (price === undefined) return false;
  const before = watches.get(visit.id) ?? { cost: [], energy: [] };
  const cost = Number(unitsOf(price.total));
  const energy = session.energyWh * 1000;
  const watch = {
    cost: withReading(before.cost, { at: now, amount: cost }),
    energy: withReading(before.energy, { at: now, amount: energy }),
  };
  watches.set(visit.id, watch);
  // A station that has told of the limit ends by itself; it is only stopped where it does not.
  const isOwn = (await sessionLimits.view(session.id)).inForce?.cost !== undefined;
  const costLimit = Number(unitsOf(visit.amount));
  const energyLimit = visit.energyWh === null ? Infinity : visit.energyWh * 1000;
  if (isOwn) return cost >= costLimit || energy >= energyLimit;
  const by = (readings: readonly Reading[], limit: number) => hasToStop({ limit, startedAt, readings, now, stopMs });
  return by(watch.cost, costLimit) || by(watch.energy, energyLimit);
}

type Taking = { visit: GuestVisit; next: Exclude<VisitStep, { do: 'wait' }>; known: Known; returnUrl: string | null };

async function take(needs: DriveNeeds, { visit, next, known, returnUrl }: Taking): Promise<VisitFacts['startRefusal']> {
  const { money, clock } = needs;
  const change = (changed: Partial<GuestVisit>) => keepVisit(needs, visit, changed);
  switch (next.do) {
    case 'begin-payment': {
      const payment = await money.payments.begin({
        key: keyOf(visit),
        purpose: 'charging',
        subject: visit.id,
        provider: visit.provider,
        currency: visit.currency,
        consent: consentOf(visit),
        returnUrl,
        description: `${visit.stationId} EVSE ${visit.evseId}`,
      });
      await change({ paymentId: payment.id, paymentReference: payment.reference });
      return null;
    }
    case 'prepare-start': {
      const tokenId = await addToken(needs, visit, known.payment);
      await change({
        state: 'starting',
        tokenId,
        paymentReference: known.payment?.reference ?? visit.paymentReference,
      });
      return null;
    }
    case 'ask-start':
      return askStart(needs, visit, change);
    case 'follow':
      await change({ state: 'charging', sessionId: next.sessionId, why: null });
      return null;
    case 'want-stop':
      await change({ isStopWanted: true });
      return null;
    case 'ask-stop': {
      await change({ stopAskedAt: clock.now(), sessionId: known.session?.id ?? visit.sessionId });
      const sessionId = known.session?.id;
      if (sessionId !== undefined) await send(needs, visit, 'stop-session', { sessionId });
      return null;
    }
    case 'settle': {
      const sessionId = known.session?.id ?? '';
      if (visit.paymentId !== null)
        await money.payments.settle(visit.paymentId, {
          amount: next.amount,
          receivable: `session:${sessionId}`,
          cites: { kind: 'bill', id: sessionId },
        });
      const state = visit.state === 'charging' ? 'ended' : visit.state;
      // Nobody needs its token any more. That of a visit that was given up stays, blocked, for a station that comes back late.
      if (visit.state === 'charging') await removeToken(needs, visit);
      await change({ state, sessionId, settled: String(next.amount) });
      return null;
    }
    case 'give-up':
      // Before it is written down that it is over: whoever crashes in between does it again.
      await blockToken(needs, visit);
      if (visit.paymentId !== null) await money.payments.cancel(visit.paymentId);
      await change({ state: 'not-started', why: next.why });
      return null;
    case 'end-unpaid':
      await change({ state: 'unpaid', why: next.why });
      return null;
  }
}

async function askStart(
  needs: DriveNeeds,
  visit: GuestVisit,
  change: (changed: Partial<GuestVisit>) => Promise<void>,
): Promise<VisitFacts['startRefusal']> {
  const { stationId, evseId, tokenId, amount, energyWh, seconds } = visit;
  const isTaken = await isEvseTaken(needs.pool, visit, { exceptVisit: visit.id, exceptToken: tokenId });
  // What was begun is written down first, with the moment: should we die here, it is asked again.
  await change({ startAskedAt: needs.clock.now(), startTries: visit.startTries + 1 });
  if (isTaken) return 'station-refused';
  const limits = { cost: amount, ...(energyWh !== null && { energyWh }), ...(seconds !== null && { seconds }) };
  const command = await send(needs, visit, 'start-session', { tokenId, evseId, limits });
  if (command === undefined) return 'station-refused';
  const { outcome } = command;
  needs.log.info({ stationId, evseId, outcome: outcome?.status }, 'a paid session was asked for');
  if (outcome?.status === 'not-sent') return 'station-offline';
  return outcome?.status === 'rejected' ? 'station-refused' : null;
}

/** Undefined: our own rules keep it from being sent. */
async function send(
  { runCommand }: DriveNeeds,
  { stationId }: GuestVisit,
  name: string,
  input: Record<string, unknown>,
): Promise<CommandRecord | undefined> {
  try {
    return await runCommand({ stationId, name, input, actor: system, why: ownReason('paid-at-station') });
  } catch (error) {
    if (error instanceof SigecError && ['NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT', 'STATION_OFFLINE'].includes(error.code))
      return undefined;
    throw error;
  }
}

/** OCPP 2.1 knows a payment by its reference; elder stations take twenty characters, and get a token of their own for each payment. */
async function addToken(
  { installationKey, hashToken, authorization, versionOf }: DriveNeeds,
  visit: GuestVisit,
  payment: Payment | undefined,
): Promise<string> {
  const reference = payment && (payment.reference ?? compactId(payment.id));
  const value =
    versionOf(visit.stationId) === '2.1' && reference !== undefined
      ? paymentToken(reference, visit.id)
      : guestToken(installationKey, visit.id);
  try {
    await authorization.add({ value, type: 'direct-payment', note: `payment ${visit.paymentId ?? ''}`.trim() }, system);
  } catch (error) {
    // Added before a crash: it is the visit's own, since nobody else can know its value.
    if (!(error instanceof SigecError) || error.code !== 'CONFLICT') throw error;
  }
  return hashToken(value);
}

async function blockToken({ authorization }: DriveNeeds, { tokenId }: GuestVisit): Promise<void> {
  if (tokenId !== null) await unlessGone(authorization.change(tokenId, { isBlocked: true }, system));
}

async function removeToken({ authorization }: DriveNeeds, { tokenId }: GuestVisit): Promise<void> {
  if (tokenId !== null) await unlessGone(authorization.remove(tokenId, system));
}

async function unlessGone(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!(error instanceof SigecError) || error.code !== 'NOT_FOUND') throw error;
  }
}

export async function keepVisit(
  { ledger, clock }: Pick<DriveNeeds, 'ledger' | 'clock'>,
  before: GuestVisit,
  changed: Partial<GuestVisit>,
): Promise<void> {
  const now = clock.now();
  const hasMoved = changed.state !== undefined && changed.state !== before.state;
  const visit: GuestVisit = {
    ...before,
    ...changed,
    version: before.version + 1,
    changedAt: hasMoved ? now : before.changedAt,
    nextLookAt: now,
  };
  await ledger.commit({
    events: hasMoved ? [visitEvent('guest-visit-changed', visit, now)] : [],
    writes: [write(guestVisits, visit)],
  });
}

export function visitEvent(kind: 'guest-visit-begun' | 'guest-visit-changed', visit: GuestVisit, happenedAt: Date) {
  const { id: visitId, stationId, evseId, state, why, amount, currency, paymentId, sessionId } = visit;
  return {
    kind,
    stationId,
    key: `guest-visit:${visitId}:${visit.version}`,
    happenedAt,
    body: { visitId, evseId, state, why, amount, currency, paymentId, sessionId },
  };
}

export function consentOf({ amount, currency }: Pick<GuestVisit, 'amount' | 'currency'>): bigint {
  const minor = minorOf(amount, currency);
  if (minor === undefined) throw new SigecError('INTERNAL', `${amount} ${currency} cannot be paid.`);
  return minor;
}

function keyOf({ id }: GuestVisit): string {
  return `guest-visit:${id}`;
}
