import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { SigecError } from '#base/errors.ts';
import { plainEmaid } from '#contract/access/emaid.ts';
import type { GroupChange, NewGroup } from '#contract/access/group.ts';
import type {
  AuthorizationStatus,
  NewToken,
  RefusalQuery,
  TokenChange,
  TokenQuery,
  TokenType,
} from '#contract/access/token.ts';
import type { TokenTry } from '#contract/access/token-try.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type Entry, type EventFact, type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { AtSites } from '../at-sites.ts';
import { problemOf } from '../problem.ts';
import type { Sites } from '../sites/open-sites.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import { addGroup, changeGroup, findGroups, getGroup, removeGroup } from './change-groups.ts';
import { addToken, changeToken, findByValue, findTokens, getToken, idOfPrinted, removeToken } from './change-tokens.ts';
import { type ContractTrust, type ContractVerdict, contractStatus } from './contract-certificate.ts';
import type { Guests } from './guests.ts';
import { type Decisions, openDecisions } from './open-decisions.ts';
import { unlistedTypes } from './own-types.ts';
import { liftedRefusals, readRefusals, refusals } from './refusal-store.ts';
import { refusalSentence } from './refusal-words.ts';
import { noToken, type RevealedToken, revealed, revealGroup, revealToken } from './reveal.ts';
import type {
  AuthorizationAsk,
  AuthorizationDecision,
  AuthorizedStation,
  ContractAsk,
  StationAuthorization,
} from './station-authorization.ts';
import { readChangedTokens, readSealed, type SealedToken, tokenUses } from './token-store.ts';
import { tryToken } from './try-token.ts';

export type Authorization = ReturnType<typeof openAuthorization>;

export type AuthorizationNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  hashToken(token: string): string;
  /** By which contract certificates that vehicles show are judged. */
  contractTrust: ContractTrust;
  findTariff(tariffId: string): Promise<Tariff | undefined>;
  whichApplies: Tariffs['whichApplies'];
  placeOf: Sites['placeOf'];
  isListed(stationId: string, tokenId: string): Promise<boolean>;
  /** Who knows drivers of other providers; absent: nobody. */
  guests?: Guests | undefined;
};

