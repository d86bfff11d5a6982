import { singleFlight, willRetry } from '#base/every.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { planSite } from '../planner/plan-site.ts';
import type { HeldProfile } from '../profiles/composite-schedule.ts';
import { noteZeroEnds } from '../verification/note-zero-ends.ts';
import { verifySite } from '../verification/verify-site.ts';
import { assembleProblem } from './assemble-problem.ts';
import { clearOthers } from './clear-others.ts';
import type { ControlNeeds } from './control-needs.ts';
import { deliverOrder } from './deliver-order.ts';
import { isEcho } from './echoes.ts';
import { inDoubt } from './evse-state.ts';
import { keptPlan } from './kept-plan.ts';
import { knowStations } from './know-stations.ts';
import { defaultOrders, planOrders } from './make-orders.ts';
import type { Order } from './orders.ts';
import { type Sent, sendOrders } from './send-orders.ts';
import { currentAt, emptyMemory, type MadePlan, type SiteMemory } from './site-memory.ts';
import { reachesOf } from './site-reach.ts';
import { SiteTroubles } from './site-troubles.ts';
import { tellBattery } from './tell-battery.ts';
import { siteWarnings } from './warnings.ts';

/** Changes come in bursts: a site is planned for once they have ended, or at the latest after a while. */
const quietMs = 1_500;
const maxQuietMs = 5_000;
const everyMs = 300_000;
const rampMs = 60_000;
/** So often what flows is compared with what was sent: whoever strays is found within a minute. */
const verifyEveryMs = 10_000;
/** A station that did not answer may hold either plan, so it is asked again without delay. */
const retryMs = 5_000;
/** What is wrong is looked at again once it has lasted. */
const troublesAgainMs = 125_000;
const refusedMs = 1_800_000;
const catchUpMs = 3_000;
/** A car that told its needs waits a minute for its profile (OCPP 2.x K15); a site that takes half of it is late. */
const lateMs = 30_000;

export type Round = { made: MadePlan; sent: Sent[]; unchanged: number; waiting: number };

/** The owner of a site's plan: plans when something changed and every few minutes, and sends what is new. */
export class SiteControl {
  readonly memory: SiteMemory;
  private readonly needs: ControlNeeds;
  private readonly troubles: SiteTroubles;
  private stopQuiet: () => void = () => undefined;
  private stopWaiting: () => void = () => undefined;
  private stopLooking: () => void = () => undefined;
  private since: number | undefined;
  private readonly verifying = singleFlight(() => this.verify());
  private stopVerifying: () => void = () => undefined;
  private clearing: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private isAsked = false;
  private lastRoundMs = 0;
  /** Something changed since the round began that is under way. */
  private hasNews = false;
  /** Somebody said something that the latest plan does not know. */
  isOutdated = false;
  /** Those who look at the plan and wait until it knows. */
  private waiting: (() => void)[] = [];
  /** Whoever asks while a round is under way waits for the same one. */
  readonly round: (() => Promise<Round>) & { settled(): Promise<void> };

  constructor(needs: ControlNeeds, siteId: string) {
    this.needs = needs;
    this.memory = emptyMemory(siteId);
    this.troubles = new SiteTroubles(needs.troubles, siteId);
    this.round = singleFlight(() => this.planAndSend());
    this.verifyAgain();
    this.lookAgain();
  }

  /** Something changed that the plan rests on. Costs a timer, whoever tells. `isSaid`: by somebody who will look at the plan. */
  notice({ isSaid = false }: { isSaid?: boolean } = {}): void {
    if (this.isClosed) return;
    this.hasNews = true;
    this.isOutdated ||= isSaid;
    const { clock } = this.needs;
    this.since ??= clock.elapsedMs();
    const left = Math.max(0, maxQuietMs - (clock.elapsedMs() - this.since));
    this.stopQuiet();
    this.stopQuiet = clock.after(Math.min(quietMs, left), () => void this.goOn());
  }

  /** Waits for a plan that knows what was said, but not for long: stations may take their time to answer the one before. */
  catchUp(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopWaiting = this.needs.clock.after(catchUpMs, resolve);
    this.waiting.push(() => {
      stopWaiting();
      resolve();
    });
    this.stopQuiet();
    void this.goOn();
    return promise;
  }

  /** A car waits for its profile. */
  promise(sessionId: string): void {
    this.memory.promised.add(sessionId);
    this.notice();
  }

  /** Whether rounds take so long that a car would wait in vain. */
  get isLate(): boolean {
    return this.lastRoundMs > lateMs;
  }

  /** Another node may have become the one that plans a moment ago. */
  private get isOurs(): boolean {
    return this.needs.isKeeper?.() ?? true;
  }

  /** A station that restarted may have lost what it was told: it is told again, and its default counts once it is taken. */
  forgetStation(stationId: string): void {
    const { evses, sent } = this.memory;
    for (const [nodeId, state] of evses) {
      if (state.stationId !== stationId) continue;
      evses.set(nodeId, { ...state, defaultA: null });
      sent.delete(nodeId);
    }
  }

