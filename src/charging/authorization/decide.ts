import type { AuthorizationStatus, RefusalReason, TokenType } from '#contract/token.ts';

/** What a station asks. Before 2.x it cannot say what kind of token it read. */
export type AuthorizationAsk = {
  stationId: string;
  token: string;
  tokenType?: PresentedType | null | undefined;
  evseId?: number | null | undefined;
  at: Date;
};

export type PresentedType = TokenType | 'no-authorization' | 'other';

/** What the rule has to know of a token. */
export type TokenFacts = {
  type: TokenType;
  isBlocked: boolean;
  expiresAt: Date | null;
  /** Decimal text; null: no credit is kept. */
  credit: string | null;
};

export type Verdict =
  | { status: 'accepted'; reason: null }
  | { status: Exclude<AuthorizationStatus, 'accepted'>; reason: RefusalReason };

/** Whether a token may charge. A token that nobody entered may not, unless the station itself vouches for it. */
export function decide(
  token: TokenFacts | undefined,
  { tokenType = null, at }: Pick<AuthorizationAsk, 'tokenType' | 'at'>,
): Verdict {
  if (tokenType === 'no-authorization') return accepted; // C02.FR.02: a start button
  if (token === undefined) return isVouchedFor(tokenType) ? accepted : refused('unknown', 'unknown-token');
  if (!isSameKind(token.type, tokenType)) return refused('invalid', 'other-type');
  if (token.isBlocked) return refused('blocked', 'blocked');
  if (token.expiresAt !== null && token.expiresAt <= at) return refused('expired', 'expired');
  if (token.credit !== null && Number(token.credit) <= 0) return refused('no-credit', 'no-credit');
  return accepted;
}

const accepted: Verdict = { status: 'accepted', reason: null };

function refused(status: Exclude<AuthorizationStatus, 'accepted'>, reason: RefusalReason): Verdict {
  return { status, reason };
}

/** C06, C18: the station made the id itself, for a payment its terminal took or a rule of its site. */
function isVouchedFor(type: PresentedType | null): boolean {
  return type === 'local' || type === 'direct-payment';
}

const cards: readonly PresentedType[] = ['iso14443', 'iso15693'];

/** A card's number typed into a keypad is not the card. What reads a card may not tell its two standards apart. */
function isSameKind(known: TokenType, presented: PresentedType | null): boolean {
  if (presented === null || presented === known) return true;
  return cards.includes(known) && cards.includes(presented);
}
