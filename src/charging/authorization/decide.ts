import type { AuthorizationStatus, RefusalReason } from '#contract/access/token.ts';
import type { Check } from '#contract/access/token-try.ts';
import type { Admits, Site } from '#contract/stations/site.ts';
import type { TokenFacts } from './decision-facts.ts';
import { rules } from './rules.ts';
import type { PresentedType, Purpose } from './station-authorization.ts';

export type PlaceFacts = {
  stationId: string;
  /** null: the station stands at no site. */
  site: Pick<Site, 'id' | 'name' | 'timeZone' | 'openingHours' | 'isClosedOutside'> | null;
  /** Of the station, or else of its site. */
  admits: Admits;
};

export type RunningSession = { sessionId: string | null; stationId: string; ref: string; startedAt: string | null };

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
  facts: Record<string, unknown>;
  checks: Check[];
};

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
