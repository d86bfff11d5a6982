import { randomUUID } from 'node:crypto';
import { asError } from '#base/errors.ts';
import { type Duty, every, type Repeating, willRetry } from '#base/every.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { KeptBackReason, Rule } from '#contract/automation/rule.ts';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import { actWithin } from '#principals/reach.ts';
import { type Following, followLedger } from '../follow-ledger.ts';
import { type Counted, countEvents } from './count-events.ts';
import { atPlaceOfDevice } from './device-place.ts';
import { keepBack } from './keep-back.ts';
import { endWait, findDue, isStillSo, lastsMs, stopWaiting, type Waiting, waitFor } from './lasting.ts';
import { isOfKind, isTriggeredBy, meetsConditions, meetsEvent, triggerKinds } from './meets-conditions.ts';
import { ruleActor } from './rule-actor.ts';
import { type KnownRule, readRules } from './rule-store.ts';
import { type RunNeeds, runRule } from './run-rule.ts';
import { beginRun, endInterrupted, pastRuns, wasTaken } from './run-store.ts';
import { momentsBetween } from './schedule.ts';
import { needsStanding, standingOf } from './standing-approval.ts';
import { stationFactsNow } from './station-facts.ts';
import { stationsWhere } from './stations-where.ts';
import { whyKeptBack } from './why-kept-back.ts';

export type EngineNeeds = Omit<RunNeeds, 'charging'> &
  Duty & {
    /** Narrowed to the sites of whoever it is done for. */
    charging: Pick<
      Charging,
      'runCommand' | 'getStation' | 'sessions' | 'monitoring' | 'sites' | 'findStations' | 'killSwitch'
    >;
    /** Whose id this is, while they may act. */
    personById(id: string): Promise<Principal | undefined>;
    installationKey: Buffer;
    /** A rule that was for once has done it. */
    endRule(stored: KnownRule): Promise<void>;
  };

type Trigger = {
  key: string;
  event: LedgerEvent | null;
  stationId: string | null;
  at: Date;
  /** When it had lasted. */
  dueAt?: Date;
};

/** What happened before that is no longer acted upon: the world has moved on. */
const latestMs = 15 * 60_000;
const lookMs = 15_000;
const maxUnderWay = 50;

/** Watches for what triggers rules, decides whether each may act, and lets it. One decision at a time, so that budgets are counted right. */
export class RuleEngine {
  private readonly needs: EngineNeeds;
  private readonly closing = new AbortController();
  private readonly underWay = new Set<Promise<unknown>>();
  private rules: readonly KnownRule[] = [];
  /** What can trigger one of them. */
  private kinds: ReadonlySet<StoredKind> = new Set();
  private following: Following | undefined;
  private looking: Repeating | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private lookedAt: Date;
  private hasBegun = false;

  constructor(needs: EngineNeeds) {
    this.needs = needs;
    this.lookedAt = needs.clock.now();
  }

  async start(): Promise<void> {
    const { log } = this.needs;
    if (this.isActing()) await this.takeUp();
    await this.reload();
    const take = (event: LedgerEvent) => this.take(event);
    this.following = await followLedger(this.needs, { reader: 'rules', take, kinds: () => this.kinds });
    this.looking = every({
      task: 'look at the schedules of rules',
      everyMs: lookMs,
      log,
      run: () => (this.isActing() ? this.look() : this.standBack()),
    });
  }

  private isActing(): boolean {
    return this.needs.isKeeper?.() ?? true;
  }

  /** What another process had begun, or this one before its end, nobody goes on with. */
  private async takeUp(): Promise<void> {
    this.hasBegun = true;
    await endInterrupted(this.needs.pool, this.needs.clock.now());
  }

  private async standBack(): Promise<void> {
    this.hasBegun = false;
    await this.reload();
  }

  /** After a rule was changed. */
  async reload(): Promise<void> {
    this.rules = (await readRules(this.needs.pool)).filter(({ isOn, endedAt }) => isOn && endedAt === null);
    this.kinds = new Set(this.rules.flatMap(({ definition }) => triggerKinds(definition)));
  }

