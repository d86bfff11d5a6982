import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { DryRun, Rule } from '#contract/automation/rule.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Counted } from './count-events.ts';
import { atPlaceOfDevice } from './device-place.ts';
import { type FactsThen, History } from './history.ts';
import { isStillSo, lasted, lastsMs } from './lasting.ts';
import { isTriggeredBy, meetsConditions, triggerKinds } from './meets-conditions.ts';
import { isInterrupting } from './preconditions.ts';
import { momentsBetween } from './schedule.ts';
import { stationsWhere } from './stations-where.ts';
import { type PastRun, whyKeptBack } from './why-kept-back.ts';

type Needs = {
  charging: Pick<Charging, 'findStations' | 'sites' | 'outages' | 'sessions'>;
  ledger: Pick<Ledger, 'read'>;
  clock: Clock;
};

const max = { events: 20_000, stations: 300, moments: 200 };
const dayMs = 86_400_000;

type Moment = { at: Date; stationId: string | null; event: LedgerEvent | null };

/**
 * What the rule would have done: every trigger of the past days, judged by the same functions that judge it live, with the stations as
 * they were then (offline and faulted by the recorded outages, charging by the sessions). Nothing is sent, kept or told.
 */
export async function dryRunRule(needs: Needs, rule: Rule, days: number): Promise<DryRun> {
  const to = needs.clock.now();
  const from = new Date(to.getTime() - days * dayMs);
  const { moments, isWhole } = await triggersOf(needs, rule, { from, to });
  const history = new History(needs, { from, to });
  const [past, shown]: [PastRun[], DryRun['moments']] = [[], []];
  const keptBack: Record<string, number> = {};
  for (const { at, stationId, event } of moments) {
    const facts = stationId === null ? null : await history.factsAt(stationId, at);
    const countOf = (asked: Counted) => history.countOf({ ...asked, stationId, at });
    if (lastsMs(rule) > 0 && event !== null && !isStillSo(event, facts)) continue;
    if (!(await meetsConditions(rule.if, { event, facts, countOf, at }))) continue;
    const told = { at: at.toISOString(), stationId, eventId: event?.id ?? null };
    const held = whyKeptBack(rule, { at, stationId, isOn: true, approval: 'not-needed', past });
    const obstacle = held ?? obstacleThen(rule, facts);
    if (obstacle !== undefined) {
      keptBack[obstacle] = (keptBack[obstacle] ?? 0) + 1;
      shown.push({ ...told, outcome: held === undefined ? 'stopped' : 'kept-back', reason: obstacle });
      if (held === undefined) past.push({ at, stationId, hasActed: false });
      continue;
    }
    past.push({ at, stationId, hasActed: true });
    shown.push({ ...told, outcome: 'run', reason: null });
    if (rule.isOnce) break;
  }
  const acted = past.filter(({ hasActed }) => hasActed);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    runs: acted.length,
    keptBack,
    stations: new Set(acted.map(({ stationId }) => stationId)).size,
    moments: shown.toReversed().slice(0, max.moments),
    isWhole: isWhole && history.isWhole,
  };
}

/** What a precondition would have stopped at its first action. */
function obstacleThen({ actions: [first] }: Rule, facts: FactsThen | null): string | undefined {
  if (first === undefined || first.do === 'notify' || facts === null) return undefined;
  if (first.do === 'tool' && !isInterrupting(first)) return undefined;
  if (!facts.isOnline) return 'offline';
  // A playbook asks before each step; a danger alone keeps it from its first.
  if (first.do !== 'playbook' && !isInterrupting(first)) return undefined;
  if (first.do !== 'playbook' && facts.isCharging) return 'charging';
  return facts.hasSafetyCode ? 'safety-code' : undefined;
}

async function triggersOf(
  needs: Needs,
  rule: Rule,
  span: { from: Date; to: Date },
): Promise<{ moments: Moment[]; isWhole: boolean }> {
  if (rule.when.on === 'schedule') {
    const stationIds = (await stationsWhere(needs.charging, rule)) ?? [null];
    const some = stationIds.slice(0, max.stations);
    const moments = momentsBetween(rule.when, span.from, span.to).flatMap((at) =>
      some.map((stationId) => ({ at, stationId, event: null })),
    );
    return { moments, isWhole: some.length === stationIds.length };
  }
  const { events, isWhole } = await eventsOf(needs, rule, span);
  const placed = await Promise.all(events.map((event) => atPlaceOfDevice(needs.charging.sites, event)));
  const told = placed.toSorted((one, other) => Date.parse(one.happenedAt) - Date.parse(other.happenedAt));
  const fitting = lasted(rule, told, span.to).filter((event) => isTriggeredBy(rule, event));
  const lastMs = lastsMs(rule);
  const moments = fitting.map((event) => ({
    at: new Date(Date.parse(event.happenedAt) + lastMs),
    stationId: event.stationId,
    event,
  }));
  return { moments: moments.toSorted((one, other) => one.at.getTime() - other.at.getTime()), isWhole };
}

/** Of what stations tell all day the ledger has no index by kind: it is read station by station. */
const frequentKinds = ['session-event', 'meter-values', 'connector-status', 'token-accepted'];

async function eventsOf(needs: Needs, rule: Rule, { from, to }: { from: Date; to: Date }) {
  const kinds = triggerKinds(rule);
  const asked = { kinds, happenedFrom: from.toISOString(), happenedTo: to.toISOString() };
  const isFrequent = kinds.some((kind) => frequentKinds.includes(kind));
  const isNarrow = rule.where.siteId !== undefined || rule.where.stationIds.length > 0 || isFrequent;
  const every = { of: 'station', state: 'online', isNot: false } as const; // makes it go through all stations
  const ids = isNarrow ? ((await stationsWhere(needs.charging, { ...rule, if: [every] })) ?? []) : [undefined];
  const events: LedgerEvent[] = [];
  let isWhole = ids.length <= max.stations;
  for (const stationId of ids.slice(0, max.stations)) {
    const room = max.events - events.length;
    if (room <= 0) break;
    const { read, hasMore } = await readAll(needs.ledger, { ...asked, stationId }, room);
    events.push(...read);
    isWhole &&= !hasMore;
  }
  return { events, isWhole: isWhole && events.length < max.events };
}

async function readAll(
  ledger: Pick<Ledger, 'read'>,
  asked: Omit<Parameters<Ledger['read']>[0], 'limit'>,
  room: number,
) {
  const read: LedgerEvent[] = [];
  let after: string | undefined;
  for (;;) {
    const limit = Math.min(1000, room - read.length);
    if (limit <= 0) return { read, hasMore: true };
    const page = await ledger.read({ ...asked, after, limit });
    read.push(...page);
    if (page.length < limit) return { read, hasMore: false };
    after = page.at(-1)?.id;
  }
}
