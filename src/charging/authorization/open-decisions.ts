import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { isEmaid, plainEmaid } from '#contract/access/emaid.ts';
import { Batcher, batchedCache } from '../batcher.ts';
import type { Sites } from '../sites/open-sites.ts';
import { decide, type PlaceFacts, type RunningSession, type Verdict } from './decide.ts';
import { readDecisionFacts, type TokenFacts } from './decision-facts.ts';
import { type Guests, guestFacts } from './guests.ts';
import { isOneAtATime } from './rules.ts';
import { hasToEnd, isCommitted, type PersonAsk, readRunning, wasAccepted } from './running-sessions.ts';
import type { AuthorizationAsk, AuthorizationDecision, PresentedType, Purpose } from './station-authorization.ts';
import { type ToldNeeds, whatIsTold } from './told-to-station.ts';

export type DecisionNeeds = ToldNeeds & {
  pool: Pool;
  clock: Clock;
  installationKey: Buffer;
  hashToken(token: string): string;
  /** From memory. */
  placeOf: Sites['placeOf'];
  /** Who knows drivers of other providers; absent: nobody. */
  guests?: Guests | undefined;
};

export type Question = {
  tokenId: string | null;
  presentedType: PresentedType | null;
  purpose: Purpose;
  stationId: string;
  sessionRef: string | null;
  at: Date;
  isLate: boolean;
  /** What was read, of a token that may be another provider's; absent: only its hash is known. */
  value?: string | undefined;
  evseId?: number | null | undefined;
};

/** `purpose`: as what it was judged. */
export type Judged = { verdict: Verdict; purpose: Purpose; token: TokenFacts | undefined; place: PlaceFacts };

export type Decisions = ReturnType<typeof openDecisions>;

export function openDecisions(needs: DecisionNeeds) {
  const { pool, clock, installationKey } = needs;
  const known = batchedCache<TokenFacts>({
    readMany: (ids) => readDecisionFacts(pool, installationKey, ids),
    clock,
  });
  const oneAtATime = new OneAtATime({ pool, clock });

  async function judge(question: Question): Promise<Judged> {
    const { tokenId, stationId, purpose, presentedType, sessionRef, at, isLate } = question;
    const [entered, placed] = await Promise.all([
      tokenId === null ? undefined : known.get(tokenId),
      needs.placeOf(stationId),
    ]);
    const token = entered ?? (await guestOf(question));
    const place = { stationId, site: placed?.site ?? null, admits: placed?.admits ?? 'everyone' };
    const facts = { token, presentedType, purpose, at, place, running: [] };
    const driverId = token?.driver?.id ?? null;
    let verdict = decide(facts);
    if (verdict.reason === null && purpose === 'start' && token !== undefined && isOneAtATime(token)) {
      const ask = { tokenId: token.id, driverId, stationId, ref: sessionRef, at: at.toISOString(), isLate };
      verdict = await oneAtATime.decide(ask, (running) => decide({ ...facts, running }));
    }
    if (verdict.reason === null || tokenId === null) return { verdict, purpose, token, place };
    // What keeps a session from beginning does not end one that was allowed: stations name its token all along.
    const goesOn = () =>
      sessionRef !== null && purpose === 'start' && wasAccepted(pool, { stationId, ref: sessionRef, tokenId });
    // Before 2.x and in many stations after it a card is asked about before it ends a session, too.
    const mayBeStop = purpose === 'authorize' && token !== undefined && isOfTheMoment(verdict.reason);
    const shown = { stationId, tokenId, driverId, groupId: token?.group?.id ?? null };
    if ((await goesOn()) || (mayBeStop && (await hasToEnd(pool, shown))))
      return { verdict: decide({ ...facts, purpose: 'stop' }), purpose: 'stop', token, place };
    return { verdict, purpose, token, place };
  }

  async function guestOf({ tokenId, value, ...ask }: Question): Promise<TokenFacts | undefined> {
    const { guests } = needs;
    if (guests === undefined || tokenId === null || value === undefined) return undefined;
    return guestFacts({ pool, guests, now: clock.now() }, { ...ask, tokenId, value, evseId: ask.evseId ?? null });
  }

  const idOf = ({ token, tokenType }: Pick<AuthorizationAsk, 'token' | 'tokenType'>): string | null =>
    tokenType === 'no-authorization' || token === '' ? null : needs.hashToken(token);

  /** As it was presented, or as a contract is written here: hyphens and the check digit of an eMAID are left out. */
  async function idKnown(ask: Pick<AuthorizationAsk, 'token' | 'tokenType'>): Promise<string | null> {
    const given = idOf(ask);
    const mayBeContract = (ask.tokenType ?? 'emaid') === 'emaid' && isEmaid(ask.token);
    const plain = mayBeContract ? needs.hashToken(plainEmaid(ask.token)) : given;
    if (given === plain || given === null || plain === null || (await known.get(given)) !== undefined) return given;
    return (await known.get(plain)) === undefined ? given : plain;
  }

  return {
    idOf,
    judge,
    /** undefined: nobody entered it. */
    known: (tokenId: string): Promise<TokenFacts | undefined> => known.get(tokenId),
    async decide(ask: AuthorizationAsk): Promise<AuthorizationDecision> {
      const { stationId, purpose, tokenType = null, sessionRef = null } = ask;
      const tokenId = await idKnown(ask);
      const moment = momentOf(ask, clock.now());
      const { verdict, token, ...judged } = await judge({
        tokenId,
        presentedType: tokenType,
        purpose,
        stationId,
        sessionRef,
        value: ask.token,
        evseId: ask.evseId,
        ...moment,
      });
      const { status, reason, facts } = verdict;
      const decision = { status, reason, facts, tokenId, purpose: judged.purpose, isLate: moment.isLate };
      if (token === undefined) return decision;
      return {
        ...decision,
        driverId: token.driver?.id,
        isOneAtATime: isOneAtATime(token),
        ...(await whatIsTold(needs, token, status)),
      };
    },
    forget: (tokenId: string): void => known.forget(tokenId),
    forgetAll: (): void => known.forgetAll(),
  };
}

