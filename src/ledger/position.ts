import { SigecError } from '#base/errors.ts';

/**
 * Where a reader stands: the transaction that wrote the row, then the row. Row ids alone would not do, since a
 * transaction that began earlier may commit later, and a reader past its ids would never see its rows.
 */
export type Position = { xid: string; id: string };

export const origin = '0.0';

export function formatPosition({ xid, id }: Position): string {
  return `${xid}.${id}`;
}

export function parsePosition(text: string): Position {
  const [, xid, id] = /^(\d{1,19})\.(\d{1,18})$/.exec(text) ?? [];
  if (xid === undefined || id === undefined) {
    throw new SigecError(
      'INVALID_INPUT',
      `"${text.slice(0, 60)}" is no position in the ledger; give the id of an event, such as 812.40.`,
    );
  }
  return { xid, id };
}

export function laterPosition(one: string, other: string): string {
  const [a, b] = [parsePosition(one), parsePosition(other)];
  const difference = BigInt(a.xid) - BigInt(b.xid) || BigInt(a.id) - BigInt(b.id);
  return difference >= 0n ? one : other;
}

export function transactionsBetween(earlier: string, later: string): number {
  return Number(BigInt(parsePosition(later).xid) - BigInt(parsePosition(earlier).xid));
}