  /** What the clock triggers, now. */
  async look(): Promise<void> {
    if (!this.hasBegun) await this.takeUp();
    await this.reload(); // another node may have changed one
    const now = this.needs.clock.now();
    const since = new Date(Math.max(this.lookedAt.getTime(), now.getTime() - latestMs));
    this.lookedAt = now;
    for (const stored of this.rules) {
      const { when } = stored.definition;
      if (when.on !== 'schedule') continue;
      for (const moment of momentsBetween(when, since, now)) await this.inTurn(() => this.takeMoment(stored, moment));
    }
    await this.inTurn(() => this.takeLasted(now));
  }

  /** Everything that was begun has ended. */
  async settled(): Promise<void> {
    await this.turn;
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }

  async close(): Promise<void> {
    await this.following?.close();
    await this.looking?.close();
    this.closing.abort();
    await this.settled();
  }

  private take(told: LedgerEvent): Promise<void> {
    if (told.kind.startsWith('rule-') || !this.rules.some((stored) => isOfKind(stored.definition.when, told)))
      return Promise.resolve();
    return this.inTurn(async () => {
      const event = await atPlaceOfDevice(this.needs.charging.sites, told);
      for (const stored of this.rules.filter(({ definition }) => isTriggeredBy(definition, event))) {
        if (!(await this.isAtSite(stored.definition, event))) continue;
        if (await this.hasToLast(stored, event)) continue;
        const { stationId } = event;
        await this.consider(stored, { key: `event ${event.id}`, event, stationId, at: this.needs.clock.now() });
      }
    });
  }

  /** True: it is waited for, or what was waited for is over. */
  private async hasToLast({ id, definition }: KnownRule, event: LedgerEvent): Promise<boolean> {
    const ms = lastsMs(definition);
    if (ms === 0) return false;
    const { pool, clock } = this.needs;
    if (!meetsEvent(definition.if, event)) await stopWaiting(pool, id, event);
    else await waitFor(pool, { ruleId: id, event, dueAt: new Date(clock.now().getTime() - ageMs(event) + ms) });
    return true;
  }

  private async takeLasted(now: Date): Promise<void> {
    const { pool, log } = this.needs;
    for (const waiting of await findDue(pool, now)) {
      try {
        await this.decideUpon(waiting, now);
      } catch (error) {
        willRetry(log, 'decide upon what has lasted', error, { rule: waiting.ruleId });
        if (!isLate(waiting.dueAt, now)) continue;
      }
      await endWait(pool, waiting);
    }
  }

  private async decideUpon({ ruleId, event, dueAt }: Waiting, at: Date): Promise<void> {
    const stored = this.rules.find(({ id }) => id === ruleId);
    if (stored === undefined) return; // switched off or removed meanwhile
    const { stationId } = event;
    const facts = stationId === null ? null : await stationFactsNow(this.needs.charging, stationId, at);
    if (isStillSo(event, facts)) await this.consider(stored, { key: `event ${event.id}`, event, stationId, at, dueAt });
  }

  private async isAtSite({ where: { siteId } }: Rule, { stationId, body }: LedgerEvent): Promise<boolean> {
    if (siteId === undefined) return true;
    if (stationId === null) return body['siteId'] === siteId;
    return (await this.needs.charging.sites.placeOf(stationId))?.siteId === siteId;
  }

