import type { Pool } from 'pg';
import type { Cost } from '#contract/billing/cost.ts';
import type { TariffTerms, TariffText } from '#contract/billing/tariff.ts';
import { spanOf, usageOf } from '../sessions/fold/session-usage.ts';
import { readSessionFacts } from '../sessions/store/session-facts.ts';
import { isFlat, sessionCost, type Usage } from './cost/session-cost.ts';
import type { PricedSession } from './priced-session.ts';
import type { Pricing } from './session-segments.ts';
import { textOfTerms } from './terms/text-for.ts';

export type SessionPrice = {
  tariffId: string;
  tariffVersion: number;
  why: string;
  terms: TariffTerms;
  cost: Cost;
  total: string;
  currency: string;
  isFinal: boolean;
  energyWh: number;
  startedAt: Date;
  /** Its end, or now. */
  until: Date;
  durationSeconds: number;
  /** The driver has another price since they were last told. */
  news: (TariffText & { changedAt: Date; tariffId: string }) | undefined;
};

export async function priceSession(
  pool: Pool,
  { session, pricing, timeZone, until }: { session: PricedSession; pricing: Pricing; timeZone: string; until: Date },
): Promise<SessionPrice> {
  const usage = await usageFor(pool, { session, pricing, until });
  const cost = sessionCost({ segments: pricing.segments, usage, timeZone });
  const terms = pricing.segments.at(-1)?.terms ?? pricing.segments[0].terms;
  const untold = session.changes.findLast(({ isTold }) => !isTold);
  return {
    tariffId: pricing.tariffId,
    tariffVersion: pricing.tariffVersion,
    why: pricing.why,
    terms,
    cost,
    total: cost.total,
    currency: cost.currency,
    isFinal: session.state === 'ended',
    energyWh: session.energyMwh / 1000,
    startedAt: usage.startedAt,
    until: usage.until,
    durationSeconds: Math.round((usage.until.getTime() - usage.startedAt.getTime()) / 1000),
    news:
      untold === undefined || untold.tariffId !== pricing.tariffId
        ? undefined
        : { ...textOfTerms(terms, session.language), changedAt: untold.changedAt, tariffId: untold.tariffId },
  };
}

/** Where the totals suffice, the readings of the session are not read: stations wait for the answer. */
async function usageFor(
  pool: Pool,
  { session, pricing, until }: { session: PricedSession; pricing: Pricing; until: Date },
): Promise<Usage> {
  const [only, ...others] = pricing.segments;
  const { reservedFrom, reservedUntil } = session;
  const reservation = (startedAt: Date) => {
    if (reservedFrom === null) return null;
    const to = reservedUntil !== null && reservedUntil < startedAt ? reservedUntil : startedAt;
    return { from: reservedFrom < to ? reservedFrom : to, to };
  };
  const isClockOff = session.flags.includes('clock-skew'); // then only its facts tell when we received them
  if (others.length > 0 || !isFlat(only.terms) || session.startedAt === null || isClockOff) {
    const usage = usageOf(await readSessionFacts(pool, session), until, session.heardAt);
    return { ...usage, reservation: reservation(usage.startedAt) };
  }
  const span = spanOf(session, until);
  return {
    ...span,
    readings: [
      { at: span.startedAt, mwh: 0 },
      { at: span.until, mwh: session.energyMwh },
    ],
    idle: [],
    reservation: reservation(span.startedAt),
  };
}
