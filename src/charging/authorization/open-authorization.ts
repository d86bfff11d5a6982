import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Group, GroupChange, NewGroup } from '#contract/access/group.ts';
import type {
  AddedToken,
  NewToken,
  Refusal,
  RefusalQuery,
  Token,
  TokenChange,
  TokenList,
  TokenQuery,
  TokenType,
} from '#contract/access/token.ts';
import type { TokenTry, TokenTryAnswer } from '#contract/access/token-try.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import type { Entry, Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import type { Sites } from '../sites/open-sites.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import { authorize } from './authorize.ts';
import { addGroup, changeGroup, findGroups, getGroup, removeGroup } from './change-groups.ts';
import { addToken, changeToken, findByValue, findTokens, getToken, idOfPrinted, removeToken } from './change-tokens.ts';
import { checkRemoteStart, type RemoteStart } from './check-remote-start.ts';
import { evidenceOf } from './evidence.ts';
import { openDecisions } from './open-decisions.ts';
import { readRefusals } from './refusal-store.ts';
import { revealGroup, revealToken } from './reveal.ts';
import type {
  AuthorizationAsk,
  AuthorizationDecision,
  StationAuthorization,
  WireToken,
} from './station-authorization.ts';
import { tryToken } from './try-token.ts';

export type Authorization = StationAuthorization & {
  /** The hash of a token; null where there was no token to read. */
  idOf(read: Pick<AuthorizationAsk, 'token' | 'tokenType'>): string | null;
  /** Whether a token may charge now; from memory where it is known. Writes nothing. */
  decide(ask: AuthorizationAsk): Promise<AuthorizationDecision>;
  /** What a decision leaves in ledger and tables, to be committed with what it was made for. */
  evidence(ask: AuthorizationAsk, decision: AuthorizationDecision): Required<Pick<Entry, 'events' | 'writes'>>;
  /** A token as sessions and events know it. */
  tokenOf(read: Pick<AuthorizationAsk, 'token' | 'tokenType'>): { hash: string; type: string };
  /** Before a start is asked of a station. Throws NOT_FOUND or NOT_ALLOWED, and keeps the refusal. */
  checkRemoteStart(start: RemoteStart): Promise<void>;
  /** What would happen now, and why. Writes nothing. */
  tryOut(wanted: TokenTry): Promise<TokenTryAnswer>;
  /** What kind of token a value is; undefined: nobody entered it. */
  typeOf(value: string): Promise<TokenType | undefined>;
  /** The value of a token, to be sent to a station and kept nowhere. Throws NOT_FOUND. */
  reveal(tokenId: string): Promise<WireToken & { group: WireToken | null }>;
  revealGroup(groupId: string): Promise<WireToken>;

  find(query: TokenQuery): Promise<TokenList>;
  get(tokenId: string): Promise<Token>;
  findByValue(value: string): Promise<Token>;
  /** What a token is called, known or not, by what is printed on it. */
  idOfPrinted(value: string): Promise<string>;
  add(wanted: NewToken, actor: Actor): Promise<AddedToken>;
  change(tokenId: string, change: TokenChange, actor: Actor): Promise<Token>;
  remove(tokenId: string, actor: Actor): Promise<Token>;
  groups(): Promise<Group[]>;
  getGroup(groupId: string): Promise<Group>;
  addGroup(wanted: NewGroup, actor: Actor): Promise<Group>;
  changeGroup(groupId: string, change: GroupChange, actor: Actor): Promise<Group>;
  removeGroup(groupId: string, actor: Actor): Promise<Group>;
  /** A group or a driver changed: nothing that is remembered of tokens holds any more. */
  forgetAll(): void;
  /** One token changed. */
  forget(tokenId: string): void;
  refusals(query: RefusalQuery): Promise<Refusal[]>;
};

export type AuthorizationNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  hashToken(token: string): string;
  /** Of contract certificates that vehicles show; empty: no chain is trusted. */
  contractRoots: readonly X509Certificate[];
  /** The driver's own tariff, when it is still in force. */
  findTariff(tariffId: string): Promise<Tariff | undefined>;
  whichApplies: Tariffs['whichApplies'];
  /** Where a station stands, from memory. */
  placeOf: Sites['placeOf'];
  /** Whether the local list of a station holds a token. */
  isListed(stationId: string, tokenId: string): Promise<boolean>;
};

export function openAuthorization(needs: AuthorizationNeeds): Authorization {
  const { pool, clock } = needs;
  const decisions = openDecisions(needs);
  return {
    tokenOf: ({ token, tokenType }) => ({ hash: needs.hashToken(token), type: tokenType ?? 'id-tag' }),
    idOf: decisions.idOf,
    decide: decisions.decide,
    evidence: (ask, decision) => evidenceOf(ask, decision, clock.now()),
    authorize: (ask) => authorize({ ...needs, decide: decisions.decide }, ask),
    checkRemoteStart: (start) => checkRemoteStart({ ...needs, decisions }, start),
    tryOut: (wanted) => tryToken({ ...needs, decisions, idOfPrinted: (value) => idOfPrinted(needs, value) }, wanted),
    typeOf: async (value) => (await decisions.known(needs.hashToken(value)))?.type,
    reveal: (tokenId) => revealToken(needs, tokenId),
    revealGroup: (groupId) => revealGroup(needs, groupId),
    find: (query) => findTokens(needs, query),
    get: (tokenId) => getToken(needs, tokenId),
    findByValue: (value) => findByValue(needs, value),
    idOfPrinted: (value) => idOfPrinted(needs, value),
    add: (wanted, actor) => addToken(needs, wanted, actor),
    change: (tokenId, change, actor) => changeToken(needs, { tokenId, change, actor }),
    remove: (tokenId, actor) => removeToken(needs, tokenId, actor),
    groups: () => findGroups(needs),
    getGroup: (groupId) => getGroup(needs, groupId),
    addGroup: (wanted, actor) => addGroup(needs, wanted, actor),
    changeGroup: (groupId, change, actor) => changeGroup(needs, { groupId, change, actor }),
    removeGroup: (groupId, actor) => removeGroup(needs, groupId, actor),
    forgetAll: decisions.forgetAll,
    forget: decisions.forget,
    refusals: (query) => readRefusals(pool, query),
  };
}
