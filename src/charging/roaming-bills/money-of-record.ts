import { minorDigits } from '#base/currency.ts';
import type { Posting } from '#money/ledger/accounts.ts';
import type { NewTransaction } from '#money/ledger/post-money.ts';
import { divideRounded, unitsOf } from '../decimal.ts';
import type { PartnerRecord, RecordKey } from './partner-record.ts';

type Booked = Pick<PartnerRecord, 'partnerId' | 'id' | 'side' | 'sessionId' | 'currency' | 'net' | 'taxes'>;

/** A record is booked once. */
export function transactionKey({ partnerId, side, id }: RecordKey): string {
  return `cdr:${side}:${partnerId}:${id}`;
}

export function partyOfPartner(partnerId: string): string {
  return `partner:${partnerId}`;
}

/**
 * What was sold is owed by the partner from now on, not by the session that the bill was booked for. What was bought costs us the net price;
 * taxes that we pay lessen those that we owe. Partners count in ten-thousandths: what is lost by whole minor units is rounding.
 */
export function moneyOfRecord(record: Booked, at: Date): NewTransaction {
  const { partnerId, id, side, sessionId, currency } = record;
  const { gross, net, taxes } = minorAmounts(record);
  const party = partyOfPartner(partnerId);
  const bought: Posting[] = [
    { account: 'partner-payable', party, amount: -gross },
    { account: 'purchases', party, amount: net },
    ...taxes.map(({ name, amount }): Posting => ({ account: 'tax', party: name, amount })),
    { account: 'rounding', party: '', amount: gross - taxes.reduce((sum, { amount }) => sum + amount, net) },
  ];
  const sold: Posting[] = [
    { account: 'partner-receivable', party, amount: gross },
    { account: 'receivable', party: `session:${sessionId}`, amount: -gross },
  ];
  return {
    key: transactionKey(record),
    kind: side === 'sold' ? 'partner-sale' : 'partner-purchase',
    currency,
    at,
    cites: { kind: 'cdr', id },
    postings: side === 'sold' ? sold : bought,
  };
}

/** In whole minor units. `factor`: what of a hundred is taken, such as 110 for a tenth more. */
export function minorAmounts(
  { currency, net, taxes }: Pick<PartnerRecord, 'currency' | 'net' | 'taxes'>,
  factor = 100n,
): { gross: bigint; net: bigint; taxes: { name: string; amount: bigint }[] } {
  const whole = 10n ** BigInt(4 - minorDigits(currency)) * 100n;
  // A credit comes to the same as what it takes back.
  const minor = (units: bigint) =>
    units < 0n ? -divideRounded(-units * factor, whole) : divideRounded(units * factor, whole);
  const parts = taxes.map(({ name, amount }) => ({ name, units: unitsOf(amount) }));
  return {
    gross: minor(parts.reduce((sum, { units }) => sum + units, unitsOf(net))),
    net: minor(unitsOf(net)),
    taxes: parts.map(({ name, units }) => ({ name, amount: minor(units) })),
  };
}