  /** What was seen of a station and tried with it, so that it is looked at afresh; its plan is sent anew. */
  forgetWatches(stationId: string): void {
    const { evses, watches, sent, zeroEnds } = this.memory;
    zeroEnds.delete(stationId);
    for (const [nodeId, state] of evses) {
      if (state.stationId !== stationId) continue;
      watches.delete(nodeId);
      sent.delete(nodeId);
    }
    this.notice();
  }

  /**
   * Somebody else changed what a station holds. Until its books are read again it may draw all it can: our default may be gone, or
   * outweighed.
   */
  noticeProfiles(stationId: string, profile: HeldProfile | null): void {
    const { evses, doubted, told } = this.memory;
    const nodes = [...evses].filter(([, state]) => state.stationId === stationId);
    if (nodes.length === 0 || (profile !== null && isEcho(told, stationId, profile))) return;
    doubted.add(stationId);
    for (const [nodeId, state] of nodes) evses.set(nodeId, inDoubt(state));
    this.notice();
  }

  /** A station told what it holds, asked or not: its books are compared with what is believed. */
  noticeReport(stationId: string): void {
    const { evses, reported } = this.memory;
    if (![...evses.values()].some((state) => state.stationId === stationId)) return;
    reported.add(stationId);
    this.notice();
  }

  /** Plans anew and sends, also where plans are otherwise only shown: somebody asked for it. */
  async apply(): Promise<Round> {
    await this.round.settled();
    this.isAsked = true;
    return this.round();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopQuiet();
    this.stopWaiting();
    this.stopLooking();
    this.stopVerifying();
    await this.verifying.settled();
    await this.round.settled();
    await this.clearing;
    await this.clearing;
  }

  private async verify(): Promise<void> {
    const { memory, needs } = this;
    if (memory.evses.size === 0 || this.isClosed || !this.isOurs) return;
    try {
      if (await verifySite(needs, memory, needs.clock.now().getTime())) this.notice();
    } catch (error) {
      willRetry(needs.log, 'compare what flows with the plan of a site', error, { siteId: memory.siteId });
    }
  }

  private verifyAgain(): void {
    this.stopVerifying = this.needs.clock.after(verifyEveryMs, () => {
      void this.verifying();
      if (!this.isClosed) this.verifyAgain();
    });
  }

  private async goOn(): Promise<void> {
    this.since = undefined;
    try {
      // A round that began before the change does not know of it.
      await this.round.settled();
      if (!this.isClosed) await this.round();
    } catch (error) {
      if (this.isClosed) return;
      willRetry(this.needs.log, 'plan the charging of a site', error, { siteId: this.memory.siteId });
      this.laterAgain(retryMs);
    }
  }

  private async planAndSend(): Promise<Round> {
    const beganMs = this.needs.clock.elapsedMs();
    try {
      return await this.planAndSendOnce();
    } finally {
      this.lastRoundMs = this.needs.clock.elapsedMs() - beganMs;
    }
  }

  private async planAndSendOnce(): Promise<Round> {
    const { memory, needs } = this;
    this.hasNews = false;
    this.isOutdated = false;
    const now = needs.clock.now().getTime();
    // What is promised from here on is for the next round: this one may not know yet what the car told.
    const promised = new Set(memory.promised);
    const inputs = await needs.inputs.read(memory.siteId);
    await noteZeroEnds(needs, memory, inputs, now);
    await knowStations(needs, memory, inputs, now);
    const { isAsked } = this;
    this.isAsked = false;
    const isMeant = inputs.settings.mode === 'control' || isAsked;
    // Two nodes that steer one site would each reckon without the other.
    const isControlling = isMeant && !needs.isKillSwitchOn() && this.isOurs;
    const prepared = isControlling ? await this.prepare({ inputs }, now) : [];
    const assembled = assembleProblem(inputs, [...memory.evses.values()], now);
    const kept = isAsked || promised.size > 0 ? null : keptPlan(memory.latest, { inputs, assembled, now });
    const outcome = kept ?? (await planSite(needs.solver, assembled.problem));
    const madeAt = kept === null ? now : (memory.latest?.madeAt ?? now);
    const made: MadePlan = { inputs, assembled, outcome, madeAt };
    memory.latest = made;
    await this.noteTroubles(made, now);
    if (!this.isOutdated) for (const goOn of this.waiting.splice(0)) goOn();
    if (isControlling) this.noteBattery(tellBattery(needs, made, now));
    if (!isControlling) return { made, sent: prepared, unchanged: inputs.cars.length, waiting: 0 };
    const { orders, unchanged, isBehind } = await planOrders(needs, { ...memory, promised }, made, now);
    const { sent, waiting } = await this.send(orders, made, now);
    this.noteSessions(sent, now);
    // What had to wait for another station, for the ramp or for its turn is tried again soon.
    if (sent.some(({ answer }) => answer.status === 'unknown')) this.laterAgain(retryMs);
    else if (waiting.length > 0 || isBehind || inputs.settings.maxRampWPerMinute !== null || mayLearn(inputs, now))
      this.laterAgain(rampMs);
    return { made, sent: [...prepared, ...sent], unchanged, waiting: waiting.length };
  }

