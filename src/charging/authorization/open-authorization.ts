import type { Pool } from 'pg';
import type { Clock } from '#clock.ts';
import type { Tariff, TariffText } from '#contract/tariff.ts';
import type {
  AddedToken,
  AuthorizationStatus,
  NewToken,
  NewTokenGroup,
  Refusal,
  RefusalQuery,
  RefusalReason,
  Token,
  TokenChange,
  TokenGroup,
  TokenList,
  TokenQuery,
  TokenType,
} from '#contract/token.ts';
import type { Entry, Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { BatchedCache } from '../batched-cache.ts';
import { textFor } from '../tariffs/text-for.ts';
import { authorize } from './authorize.ts';
import { addGroup, addToken, changeToken, findByValue, findTokens, removeToken } from './change-tokens.ts';
import type { ContractAsk, ContractStatus } from './contract-certificate.ts';
import { type AuthorizationAsk, decide } from './decide.ts';
import { evidenceOf } from './evidence.ts';
import { readGroups } from './group-store.ts';
import { readRefusals } from './refusal-store.ts';
import { revealGroup, revealToken } from './reveal.ts';
import { unseal } from './seal.ts';
import { readSealed, type SealedToken } from './token-store.ts';

export type { AuthorizationAsk, PresentedType } from './decide.ts';

/** What a station is told about a token, and what a session has to know of it. */
export type AuthorizationDecision = {
  status: AuthorizationStatus;
  /** Why it was refused; null when it was accepted. */
  reason: RefusalReason | null;
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

export type Authorization = {
  /** A token as sessions and events know it. */
  tokenOf(read: Pick<AuthorizationAsk, 'token' | 'tokenType'>): { hash: string; type: string };
  /** Whether a token may charge now; from memory where it is known. Writes nothing. */
  decide(ask: AuthorizationAsk): Promise<AuthorizationDecision>;
  /** What a decision leaves in ledger and tables, to be committed with what it was made for. */
  evidence(ask: AuthorizationAsk, decision: AuthorizationDecision): Required<Pick<Entry, 'events' | 'writes'>>;
  /** A station asks before it charges (C01 …): the decision, written down. */
  authorize(ask: AuthorizationAsk & { contract?: ContractAsk | undefined }): Promise<AuthorizedStation>;
  /** The value of a token, to be sent to a station and kept nowhere. Throws NOT_FOUND. */
  reveal(tokenId: string): Promise<WireToken & { group: WireToken | null }>;
  revealGroup(groupId: string): Promise<WireToken>;

  find(query: TokenQuery): Promise<TokenList>;
  findByValue(value: string): Promise<Token>;
  add(wanted: NewToken, actor: Actor): Promise<AddedToken>;
  change(tokenId: string, change: TokenChange, actor: Actor): Promise<Token>;
  remove(tokenId: string, actor: Actor): Promise<Token>;
  groups(): Promise<TokenGroup[]>;
  addGroup(wanted: NewTokenGroup, actor: Actor): Promise<TokenGroup>;
  refusals(query: RefusalQuery): Promise<Refusal[]>;
};

export type AuthorizedStation = AuthorizationDecision & { contractStatus: ContractStatus | null };

export type AuthorizationNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  hashToken(token: string): string;
  /** The driver's own tariff, when it is still in force. */
  findTariff(tariffId: string): Promise<Tariff | undefined>;
  /** Someone's token changed: whoever keeps a copy of it looks again. */
  forget(tokenId: string): void;
};

export function openAuthorization(given: Omit<AuthorizationNeeds, 'forget'>): Authorization {
  const { pool, clock } = given;
  const known = new BatchedCache<SealedToken>({
    readMany: async (ids) => new Map((await readSealed(pool, ids)).map((row) => [row.id, row])),
    clock,
  });
  const needs = { ...given, forget: (tokenId: string) => known.forget(tokenId) };

  async function decideNow(ask: AuthorizationAsk): Promise<AuthorizationDecision> {
    const isRead = ask.tokenType !== 'no-authorization' && ask.token !== '';
    const tokenId = isRead ? needs.hashToken(ask.token) : null;
    const token = tokenId === null ? undefined : await known.get(tokenId);
    const verdict = decide(token, ask);
    if (token === undefined) return { ...verdict, tokenId };
    return { ...verdict, tokenId, ...(await whatIsTold(needs, token, verdict.status)) };
  }

  return {
    tokenOf: ({ token, tokenType }) => ({ hash: needs.hashToken(token), type: tokenType ?? 'id-tag' }),
    decide: decideNow,
    evidence: (ask, decision) => evidenceOf(ask, decision, clock.now()),
    authorize: (ask) => authorize({ ...needs, decide: decideNow }, ask),
    reveal: (tokenId) => revealToken(needs, tokenId),
    revealGroup: (groupId) => revealGroup(needs, groupId),
    find: (query) => findTokens(needs, query),
    findByValue: (value) => findByValue(needs, value),
    add: (wanted, actor) => addToken(needs, wanted, actor),
    change: (tokenId, change, actor) => changeToken(needs, { tokenId, change, actor }),
    remove: (tokenId, actor) => removeToken(needs, tokenId, actor),
    groups: () => readGroups(pool),
    addGroup: (wanted, actor) => addGroup(needs, wanted, actor),
    refusals: (query) => readRefusals(pool, query),
  };
}

/** C09, C10, I01, I08: what goes to the station beside the verdict. */
async function whatIsTold(
  { installationKey, findTariff }: AuthorizationNeeds,
  token: SealedToken,
  status: AuthorizationStatus,
): Promise<Partial<AuthorizationDecision>> {
  const tariff = token.tariffId === null || status !== 'accepted' ? undefined : await findTariff(token.tariffId);
  return {
    groupHash: token.group?.id,
    group: token.group === null ? undefined : groupOf(installationKey, token.group),
    cacheUntil: token.expiresAt ?? undefined,
    language: token.language ?? undefined,
    tariff,
    personalMessage: tariff && textFor(tariff, token.language),
    maxCost: status === 'accepted' ? (token.credit ?? undefined) : undefined,
  };
}

function groupOf(installationKey: Buffer, { id, value, secret }: NonNullable<SealedToken['group']>): WireToken {
  return { id, value: unseal(installationKey, secret, { sealed: value, row: id }), type: 'central' };
}
