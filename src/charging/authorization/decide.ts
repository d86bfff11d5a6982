import type { AuthorizationStatus, RefusalReason, TokenType } from '#contract/access/token.ts';
import type { Check } from '#contract/access/token-try.ts';
import type { Admits, Site } from '#contract/stations/site.ts';
import type { TokenFacts } from './decision-facts.ts';
import { rules } from './rules.ts';

/** What a token is shown for. Where and when one may charge does not keep anybody from ending what they began. */
export type Purpose = 'authorize' | 'start' | 'stop';

/** What a station asks. Before 2.x it cannot say what kind of token it read. */
export type AuthorizationAsk = {
  stationId: string;
  token: string;
  tokenType?: PresentedType | null | undefined;
  evseId?: number | null | undefined;
  purpose: Purpose;
  /** The station's name for the session it is about. */
  sessionRef?: string | undefined;
  /** The session ran before, perhaps with this token refused. */
  hasBegun?: boolean | undefined;
  /** The station says that it could not ask when it happened; before 2.x it cannot say so. */
  isOffline?: boolean | undefined;
  /** When it happened, by the station's clock. */
  at: Date;
};

export type PresentedType = TokenType | 'no-authorization' | 'other';

/** Where it is asked. */
export type PlaceFacts = {
  stationId: string;
  /** null: the station stands at no site. */
  site: Pick<Site, 'id' | 'name' | 'timeZone' | 'openingHours' | 'isClosedOutside'> | null;
  /** Of the station, or else of its site. */
  admits: Admits;
};

/** A session that the same person has elsewhere. */
export type RunningSession = { sessionId: string | null; stationId: string; ref: string; startedAt: string | null };

/** All that a decision is made of. */
export type DecisionFacts = {
  /** undefined: nobody entered it. */
  token: TokenFacts | undefined;
  presentedType: PresentedType | null;
  purpose: Purpose;
  /** By which validity and opening hours are judged. */
  at: Date;
  place: PlaceFacts;
  /** Other sessions of the same person; looked up only where one alone is allowed. */
  running: readonly RunningSession[];
};

export type Verdict = (
  | { status: 'accepted'; reason: null }
  | { status: Exclude<AuthorizationStatus, 'accepted'>; reason: RefusalReason }
) & {
  /** What it was refused by, such as the site or the running session. */
  facts: Record<string, unknown>;
  checks: Check[];
};

/** Whether a token may charge: every rule in turn, until one refuses. */
export function decide(facts: DecisionFacts): Verdict {
  const checks: Check[] = [];
  let verdict: Pick<Verdict, 'status' | 'reason' | 'facts'> = { status: 'accepted', reason: null, facts: {} };
  for (const { name, ask } of rules) {
    if (verdict.reason !== null) {
      checks.push({ name, result: 'not-asked', facts: {} });
      continue;
    }
    const { result, facts: by = {}, ...refusal } = ask(facts);
    checks.push({ name, result, facts: by });
    if ('reason' in refusal) verdict = { ...refusal, facts: by };
  }
  return { ...verdict, checks } as Verdict;
}