  private async takeMoment(stored: KnownRule, moment: Date): Promise<void> {
    const key = `schedule ${moment.toISOString()}`;
    const stationIds = await stationsWhere(this.needs.charging, stored.definition);
    let acted = 0;
    for (const stationId of stationIds ?? [null]) {
      const trigger = { key: `${key} ${stationId ?? ''}`, event: null, stationId, at: moment };
      const isOver = acted >= stored.definition.limits.stationsPerRun;
      const hasActed = await this.consider(stored, trigger, isOver ? 'too-many-stations' : undefined);
      if (hasActed) acted += 1;
    }
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.turn.then(() => actWithin('whole', work));
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  /** Whether it acts: conditions first, then whether it may. True: it does. */
  private async consider(stored: KnownRule, trigger: Trigger, held?: KeptBackReason): Promise<boolean> {
    const { pool, charging } = this.needs;
    const { definition } = stored;
    const { event, stationId } = trigger;
    const needsFacts = definition.if.some((condition) => condition.of === 'station');
    const facts =
      stationId === null || !needsFacts ? null : await stationFactsNow(charging, stationId, this.needs.clock.now());
    const countOf = (asked: Counted) => countEvents(pool, { ...asked, stationId, at: trigger.at });
    if (!(await meetsConditions(definition.if, { event, facts, countOf, at: trigger.at }))) return false;
    if (await wasTaken(pool, { ruleId: stored.id, triggerKey: trigger.key })) return false;
    const run = { id: randomUUID(), ruleId: stored.id, stationId, eventId: event?.id ?? null, at: trigger.at };
    const { dueAt } = trigger;
    const isTooLate =
      dueAt === undefined ? event !== null && ageMs(event) > latestMs : isLate(dueAt, this.needs.clock.now());
    const isNeeded = needsStanding(stored.tier);
    const approval = standingOf(this.needs.installationKey, { ...stored, seal: stored.approvalSeal });
    const past = await pastRuns(pool, { ruleId: stored.id, stationId, at: trigger.at });
    const person = await this.needs.personById(isNeeded && approval !== null ? approval.by : stored.owner);
    const reason =
      (isTooLate ? 'too-late' : undefined) ??
      whyKeptBack(definition, {
        at: trigger.at,
        stationId,
        isOn: true,
        approval: isNeeded ? approval : 'not-needed',
        past,
      }) ??
      (person === undefined ? 'approver-gone' : undefined) ??
      (isNeeded && charging.killSwitch.current().isOn ? 'kill-switch' : undefined) ??
      held;
    if (reason !== undefined || person === undefined) {
      await keepBack(this.needs, stored, { run, reason: reason ?? 'approver-gone' });
      return false;
    }
    if (!(await beginRun(pool, { ...run, triggerKey: trigger.key }))) return false;
    while (this.underWay.size >= maxUnderWay) await Promise.race(this.underWay);
    this.begin(stored, { run, event, person, approvedBy: isNeeded ? (approval?.by ?? null) : null });
    return true;
  }

  private begin(
    stored: KnownRule,
    {
      run,
      event,
      person,
      approvedBy,
    }: {
      run: { id: string; stationId: string | null };
      event: LedgerEvent | null;
      person: Principal;
      approvedBy: string | null;
    },
  ): void {
    const { name } = stored.definition;
    const doing = {
      ruleId: stored.id,
      ruleName: name,
      owner: stored.owner,
      event,
      stationId: run.stationId,
      actor: ruleActor(stored.id, name, person),
      standing: approvedBy === null ? null : { ruleId: stored.id, hash: stored.hash, approvedBy },
      signal: this.closing.signal,
    };
    const running = runRule(this.needs, stored, { id: run.id, doing })
      .then((end) => (stored.definition.isOnce && end.state === 'done' ? this.needs.endRule(stored) : undefined))
      .catch((thrown: unknown) =>
        this.needs.log.error({ rule: stored.id, err: asError(thrown) }, 'the end of a rule could not be written'),
      )
      .finally(() => this.underWay.delete(running));
    this.underWay.add(running);
  }
}

/** How long ago it was recorded: told by the clock of the database, so it is compared with that of the machine. */
function ageMs({ recordedAt }: Pick<LedgerEvent, 'recordedAt'>): number {
  return Math.max(0, Date.now() - Date.parse(recordedAt));
}

function isLate(dueAt: Date, now: Date): boolean {
  return now.getTime() - dueAt.getTime() > latestMs;
}
