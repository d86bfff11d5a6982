/**
 * The accounts of the money ledger. Debits are above zero, credits below: what others owe us and what we have is above, what we owe and
 * what we earned is below.
 */
export const accounts = [
  'receivable', // of drivers and payers
  'clearing', // at a payment provider, on its way to us
  'revenue', // without taxes
  'tax', // by its name
  'fees', // of a payment provider
  'partner-receivable',
  'partner-payable',
  'deposits', // paid before it was earned: a liability, of prepaid cards and of payments at a station
  'refunds-due',
  'rounding',
  'disputes', // clawed back by a provider after it had been kept
  'purchases', // what roaming of our drivers costs us
] as const;
export type Account = (typeof accounts)[number];

export type Posting = {
  account: Account;
  /** Whose: a driver, a partner, a provider, the name of a tax; empty: ours. */
  party: string;
  amount: bigint;
};

export const citationKinds = [
  ...(['bill', 'payment', 'movement', 'operation', 'cdr', 'invoice', 'order', 'token', 'settlement'] as const),
] as const;
export type Citation = { kind: (typeof citationKinds)[number]; id: string };

export type MoneyTransaction = {
  id: string;
  /** The fact that it follows from; booked a second time it is refused. */
  key: string;
  kind: string;
  currency: string;
  cites: Citation;
  at: Date;
  postings: readonly Posting[];
};
