import { every } from '#base/every.ts';
import type { EnergyPlan, EnergyStatus, PlanApplied, WhatIf } from '#contract/energy/energy-plan.ts';
import type { StoredLimit } from '#contract/energy/site-energy.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Actor } from '#principals/actor.ts';
import type { PlannedAnswer } from '../../charging-profiles/charging-profile-needs.ts';
import { problemOf } from '../../problem.ts';
import { planSite } from '../planner/plan-site.ts';
import type { HeldProfile } from '../profiles/composite-schedule.ts';
import { asMeasured } from './as-measured.ts';
import { assembleProblem } from './assemble-problem.ts';
import type { ControlNeeds } from './control-needs.ts';
import { KeeperNews } from './keeper-news.ts';
import { knowStations } from './know-stations.ts';
import { withRoomFor } from './limits-over-time.ts';
import { planView } from './plan-view.ts';
import { SiteControl } from './site-control.ts';
import { emptyMemory } from './site-memory.ts';
import { statusView } from './status-view.ts';

/** Sites that were added elsewhere are found by looking now and then. */
const lookEveryMs = 60_000;
/** A view shows a plan of this age: where changes are noticed, plans are never older. */
const freshMs = 360_000;

export type Control = ReturnType<typeof openControl>;

/** Plans for all sites that are planned for, each with its owner. */
export function openControl(needs: ControlNeeds) {
  const { inputs, log, clock } = needs;
  const sites = new Map<string, SiteControl>();
  let isClosed = false;
  /** One node plans for all sites. */
  const isOurs = () => needs.isKeeper?.() ?? true;

  const ownerOf = (siteId: string): SiteControl => {
    const owner = sites.get(siteId) ?? new SiteControl(needs, siteId);
    sites.set(siteId, owner);
    return owner;
  };
  const looking = every({
    task: 'find the sites that are planned for',
    everyMs: lookEveryMs,
    log,
    async run() {
      const managed = new Set(isOurs() ? await inputs.managedSites() : []);
      for (const siteId of managed) if (!sites.has(siteId) && !isClosed) ownerOf(siteId).notice();
      for (const [siteId, owner] of sites) {
        if (managed.has(siteId)) continue;
        sites.delete(siteId);
        await owner.close();
      }
    },
  });
  const news = new KeeperNews(needs);
  const changed = (siteId: string, isSaid: boolean): void => {
    if (isClosed) return;
    const owner = sites.get(siteId);
    if (owner === undefined) void looking.now();
    else owner.notice({ isSaid });
  };
  const stop = inputs.onChange((siteId, isSaid) => {
    if (isOurs()) changed(siteId, isSaid);
    else if (!isClosed) news.noteChange(siteId, isSaid);
  });
  void looking.now();

  const viewed = () => ({ isHeld: needs.isKillSwitchOn(), now: clock.now().getTime() });

  /** The plan that holds, or one that is made now. */
  async function latestOf(siteId: string) {
    const owner = ownerOf(siteId);
    if (owner.isOutdated) await owner.catchUp();
    const { latest } = owner.memory;
    const isFresh = latest !== null && clock.now().getTime() - latest.madeAt < freshMs;
    if (!isFresh) return { owner, made: (await owner.round()).made };
    return { owner, made: asMeasured(latest, await inputs.read(siteId)) };
  }

  return {
    async plan(siteId: string): Promise<EnergyPlan> {
      const { owner, made } = await latestOf(siteId);
      return planView(made, owner.memory, viewed());
    },
    async status(siteId: string): Promise<EnergyStatus> {
      const { owner, made } = await latestOf(siteId);
      return statusView(made, owner.memory, { ...viewed(), abilities: needs.abilities });
    },
    /** What would be: nothing is sent, and the plan that holds stays. */
    async preview(siteId: string, { limits, needs: wanted, caution }: WhatIf): Promise<EnergyPlan> {
      const now = clock.now().getTime();
      const instead = new Map(wanted.map(({ sessionId, need }) => [sessionId, need]));
      const read = await inputs.read(siteId, instead);
      const asked = limits.map(
        (limit): StoredLimit => ({
          ...limit,
          source: 'person',
          setAt: new Date(now).toISOString(),
          setBy: 'preview',
        }),
      );
      const nodes = new Set(asked.map(({ nodeId }) => nodeId));
      const supposed = {
        ...read,
        settings: {
          ...read.settings,
          tree: withRoomFor(read.settings.tree, asked),
          caution: caution ?? read.settings.caution,
        },
        limits: [...read.limits.filter(({ nodeId }) => !nodes.has(nodeId)), ...asked],
      };
      const memory = sites.get(siteId)?.memory ?? emptyMemory(siteId);
      const copy = {
        ...memory,
        evses: new Map(memory.evses),
        sent: new Map(memory.sent),
        doubted: new Set(memory.doubted),
        reported: new Set(memory.reported),
      };
      await knowStations(needs, copy, supposed, now);
      const assembled = assembleProblem(supposed, [...copy.evses.values()], now);
      const outcome = await planSite(needs.solver, assembled.problem);
      return planView({ inputs: supposed, assembled, outcome, madeAt: now }, copy, viewed());
    },
    async apply(siteId: string): Promise<PlanApplied> {
      const { made, sent, unchanged, waiting } = await ownerOf(siteId).apply();
      const failed = sent.flatMap(({ order, answer }) =>
        'reason' in answer ? [{ stationId: order.stationId, reason: answer.reason }] : [],
      );
      return {
        madeAt: new Date(made.madeAt).toISOString(),
        sent: sent.length - failed.length,
        unchanged: unchanged + waiting,
        failed,
      };
    },
    async unlearn(siteId: string, stationId: string, actor: Actor): Promise<void> {
      const { settings } = await inputs.read(siteId);
      if (!settings.tree.nodes.some(({ evse }) => evse?.stationId === stationId))
        throw problemOf('NOT_FOUND', sentenceOf('energy-no-station', { stationId, siteId }));
      await needs.abilities.unlearn(stationId, actor);
      ownerOf(siteId).forgetWatches(stationId);
    },
    /** How a car of a site under control is answered that told its needs: its profile follows, unless it cannot. */
    answerFor(siteId: string, nodeId: string): PlannedAnswer {
      if (needs.isKillSwitchOn()) return { decision: 'no-profile', reason: 'kill-switch' };
      const owner = sites.get(siteId);
      const strays = (owner?.memory.evses.get(nodeId)?.strayA ?? null) !== null;
      if (strays) return { decision: 'no-profile', reason: 'not-following' };
      if (owner?.isLate === true) return { decision: 'processing', reason: 'planning' };
      return { decision: 'accepted', reason: null };
    },
    promise(siteId: string, sessionId: string): void {
      if (isClosed) return;
      if (isOurs()) ownerOf(siteId).promise(sessionId);
      else news.tell('promise', [siteId, sessionId]);
    },
    /** Something changed at a site; another node saw it. */
    changed,
    /** For whoever has to act on one site at once. */
    siteOf: (siteId: string) => sites.get(siteId),
    notice: (siteId: string) => sites.get(siteId)?.notice(),
    forgetStation(stationId: string): void {
      needs.abilities.forget(stationId);
      for (const owner of sites.values()) owner.forgetStation(stationId);
    },
    /** Its profiles were changed; `profile`: which one it took. */
    noticeProfiles(stationId: string, profile: HeldProfile | null): void {
      for (const owner of sites.values()) owner.noticeProfiles(stationId, profile);
    },
    noticeReport(stationId: string): void {
      for (const owner of sites.values()) owner.noticeReport(stationId);
    },
    async close(): Promise<void> {
      isClosed = true;
      stop();
      news.close();
      await looking.close();
      await Promise.all([...sites.values()].map((owner) => owner.close()));
      await needs.solver.close();
    },
  };
}