export function openAuthorization(needs: AuthorizationNeeds) {
  const { pool, clock } = needs;
  const decisions = openDecisions(needs);
  async function standingElsewhere(tokenId: string | null): Promise<AuthorizationStatus> {
    const asked = { tokenId, presentedType: null, stationId: '', sessionRef: null, at: clock.now(), isLate: false };
    const { verdict, token } = await decisions.judge({ ...asked, purpose: 'authorize' });
    return token !== undefined && unlistedTypes.includes(token.type) ? 'unknown' : verdict.status;
  }
  const revealWithStanding = async (row: SealedToken) => ({
    ...row,
    value: revealed(needs.installationKey, row).value,
    standing: await standingElsewhere(row.id),
  });
  return {
    tokenOf: ({ token, tokenType }: Pick<AuthorizationAsk, 'token' | 'tokenType'>): { hash: string; type: string } => ({
      hash: needs.hashToken(token),
      type: tokenType ?? 'id-tag',
    }),
    /** The hash of a token; null where there was no token to read. */
    idOf: decisions.idOf,
    /** Whether a token may charge now; from memory where it is known. Writes nothing. */
    decide: decisions.decide,
    /** What a decision leaves in ledger and tables, to be committed with what it was made for. */
    evidence: (ask: AuthorizationAsk, decision: AuthorizationDecision) => evidenceOf(ask, decision, clock.now()),
    authorize: (ask: Parameters<StationAuthorization['authorize']>[0]) =>
      authorize({ ...needs, decide: decisions.decide }, ask),
    /** Before a start is asked of a station. Throws NOT_FOUND or NOT_ALLOWED, and keeps the refusal. */
    checkRemoteStart: (start: RemoteStart) => checkRemoteStart({ ...needs, decisions }, start),
    /** Of a token of ours that is shown at somebody else's station: no place of ours counts. Writes nothing. */
    async decideElsewhere(value: string): Promise<{ status: AuthorizationStatus; tokenId: string | null }> {
      const tokenId = decisions.idOf({ token: value });
      return { status: await standingElsewhere(tokenId), tokenId };
    },
    /** The same by its id, from the database: whoever was told of it has to hear what is so now. */
    standingElsewhere(tokenId: string): Promise<AuthorizationStatus> {
      decisions.forget(tokenId);
      return standingElsewhere(tokenId);
    },
    /** A page of tokens by when they were changed, each with its value and its standing, to be told to those who must know it. */
    async revealChanged(page: Parameters<typeof readChangedTokens>[1]) {
      const { ids, total } = await readChangedTokens(pool, page);
      const sealed = new Map((await readSealed(pool, ids)).map((row) => [row.id, row]));
      const tokens = await Promise.all(
        ids.flatMap((id) => {
          const row = sealed.get(id);
          return row === undefined ? [] : [revealWithStanding(row)];
        }),
      );
      return { tokens, total };
    },
    /** What would happen now, and why. Writes nothing. */
    tryOut: (wanted: TokenTry) =>
      tryToken({ ...needs, decisions, idOfPrinted: (value) => idOfPrinted(needs, value) }, wanted),
    /** What kind of token a value is, also that of a partner's driver; undefined: nobody knows it. */
    async typeOf(value: string): Promise<TokenType | undefined> {
      const tokenId = needs.hashToken(value);
      return (await decisions.known(tokenId))?.type ?? (await needs.guests?.reveal(tokenId))?.type;
    },
    /** The value of a token, to be sent to a station and kept nowhere. Throws NOT_FOUND. */
    async reveal(tokenId: string): Promise<RevealedToken> {
      const guest = (await decisions.known(tokenId)) === undefined ? await needs.guests?.reveal(tokenId) : undefined;
      return guest === undefined ? revealToken(needs, tokenId) : { id: tokenId, ...guest, group: null };
    },
    /** The eMAID of a contract that may charge now, wherever; undefined: it is blocked, over, gone, or no contract. */
    emaidOf: (tokenId: string) => emaidOf({ ...needs, decisions }, tokenId),
    revealGroup: (groupId: string) => revealGroup(needs, groupId),
    find: (query: TokenQuery) => findTokens(needs, query),
    get: (tokenId: string) => getToken(needs, tokenId),
    findByValue: (value: string) => findByValue(needs, value),
    /** What a token is called, known or not, by what is printed on it. */
    idOfPrinted: (value: string) => idOfPrinted(needs, value),
    add: (wanted: NewToken, actor: Actor) => addToken(needs, wanted, actor),
    change: (tokenId: string, change: TokenChange, actor: Actor) => changeToken(needs, { tokenId, change, actor }),
    remove: (tokenId: string, actor: Actor) => removeToken(needs, tokenId, actor),
    groups: () => findGroups(needs),
    getGroup: (groupId: string) => getGroup(needs, groupId),
    addGroup: (wanted: NewGroup, actor: Actor) => addGroup(needs, wanted, actor),
    changeGroup: (groupId: string, change: GroupChange, actor: Actor) => changeGroup(needs, { groupId, change, actor }),
    removeGroup: (groupId: string, actor: Actor) => removeGroup(needs, groupId, actor),
    forgetAll: decisions.forgetAll,
    forget: decisions.forget,
    refusals: (query: RefusalQuery & AtSites) => readRefusals(pool, query),
  };
}

type Needs = {
  ledger: Ledger;
  clock: Clock;
  contractTrust: ContractTrust;
  decide(ask: AuthorizationAsk): Promise<AuthorizationDecision>;
};

/** The decision is in the books before the station hears it: every refusal can be explained, every use is known. */
async function authorize(
  { ledger, clock, contractTrust, decide }: Needs,
  ask: AuthorizationAsk & { contract?: ContractAsk | undefined },
): Promise<AuthorizedStation> {
  const now = clock.now();
  const byToken = await decide(ask);
  const facts = { emaid: ask.token, tokenId: byToken.tokenId, contract: byToken.status, now };
  const contract = ask.contract === undefined ? null : await contractStatus(ask.contract, facts, contractTrust);
  const decision = contract === null || contract.status === 'accepted' ? byToken : refusedFor(byToken, contract);
  await ledger.commit({ ...evidenceOf(ask, decision, now), whenRefused: 'set-aside' });
  return { ...decision, contractStatus: contract?.status ?? null };
}

/** A contract whose certificate does not stand is not accepted, whatever its token says. */
function refusedFor(decision: AuthorizationDecision, { status, why }: ContractVerdict): AuthorizationDecision {
  if (decision.status !== 'accepted') return decision;
  const facts = { certificate: status, ...(why !== undefined && { why }) };
  return { ...decision, status: 'invalid', reason: 'certificate-invalid', facts };
}

