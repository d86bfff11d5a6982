import type { GuestVisit, VisitTrouble } from './guest-visit.ts';

/** What else is known when somebody's visit is looked at. Amounts in whole minor units. */
export type VisitFacts = {
  /** null: it was not begun yet. */
  payment: {
    state: string;
    status: string;
    authorized: bigint;
    received: bigint;
    target: bigint | null;
    trouble: string | null;
  } | null;
  consent: bigint;
  session: { id: string; isRunning: boolean } | null;
  /** The bill of the session, once it covers all that is known of it. */
  bill: { total: bigint; currency: string | null } | null;
  /** How the station answered the last start that we asked for; null: not yet, or nobody heard. */
  startRefusal: Extract<VisitTrouble, 'station-offline' | 'station-refused'> | null;
  isLimitReached: boolean;
  now: Date;
};

export type VisitStep =
  | { do: 'wait'; ms: number | null }
  | { do: 'begin-payment' }
  | { do: 'prepare-start' }
  | { do: 'ask-start' }
  | { do: 'follow'; sessionId: string }
  | { do: 'want-stop' }
  | { do: 'ask-stop' }
  | { do: 'settle'; amount: bigint }
  | { do: 'give-up'; why: VisitTrouble }
  | { do: 'end-unpaid'; why: VisitTrouble };

const second = 1_000;
/** How long a start may take: people plug in after they paid. A station waits about as long for the cable. */
const startPatienceMs = 180 * second;
const askAgainMs = 30 * second;
const maxStartTries = 3;
const stopAgainMs = 15 * second;
/** A session that begins although we gave up is stopped; stations that were offline tell of it late. */
const watchAfterMs = 24 * 3_600 * second;

/**
 * What follows for a visit, from all that is known of it. A rule without memory of its own, so that whoever takes it up after a crash
 * does the same; what it asks for may be done twice.
 */
export function nextVisitStep(visit: GuestVisit, facts: VisitFacts): VisitStep {
  switch (visit.state) {
    case 'paying':
      return whilePaying(facts);
    case 'starting':
      return whileStarting(visit, facts);
    case 'charging':
      return whileCharging(visit, facts);
    case 'ended':
      return afterwards(visit, facts);
    case 'not-started':
    case 'unpaid':
      return afterGivingUp(visit, facts);
  }
}

function whilePaying({ payment, consent }: VisitFacts): VisitStep {
  if (payment === null) return { do: 'begin-payment' };
  if (payment.target !== null) return { do: 'end-unpaid', why: whyUnpaid(payment) };
  const isCovered = (payment.status === 'held' && payment.authorized >= consent) || payment.received >= consent;
  if (isCovered) return { do: 'prepare-start' };
  const isOver = ['failed', 'expired', 'canceled', 'disputed'].includes(payment.state);
  return isOver ? { do: 'end-unpaid', why: whyUnpaid(payment) } : { do: 'wait', ms: 3 * second };
}

function whyUnpaid({ state, received, trouble }: NonNullable<VisitFacts['payment']>): VisitTrouble {
  if (received > 0n) return 'paid-too-late';
  if (state === 'expired' || trouble === 'expired') return 'payment-expired';
  return state === 'canceled' ? 'payment-canceled' : 'payment-failed';
}

function whileStarting(visit: GuestVisit, { session, startRefusal, now }: VisitFacts): VisitStep {
  if (session !== null) return { do: 'follow', sessionId: session.id };
  const { startAskedAt, startTries, isStopWanted } = visit;
  if (startAskedAt === null) return { do: 'ask-start' };
  if (startRefusal !== null) return { do: 'give-up', why: startRefusal };
  const beganAt = visit.changedAt.getTime();
  if (isStopWanted || now.getTime() - beganAt >= startPatienceMs) return { do: 'give-up', why: 'not-plugged-in' };
  // Nobody heard the answer: the same start with the same token cannot begin two sessions.
  const mayAsk = startTries < maxStartTries && now.getTime() - startAskedAt.getTime() >= askAgainMs;
  return mayAsk ? { do: 'ask-start' } : { do: 'wait', ms: 2 * second };
}

function whileCharging(visit: GuestVisit, { session, bill, isLimitReached, now }: VisitFacts): VisitStep {
  if (session === null) return { do: 'wait', ms: 5 * second };
  if (session.isRunning) {
    if (!visit.isStopWanted) return isLimitReached ? { do: 'want-stop' } : { do: 'wait', ms: 2 * second };
    const askedMs = visit.stopAskedAt === null ? Infinity : now.getTime() - visit.stopAskedAt.getTime();
    return askedMs >= stopAgainMs ? { do: 'ask-stop' } : { do: 'wait', ms: 2 * second };
  }
  return bill === null ? { do: 'wait', ms: second } : { do: 'settle', amount: toKeep(visit, bill) };
}

/** A bill may change when a station tells more; the payment follows it. */
function afterwards(visit: GuestVisit, { bill, session }: VisitFacts): VisitStep {
  if (session?.isRunning === true) return { do: 'follow', sessionId: session.id };
  const amount = bill === null ? null : toKeep(visit, bill);
  if (amount === null || String(amount) === visit.settled) return { do: 'wait', ms: null };
  return { do: 'settle', amount };
}

/** Money of another kind than was agreed upon is never taken. */
function toKeep(visit: GuestVisit, { total, currency }: NonNullable<VisitFacts['bill']>): bigint {
  return currency === visit.currency ? total : 0n;
}

/** What was charged although we gave up is said to the payment all the same: what cannot be taken any more is for a person to look at. */
function afterGivingUp(visit: GuestVisit, { session, bill, now }: VisitFacts): VisitStep {
  if (visit.tokenId === null) return { do: 'wait', ms: null };
  if (session?.isRunning === true) {
    const askedMs = visit.stopAskedAt === null ? Infinity : now.getTime() - visit.stopAskedAt.getTime();
    return askedMs >= stopAgainMs ? { do: 'ask-stop' } : { do: 'wait', ms: 5 * second };
  }
  const owed = bill === null ? 0n : toKeep(visit, bill);
  if (owed > 0n && String(owed) !== visit.settled) return { do: 'settle', amount: owed };
  const sinceMs = now.getTime() - visit.changedAt.getTime();
  return { do: 'wait', ms: sinceMs < watchAfterMs ? Math.max(30 * second, sinceMs / 4) : null };
}
