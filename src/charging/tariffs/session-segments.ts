import type { Segment } from './cost/session-cost.ts';
import type { PriceSnapshot } from './price-snapshot.ts';
import type { PricedSession } from './priced-session.ts';
import { type Applying, inForce, whichApplies } from './which-applies.ts';

export type Pricing = {
  tariffId: string;
  tariffVersion: number;
  why: string;
  segments: readonly [Segment, ...Segment[]];
};

/**
 * The tariff a session began with, then what it was given while it ran, each from then on. What was given to a session that had
 * none holds for the whole of it. Null: it costs nothing. `kept`: what was decided before, which stays.
 */
export function pricingOf(
  book: PriceSnapshot,
  session: PricedSession,
  { siteId, kept }: { siteId: string | null; kept?: Applying | null | undefined },
): Pricing | null {
  const began = kept === undefined ? whichApplies(book, { ...session, siteId, at: decidedAt(session) }) : kept;
  const given = session.changes.flatMap(({ tariffId, changedAt }) => {
    const version = inForce(book, tariffId, changedAt);
    return version === undefined ? [] : [{ tariffId, version, why: 'session', from: changedAt }];
  });
  const [first, ...others] = began === null ? given : [began, ...given];
  if (first === undefined) return null;
  const { currency, taxIncluded } = first.version.terms;
  const sameMoney = others.filter(
    ({ version: { terms } }) => terms.currency === currency && terms.taxIncluded === taxIncluded,
  );
  const last = sameMoney.at(-1) ?? first;
  return {
    tariffId: last.tariffId,
    tariffVersion: last.version.version,
    why: last.why,
    segments: [
      { terms: first.version.terms, from: null },
      ...sameMoney.map(({ version, ...one }) => ({ terms: version.terms, from: 'from' in one ? one.from : null })),
    ],
  };
}

/** A clock this far off is none: 1970, or next year. A station may well have been offline for months. */
const maxOffMs = 400 * 86_400_000;
const maxAheadMs = 5 * 60_000;

/** When it began, for the question which price holds: by the station's clock, unless that cannot be right. */
export function decidedAt({ startedAt, heardAt }: Pick<PricedSession, 'startedAt' | 'heardAt'>): Date {
  if (startedAt === null) return heardAt;
  const lateMs = heardAt.getTime() - startedAt.getTime();
  return lateMs > maxOffMs || lateMs < -maxAheadMs ? heardAt : startedAt;
}
