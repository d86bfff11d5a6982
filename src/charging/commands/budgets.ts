import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { PrincipalKind } from '#contract/agents/principal.ts';
import type { GuardRules } from './guard-rules.ts';
import { type Counted, readAsked } from './guard-store.ts';
import type { Refusal } from './refusal.ts';

export type BudgetNeeds = { pool: Pool; clock: Clock; nodeId: string; rules: GuardRules };

export type Spending = { askedBy: string; kind: PrincipalKind; commands: number; stations: number; kw: number };

/** What one actor has asked in the last hour, oldest first: here, and by way of other nodes. */
type Window = { own: Counted[]; others: Counted[]; readAt: number };

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** What other nodes let pass is read as often. */
const readAgainMs = 1_000;
/** A command stands in the table a little after the time it bears. */
const commitLagMs = 10_000;
/** Actors that ask no more are forgotten once so many are known: what they asked is in the table by then. */
const maxKnown = 1_000;
const idleMs = 60_000;

/** What each actor may still ask: seeded from the table of commands, counted in memory. */
export class Budgets {
  private readonly needs: BudgetNeeds;
  private readonly windows = new Map<string, Window>();
  private readonly reading = new Map<string, Promise<void>>();

  constructor(needs: BudgetNeeds) {
    this.needs = needs;
  }

  load(askedBy: string): Promise<void> | undefined {
    const window = this.windows.get(askedBy);
    if (window !== undefined && this.now() - window.readAt < readAgainMs) return undefined;
    const reading = this.reading.get(askedBy) ?? this.read(askedBy, window);
    this.reading.set(askedBy, reading);
    return reading.finally(() => this.reading.delete(askedBy));
  }

  /** Counts it, or says why it is too much. Nothing is awaited in between, so that of many at once only as many pass as may. */
  spend(spending: Omit<Spending, 'commands'>): Refusal | undefined {
    const refusal = this.refusal({ ...spending, commands: 1 });
    if (refusal === undefined) this.windowOf(spending.askedBy).own.push({ at: this.now(), kw: spending.kw });
    return refusal;
  }

  /** Says why it is too much, and counts nothing. */
  refusal({ askedBy, kind, commands, stations, kw }: Spending): Refusal | undefined {
    const { stationsPerCommand, commandsPerHour, kwPerMinute } = this.needs.rules;
    const window = this.windowOf(askedBy);
    const now = this.now();
    return (
      tooMany(stations, stationsPerCommand[kind], kind) ??
      tooOften(window, commandsPerHour[kind], { kind, now, commands }) ??
      tooMuch(window, kwPerMinute[kind], { kind, now, kw })
    );
  }

  private windowOf(askedBy: string): Window {
    const window = this.windows.get(askedBy);
    if (window === undefined) throw new Error(`What ${askedBy} has asked was not read.`);
    return window;
  }

  private async read(askedBy: string, known: Window | undefined): Promise<void> {
    const { pool, nodeId } = this.needs;
    const now = this.now();
    if (known === undefined) {
      const read = await readAsked(pool, { askedBy, since: now - hourMs, nodeId, withOwn: true });
      this.forgetIdle(now);
      this.windows.set(askedBy, { ...read, readAt: now });
      return;
    }
    const since = Math.max(now - hourMs, known.readAt - commitLagMs);
    const { others } = await readAsked(pool, { askedBy, since, nodeId, withOwn: false });
    known.others = [...known.others.filter(({ at }) => at <= since && at > now - hourMs), ...others];
    known.own.splice(0, firstAfter(known.own, now - hourMs));
    known.readAt = now;
  }

  private forgetIdle(now: number): void {
    if (this.windows.size < maxKnown) return;
    for (const [askedBy, { readAt }] of this.windows) if (now - readAt > idleMs) this.windows.delete(askedBy);
  }

  private now(): number {
    return this.needs.clock.now().getTime();
  }
}

function tooMany(stations: number, most: number, kind: PrincipalKind): Refusal | undefined {
  if (stations <= most) return undefined;
  return over(`${aKey(kind)} may ask ${most} stations at once, and this asks ${stations}; name fewer.`, 'for-good');
}

function tooOften(
  { own, others }: Window,
  most: number,
  { kind, now, commands }: Asking & { commands: number },
): Refusal | undefined {
  const before = now - hourMs;
  const spent = own.length - firstAfter(own, before) + others.length - firstAfter(others, before);
  if (spent + commands <= most) return undefined;
  const times = [...own.slice(firstAfter(own, before)), ...others.slice(firstAfter(others, before))]
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
  const what = `${aKey(kind)} may ask for ${most} commands an hour`;
  if (commands > most) return over(`${what}, and these are ${commands}; ask for fewer.`, 'for-good');
  // So many have to grow an hour old that enough are free again.
  const freeAt = times[spent + commands - 1 - most];
  const free = freeAt === undefined ? '' : timeOf(freeAt + hourMs);
  if (commands === 1) return over(`${what}, and this one has.${free && ` The next is free at ${free}.`}`);
  const left = Math.max(0, most - spent);
  return over(`${what}, of which ${left} are left, and these are ${commands}.${free && ` They are free at ${free}.`}`);
}

function tooMuch(
  { own, others }: Window,
  most: number,
  { kind, now, kw }: Asking & { kw: number },
): Refusal | undefined {
  if (kw === 0) return undefined;
  const what = `${aKey(kind)} may set or free ${most} kW a minute`;
  if (kw > most) return over(`${what}, and this is ${round(kw)} kW; ask for less.`, 'for-good');
  const recent = [own, others].flatMap((list) => list.slice(firstAfter(list, now - minuteMs)));
  let left = most - recent.reduce((sum, each) => sum + each.kw, 0);
  if (kw <= left) return undefined;
  const sentence = `${what}, of which ${round(Math.max(0, left))} kW are left, and this is ${round(kw)} kW.`;
  const freeAt = recent
    .toSorted((a, b) => a.at - b.at)
    .find((each) => {
      left += each.kw;
      return kw <= left;
    })?.at;
  return over(`${sentence} They are free at ${timeOf((freeAt ?? now) + minuteMs)}.`);
}

type Asking = { kind: PrincipalKind; now: number };

/** Where those begin that are younger; the list is in order but for a few milliseconds. */
function firstAfter(list: readonly Counted[], time: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.at ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

function over(reason: string, holds?: 'for-good'): Refusal {
  return { code: 'OverBudget', reason, ...(holds === 'for-good' && { isForGood: true }) };
}

const keys = { agent: 'The key of an agent', program: 'The key of a program', person: 'The key of a person' };

function aKey(kind: PrincipalKind): string {
  return keys[kind];
}

function timeOf(ms: number): string {
  return new Date(Math.ceil(ms / 1000) * 1000).toISOString();
}

function round(kw: number): number {
  return Math.round(kw * 10) / 10;
}
