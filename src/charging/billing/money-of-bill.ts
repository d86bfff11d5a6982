import { minorDigits } from '#base/currency.ts';
import type { Cost } from '#contract/billing/cost.ts';
import type { DerivedWrite } from '#ledger/ledger-types.ts';
import type { Posting } from '#money/ledger/accounts.ts';
import { postMoney } from '#money/ledger/post-money.ts';
import { unitsOf } from '../decimal.ts';
import type { EntryRow } from './bill-store.ts';
import type { CardMove } from './book-cards.ts';

type Booked = Pick<
  EntryRow,
  'id' | 'sessionId' | 'stationId' | 'reservationId' | 'record' | 'kind' | 'at' | 'currency' | 'amount' | 'tax'
>;

/**
 * What an entry of a bill is in the money ledger: somebody owes the whole, of which the taxes are not ours. A prepaid card pays at once, out of
 * what we owed its holder.
 */
export function moneyOfBill(
  entry: Booked,
  { cost, moves }: { cost: Cost | null; moves: readonly CardMove[] },
): DerivedWrite[] {
  const { id, kind, currency, at, amount, tax } = entry;
  const minor = (units: bigint) => units / 10n ** BigInt(4 - minorDigits(currency));
  const party = partyOfEntry({ ...entry, ...entry.record });
  const paid = moves.flatMap(({ tokenId, amount: part }): Posting[] => [
    { account: 'deposits', party: `token:${tokenId}`, amount: minor(part) },
    { account: 'receivable', party, amount: -minor(part) },
  ]);
  return postMoney([
    {
      key: `bill:${id}`,
      kind: `bill-${kind}`,
      currency,
      at,
      cites: { kind: 'bill', id },
      postings: [
        { account: 'receivable', party, amount: minor(amount) },
        { account: 'revenue', party: '', amount: -(minor(amount) - minor(tax)) },
        ...taxParts(minor(tax), cost).map(([name, part]): Posting => ({ account: 'tax', party: name, amount: -part })),
        ...paid,
      ],
    },
  ]);
}

/** Whose debt an entry of a bill is. */
export function partyOfEntry({
  sessionId,
  stationId,
  reservationId,
  partnerId,
  recordId,
}: {
  sessionId: string | null;
  stationId: string;
  reservationId: number | string | null;
  partnerId?: string | null | undefined;
  recordId?: string | null | undefined;
}): string {
  if (sessionId !== null) return `session:${sessionId}`;
  return partnerId ? `record:${partnerId}:${recordId ?? ''}` : `reservation:${stationId}:${reservationId ?? ''}`;
}

/** By the names of the taxes as they stand in the calculation; what is no whole part of one belongs to the last. */
function taxParts(tax: bigint, cost: Cost | null): [name: string, part: bigint][] {
  const lines = (cost?.lines ?? [])
    .filter(({ kind }) => kind === 'tax' || kind === 'included-tax')
    .map(({ name, amount }) => ({ name: name ?? '', units: unitsOf(amount) }));
  const whole = lines.reduce((sum, { units }) => sum + units, 0n);
  if (whole === 0n) return [['', tax]];
  let left = tax;
  return lines.map(({ name, units }, index) => {
    const part = index === lines.length - 1 ? left : (tax * units) / whole;
    left -= part;
    return [name, part];
  });
}