/** Reasons of the place and the hour: they keep a session from beginning, and none from ending. */
function isOfTheMoment(reason: NonNullable<Verdict['reason']>): boolean {
  return ['no-credit', 'not-at-this-place', 'not-admitted-here', 'site-closed'].includes(reason);
}

/** Before 2.x no station says that it was offline, and clocks are some minutes off. */
const lateAfterMs = 5 * 60_000;

/** What happens now is judged by our clock; what was begun offline by the time at which it began. */
function momentOf({ at, isOffline = false }: AuthorizationAsk, now: Date): { at: Date; isLate: boolean } {
  const isLate = at < now && (isOffline || now.getTime() - at.getTime() > lateAfterMs);
  return { at: isLate ? at : now, isLate };
}

/** A session that was allowed, and may not be in the books yet. */
type Claim = { stationId: string; ref: string; startedAt: Date; until: number };

const claimLastsMs = 60_000;

/**
 * Who may have one session only is decided one start after the other: two starts in the same instant cannot both pass. What was
 * allowed is claimed until its session can be read.
 */
class OneAtATime {
  private readonly pool: Pool;
  private readonly clock: Clock;
  private readonly running: Batcher<RunningSession[]>;
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly claims = new Map<string, Claim[]>();

  constructor({ pool, clock }: { pool: Pool; clock: Clock }) {
    this.pool = pool;
    this.clock = clock;
    this.running = new Batcher((keys) => readRunning(pool, keys));
  }

  /** Without a session of its own, such as before a remote start, nothing is claimed. */
  decide(ask: PersonAsk, decide: (running: readonly RunningSession[]) => Verdict): Promise<Verdict> {
    const person = ask.driverId ?? ask.tokenId;
    const turn = (this.turns.get(person) ?? Promise.resolve()).then(() => this.decideInTurn(person, ask, decide));
    const settled: Promise<void> = turn.then(
      () => this.leave(person, settled),
      () => this.leave(person, settled),
    );
    this.turns.set(person, settled);
    return turn;
  }

  private leave(person: string, settled: Promise<unknown>): void {
    if (this.turns.get(person) === settled) this.turns.delete(person);
  }

  private async decideInTurn(
    person: string,
    ask: PersonAsk,
    decide: (running: readonly RunningSession[]) => Verdict,
  ): Promise<Verdict> {
    const claimed = await this.claimedBeside(person, ask); // first: what is committed meanwhile is found by the reading
    const running = (await this.running.read(JSON.stringify(ask))) ?? [];
    const verdict = decide([...running, ...claimed]);
    if (verdict.reason === null && ask.ref !== null) this.claim(person, { ...ask, ref: ask.ref });
    return verdict;
  }

  private async claimedBeside(person: string, { stationId, ref, at, isLate }: PersonAsk): Promise<RunningSession[]> {
    const open: Claim[] = [];
    for (const claim of this.claims.get(person) ?? [])
      if (claim.until > this.clock.now().getTime() && !(await isCommitted(this.pool, claim))) open.push(claim);
    if (open.length === 0) this.claims.delete(person);
    else this.claims.set(person, open);
    return open
      .filter((claim) => !(claim.stationId === stationId && claim.ref === ref))
      .filter(({ startedAt }) => !isLate || startedAt <= new Date(at))
      .map((claim) => ({ ...claim, sessionId: null, startedAt: claim.startedAt.toISOString() }));
  }

  private claim(person: string, { stationId, ref, at }: PersonAsk & { ref: string }): void {
    const now = this.clock.now().getTime();
    for (const [other, claims] of this.claims) {
      if (claims.some(({ until }) => until > now)) break; // the oldest stand first
      this.claims.delete(other);
    }
    const others = (this.claims.get(person) ?? []).filter(
      (claim) => claim.stationId !== stationId || claim.ref !== ref,
    );
    this.claims.delete(person); // the youngest stand last
    this.claims.set(person, [...others, { stationId, ref, startedAt: new Date(at), until: now + claimLastsMs }]);
  }
}
