import type { Token, TokenChange, TokenType } from '#contract/access/token.ts';
import { fromLocalTime, toLocalTime } from '../../text/local-time.ts';
import { typedAmount } from '../../text/money.ts';

/** What a form of a token holds, as it is typed. */
export type TokenDraft = {
  value: string;
  /** A number is made for it, since there is no card. */
  isMade: boolean;
  type: TokenType;
  note: string;
  driverId: string;
  groupId: string;
  isBlocked: boolean;
  validFrom: string;
  expiresAt: string;
  tariffId: string;
  credit: string;
};

export function tokenDraft(token: Token | null, given: { driverId?: string; value?: string } = {}): TokenDraft {
  return {
    value: given.value ?? '',
    isMade: false,
    type: token?.type ?? 'iso14443',
    note: token?.note ?? '',
    driverId: token?.driverId ?? given.driverId ?? '',
    groupId: token?.groupId ?? '',
    isBlocked: token?.isBlocked ?? false,
    validFrom: toLocalTime(token?.validFrom ?? null),
    expiresAt: toLocalTime(token?.expiresAt ?? null),
    tariffId: token?.tariffId ?? '',
    credit: token?.credit ?? '',
  };
}

/** What is left as it was may be below zero: the card owes something. */
export function isCredit(typed: string, before: Token | null): boolean {
  return typed.trim() === '' || typed === before?.credit || typedAmount(typed) !== null;
}

/** In the words of the API; what is empty is taken away. Credit is only said where it was changed: sessions are paid from it meanwhile. */
export function tokenOf(draft: TokenDraft, before: Token | null): TokenChange {
  const known = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    note: known(draft.note),
    driverId: known(draft.driverId),
    groupId: known(draft.groupId),
    isBlocked: draft.isBlocked,
    validFrom: fromLocalTime(draft.validFrom),
    expiresAt: fromLocalTime(draft.expiresAt),
    tariffId: known(draft.tariffId),
    ...(draft.credit !== (before?.credit ?? '') && { credit: typedAmount(draft.credit) }),
  };
}