  /** The safe defaults first: a plan for others may rest on them. */
  private async prepare(made: Pick<MadePlan, 'inputs'>, now: number): Promise<Sent[]> {
    // Not awaited: whoever has to make room meanwhile is told at once.
    this.clearing = Promise.all([this.clearing, clearOthers(this.needs, this.memory, made.inputs, now)]).then(
      ([, unanswered]) => {
        if (unanswered > 0 && !this.isClosed) this.laterAgain(rampMs);
      },
    );
    const orders = await defaultOrders(this.needs, this.memory, made, now);
    if (orders.length === 0) return [];
    const { sent } = await this.send(orders, made, now);
    for (const { order, answer } of sent) {
      if (answer.status === 'taken') {
        this.memory.warnings.delete(`refuses ${order.stationId}`);
        // Where plans are sent like defaults, the new default took the plan's place.
        if ((order.abilities?.purpose ?? 'tx-profile') !== 'tx-profile') this.memory.sent.delete(order.nodeId);
      }
      if (answer.status !== 'refused') continue;
      this.memory.refusedUntil.set(order.nodeId, now + refusedMs);
      this.warnOfRefusal(order, answer.reason);
    }
    return sent;
  }

  private send(orders: readonly Order[], { inputs }: Pick<MadePlan, 'inputs'>, now: number) {
    const { settings, limits, given } = inputs;
    return sendOrders(orders, {
      evses: this.memory.evses,
      site: { tree: settings.tree, limits, given, reaches: reachesOf(settings.tree) },
      now,
      send: (order) => deliverOrder(this.needs, this.memory, order),
      hasNews: () => this.hasNews,
    });
  }

  private noteSessions(sent: readonly Sent[], now: number): void {
    const { memory } = this;
    for (const { order, answer } of sent) {
      if (order.sessionId === null || order.hold === null) continue;
      if (answer.status === 'taken' || answer.status === 'refused') memory.promised.delete(order.sessionId);
      const state = deliveryStates[answer.status];
      const reason = 'reason' in answer ? answer.reason : null;
      memory.delivery.set(order.sessionId, { state, since: new Date(now).toISOString(), reason });
      if (answer.status === 'refused') this.warnOfRefusal(order, answer.reason);
      // It may hold the new plan or the one before: whatever the next plan says is told again.
      if (answer.status === 'unknown') memory.sent.delete(order.nodeId);
      if (answer.status !== 'taken') continue;
      memory.warnings.delete(`refuses ${order.stationId}`);
      const before = memory.sent.get(order.nodeId);
      const beforeA = before?.sessionId === order.sessionId ? currentAt(before.steps, now) : 0;
      const isSame = before !== undefined && beforeA === currentAt(order.hold.steps, now);
      memory.sent.set(order.nodeId, {
        steps: order.hold.steps,
        coveredUntil: order.hold.until,
        sentAt: now,
        sessionId: order.sessionId,
        changedAt: isSame ? before.changedAt : now,
        beforeA: isSame ? before.beforeA : beforeA,
      });
    }
  }

  private warnOfRefusal({ stationId }: Order, reason: Sentence): void {
    const sentence = sentenceOf('station-refuses-profile', { stationId, reason });
    this.memory.warnings.set(`refuses ${stationId}`, { stationId, sentence });
  }

  private noteBattery(problem: Sentence | null): void {
    const { warnings } = this.memory;
    if (problem === null) warnings.delete('battery');
    else warnings.set('battery', { stationId: '', sentence: problem });
  }

  /** Told away from the page as well; a book that cannot be written now is written with the next plan. */
  private async noteTroubles(made: MadePlan, now: number): Promise<void> {
    const { needs, memory } = this;
    try {
      const isHeld = needs.isKillSwitchOn();
      if (this.isOurs && (await this.troubles.note(siteWarnings(made, memory, { isHeld }), now)))
        this.needs.clock.after(troublesAgainMs, () => this.notice());
    } catch (error) {
      willRetry(needs.log, 'tell what is wrong with a site', error, { siteId: memory.siteId });
    }
  }

  private laterAgain(delayMs: number): void {
    this.stopWaiting();
    this.stopWaiting = this.needs.clock.after(delayMs, () => this.notice());
  }

  /** Plans are made every few minutes even where nothing is known to have changed. */
  private lookAgain(): void {
    this.stopLooking = this.needs.clock.after(everyMs, () => {
      this.notice();
      this.lookAgain();
    });
  }
}

/** What a car that came just now draws shows its phases, and with them room for others. */
function mayLearn({ cars }: MadePlan['inputs'], now: number): boolean {
  return cars.some(({ need, startedAt }) => need.assumptions.includes('phases') && startedAt > now - everyMs);
}

/** Whether it follows is found out afterwards. */
const deliveryStates = { taken: 'sending', refused: 'refused', unknown: 'sending', 'not-sent': 'not-sent' } as const;
