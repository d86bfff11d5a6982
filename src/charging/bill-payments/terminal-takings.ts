import { minorDigits, minorText } from '#base/currency.ts';
import type { Posting } from '#money/ledger/accounts.ts';
import type { NewTransaction } from '#money/ledger/post-money.ts';
import type { OpenItem } from '#money/payments/open-items.ts';
import { divideRounded, unitsOf } from '../decimal.ts';

/** How a payment at a station's terminal ended (C19 to C23), and what its session came to. */
export type TerminalPayment = {
  stationId: string;
  pspRef: string;
  /** Several reports of one payment: what was settled counts, whatever came before or after it. */
  status: 'settled' | 'cancelled' | 'rejected' | 'failed';
  /** Decimal text. */
  amount: string;
  currency: string;
  /** Null: the session is not known, or not billed. */
  sessionId: string | null;
  /** Ten-thousandths of the currency. */
  total: bigint;
  /** What was booked of it before, and whose debt it paid. */
  booked: { amount: bigint; party: string } | null;
};

export type Taking = { transaction: NewTransaction | null; items: OpenItem[]; over: string[] };

/** What was taken pays the debt of its session, once; where it is not what the bill says, or nothing could be taken, a person hears of it. */
export function takingOf(payment: TerminalPayment, at: Date): Taking {
  const { stationId, pspRef, status, currency, sessionId, total, booked } = payment;
  const about = `${stationId}:${pspRef}`;
  const keys = { differs: `terminal-differs:${about}`, failed: `terminal-failed:${about}` };
  const due = minorOfUnits(total, currency);
  const item = (kind: 'terminal-differs' | 'terminal-failed', amount: bigint, details: string): OpenItem => ({
    key: `${kind}:${about}`,
    kind,
    paymentId: null,
    provider: null,
    movementId: pspRef,
    currency,
    amount,
    details,
  });
  if (status === 'cancelled') return { transaction: null, items: [], over: [keys.differs, keys.failed] };
  if (status !== 'settled')
    return {
      transaction: null,
      items:
        due > 0n
          ? [item('terminal-failed', due, `Station ${stationId} could not settle the payment: the session is unpaid.`)]
          : [],
      over: due > 0n ? [] : [keys.failed],
    };
  const taken = booked?.amount ?? minorOfUnits(unitsOf(payment.amount), currency);
  const party = sessionId === null ? `terminal:${about}` : `session:${sessionId}`;
  const isEqual = sessionId !== null && taken === due;
  const text = (minor: bigint) => `${minorText(minor, currency)} ${currency}`;
  const details =
    sessionId === null
      ? `Station ${stationId} took ${text(taken)} for a session that we do not know.`
      : `Station ${stationId} took ${text(taken)}; the bill is ${text(due)}.`;
  return {
    transaction: taken === 0n ? null : transactionOf(payment, { taken, party, at }),
    items: isEqual ? [] : [item('terminal-differs', due - taken, details)],
    over: isEqual ? [keys.differs, keys.failed] : [keys.failed],
  };
}

/** Money at the terminal's provider. Of a session that nobody knows it is owed back until it turns up. */
function transactionOf(
  { stationId, pspRef, currency, booked }: TerminalPayment,
  { taken, party, at }: { taken: bigint; party: string; at: Date },
): NewTransaction | null {
  if (booked?.party === party) return null;
  const account = (of: string) => (of.startsWith('session:') ? ('receivable' as const) : ('deposits' as const));
  const from: Posting =
    booked === null
      ? { account: 'clearing', party: `terminal:${stationId}`, amount: taken }
      : { account: account(booked.party), party: booked.party, amount: taken };
  return {
    key: `terminal:${stationId}:${pspRef}${booked === null ? '' : `:${party}`}`,
    kind: 'terminal-taking',
    currency,
    at,
    cites: { kind: 'settlement', id: pspRef },
    postings: [from, { account: account(party), party, amount: -taken }],
  };
}

function minorOfUnits(units: bigint, currency: string): bigint {
  return divideRounded(units < 0n ? 0n : units, 10n ** BigInt(4 - minorDigits(currency)));
}