async function emaidOf(needs: AuthorizationNeeds & { decisions: Decisions }, tokenId: string) {
  const { decisions, clock } = needs;
  const token = await decisions.known(tokenId);
  if (token?.type !== 'emaid') return undefined;
  const now = clock.now();
  const isOver = (token.validFrom ?? now) > now || (token.expiresAt ?? now) < now;
  const isBlocked = token.isBlocked || token.driver?.isBlocked === true || token.group?.isBlocked === true;
  return isOver || isBlocked ? undefined : plainEmaid((await revealToken(needs, tokenId)).value);
}

type RemoteStart = {
  stationId: string;
  token?: string | undefined;
  tokenId?: string | undefined;
  evseId?: number | undefined;
  actor: Actor;
};

type CheckRemoteStartNeeds = { ledger: Ledger; clock: Clock; decisions: Decisions };

/** C05: nobody is started remotely who could not start at the station. Throws NOT_FOUND or NOT_ALLOWED; the refusal is kept. */
async function checkRemoteStart(
  { ledger, clock, decisions }: CheckRemoteStartNeeds,
  { stationId, token: value = '', tokenId: given, evseId, actor }: RemoteStart,
): Promise<void> {
  const now = clock.now();
  const tokenId = given ?? decisions.idOf({ token: value });
  const { verdict, token } = await decisions.judge({
    tokenId,
    presentedType: null,
    purpose: 'start',
    stationId,
    sessionRef: null,
    at: now,
    isLate: false,
    ...(given === undefined && { value }),
    evseId,
  });
  if (token === undefined) throw given === undefined ? notEntered() : noToken(given);
  const { status, reason, facts } = verdict;
  if (reason === null) return;
  const purpose = 'start';
  const by = { driverId: token.driver?.id, facts: { ...facts, askedBy: actorName(actor) } };
  await ledger.commit(
    evidenceOf({ stationId, token: '', evseId, purpose, at: now }, { status, reason, tokenId, purpose, ...by }, now),
  );
  const sentence = sentenceOf('start-refused', { stationId, why: refusalSentence(reason, facts) });
  throw problemOf('NOT_ALLOWED', sentence, { reason, tokenId, ...facts });
}

function notEntered(): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('start-token-unknown'));
}

/**
 * What a decision leaves behind: the fact, and either where the token was used or why it was refused. A station that delivers
 * its message again leaves nothing more.
 */
export function evidenceOf(
  ask: AuthorizationAsk,
  decision: AuthorizationDecision,
  now: Date,
): Required<Pick<Entry, 'events' | 'writes'>> {
  const { stationId, evseId = null, tokenType = null, at } = ask;
  const { status, reason, tokenId } = decision;
  const key = [reason === null ? 'token-accepted' : 'token-refused', tokenId, evseId, at.toISOString()].join(':');
  const sessionRef = decision.purpose === 'start' ? (ask.sessionRef ?? null) : null;
  const facts = factsOf(ask, decision);
  const presented = { tokenId, tokenType, evseId };
  const fact: EventFact =
    reason === null
      ? { kind: 'token-accepted', body: presented }
      : { kind: 'token-refused', body: { ...presented, status, reason, facts, sessionRef } };
  const events: NewEvent[] = [{ ...fact, stationId, key, happenedAt: at }];
  if (reason !== null) {
    const driverId = decision.driverId ?? null;
    const row = { id: idOf(stationId, key), stationId, evseId, tokenId, tokenType, status, reason, facts, driverId };
    return { events, writes: [write(refusals, { ...row, sessionRef, at: now })] };
  }
  if (tokenId === null) return { events, writes: [] };
  const used = write(tokenUses, { id: tokenId, at, stationId });
  const mayHaveBeenRefused = decision.isOneAtATime === true || ask.hasBegun === true;
  return {
    events,
    writes:
      mayHaveBeenRefused && sessionRef !== null
        ? [used, write(liftedRefusals, { stationId, sessionRef, tokenId })]
        : [used],
  };
}

function factsOf(
  { at }: AuthorizationAsk,
  { purpose, facts, driverId, isLate }: AuthorizationDecision,
): Record<string, unknown> {
  return { purpose, ...(driverId && { driverId }), ...(isLate && { happenedAt: at.toISOString() }), ...facts };
}

/** A UUID made from what it names (RFC 9562, version 8). */
function idOf(stationId: string, key: string): string {
  const hex = createHash('sha256').update(`${stationId}\n${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
