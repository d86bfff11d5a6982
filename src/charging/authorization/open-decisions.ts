import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { batchedCache } from '../batcher.ts';
import type { Sites } from '../sites/open-sites.ts';
import { decide, type PlaceFacts, type Verdict } from './decide.ts';
import type { AuthorizationAsk, PresentedType, Purpose } from './station-authorization.ts';
import { readDecisionFacts, type TokenFacts } from './decision-facts.ts';
import { OneAtATime } from './one-at-a-time.ts';
import type { AuthorizationDecision } from './station-authorization.ts';
import { isOneAtATime } from './rules.ts';
import { hasToEnd, wasAccepted } from './running-sessions.ts';
import { type ToldNeeds, whatIsTold } from './told-to-station.ts';

export type DecisionNeeds = ToldNeeds & {
  pool: Pool;
  clock: Clock;
  installationKey: Buffer;
  hashToken(token: string): string;
  /** From memory. */
  placeOf: Sites['placeOf'];
};

export type Question = {
  tokenId: string | null;
  presentedType: PresentedType | null;
  purpose: Purpose;
  stationId: string;
  sessionRef: string | null;
  at: Date;
  isLate: boolean;
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
    const [token, placed] = await Promise.all([
      tokenId === null ? undefined : known.get(tokenId),
      needs.placeOf(stationId),
    ]);
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

  const idOf = ({ token, tokenType }: Pick<AuthorizationAsk, 'token' | 'tokenType'>): string | null =>
    tokenType === 'no-authorization' || token === '' ? null : needs.hashToken(token);

  return {
    idOf,
    judge,
  /** undefined: nobody entered it. */
    known: (tokenId: string): Promise<TokenFacts | undefined> => known.get(tokenId),
    async decide(ask: AuthorizationAsk): Promise<AuthorizationDecision> {
      const { stationId, purpose, tokenType = null, sessionRef = null } = ask;
      const tokenId = idOf(ask);
      const moment = momentOf(ask, clock.now());
      const { verdict, token, ...judged } = await judge({
        tokenId,
        presentedType: tokenType,
        purpose,
        stationId,
        sessionRef,
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
