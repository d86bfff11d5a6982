import type { AuthorizationStatus, RefusalReason, TokenType } from '#contract/access/token.ts';
import type { Tariff, TariffText } from '#contract/billing/tariff.ts';
import type { Entry } from '#ledger/ledger-types.ts';
import type { ContractAsk, ContractStatus } from './contract-certificate.ts';
import type { AuthorizationAsk, Purpose } from './decide.ts';

/** What a station is told about a token, and what a session has to know of it. */
export type AuthorizationDecision = {
  status: AuthorizationStatus;
  /** Why it was refused; null when it was accepted. */
  reason: RefusalReason | null;
  /** What it was refused by, such as the site or the running session. */
  facts: Record<string, unknown>;
  /** As what it was judged: the token of a session that goes on begins nothing. */
  purpose: Purpose;
  /** It was judged by an earlier time, at which it happened. */
  isLate?: boolean | undefined;
  driverId?: string | undefined;
  isOneAtATime?: boolean | undefined;
  /** The token's hash, under which sessions and events know it; null where there was no token to read. */
  tokenId: string | null;
  /** The group's hash, to compare by; its value is in `group`. */
  groupHash?: string | undefined;
  /** What stations are told as parent or group id. */
  group?: WireToken | undefined;
  /** Until when a station may remember the answer. */
  cacheUntil?: Date | undefined;
  /** What the driver is shown: the price they pay, in their language. */
  personalMessage?: TariffText | undefined;
  language?: string | undefined;
  /** The driver's own tariff, for stations that calculate by it. */
  tariff?: Tariff | undefined;
  /** The most the session may cost, as decimal text: what is left on a prepaid card. */
  maxCost?: string | undefined;
};

/** A token as it goes over the wire. It is never kept like this. */
export type WireToken = { id: string; value: string; type: TokenType };

export type AuthorizedStation = AuthorizationDecision & { contractStatus: ContractStatus | null };

/** What stations ask about tokens. */
export type StationAuthorization = {
  /** The hash of a token; null where there was no token to read. */
  idOf(read: Pick<AuthorizationAsk, 'token' | 'tokenType'>): string | null;
  /** Whether a token may charge now; from memory where it is known. Writes nothing. */
  decide(ask: AuthorizationAsk): Promise<AuthorizationDecision>;
  /** What a decision leaves in ledger and tables, to be committed with what it was made for. */
  evidence(ask: AuthorizationAsk, decision: AuthorizationDecision): Required<Pick<Entry, 'events' | 'writes'>>;
  /** A station asks before it charges (C01 …): the decision, written down. */
  authorize(ask: AuthorizationAsk & { contract?: ContractAsk | undefined }): Promise<AuthorizedStation>;
};
