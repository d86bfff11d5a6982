import { willRetry } from '#base/every.ts';
import { PutOff } from '../../commands/unless-kill-switch.ts';
import type { ControlNeeds } from '../control/control-needs.ts';
import { boundAt, type EvseState } from '../control/evse-state.ts';
import { currentAt, type SentSession, type SiteMemory } from '../control/site-memory.ts';
import { phasesOf, toldVolts } from '../network/evse-wiring.ts';
import { formAt } from '../profiles/form-at.ts';
import type { ProfileAbilities } from '../profiles/profile-abilities.ts';
import { actOn, awaitsProof } from './act-on-finding.ts';
import { measuredCurrent, noticeBeyondBounds } from './beyond-bounds.ts';
import { type Judgement, judgeDelivery, type Observation, tolerance } from './judge-delivery.ts';
import { readComposite } from './read-composite.ts';
import type { Measured } from './read-measured.ts';
import { takeNotice } from './take-notice.ts';
import { freshWatch, type Watch } from './watch.ts';

/** Cars need some seconds to follow; what was measured before says nothing of the new current. */
const settleMs = 10_000;
/** A station that is known to be slow has so long. */
export const slowSettleMs = 90_000;
/** A meter that tells rarely is asked for a reading, so that whoever strays is found within a minute. */
const triggerAfterMs = 15_000;
const compositeEveryMs = 30_000;

export type VerifyNeeds = Pick<
  ControlNeeds,
  'readMeasured' | 'readForeign' | 'abilities' | 'ask' | 'runCommand' | 'versionOf' | 'log'
>;

/**
 * Compares what flows with what stations were told. One that draws more counts with that from then on, and is steered again once it
 * follows; what is learned of it changes its next profiles. Says whether the plan rests on something else now.
 */
export async function verifySite(needs: VerifyNeeds, memory: SiteMemory, now: number): Promise<boolean> {
  const sent = [...memory.sent];
  const unanswered = [...memory.evses.values()].flatMap(({ nodeId, sessionId, isOnline, stationId }) => {
    const isKnown = needs.abilities.learnedOf(stationId).findings.includes('ignores-profiles');
    return sessionId === null || !isOnline || isKnown || memory.sent.has(nodeId) ? [] : [{ nodeId, sessionId }];
  });
  const measured = await needs.readMeasured([...sent.map(([, session]) => session), ...unanswered]);
  let isChanged = false;
  for (const { nodeId, sessionId } of unanswered) {
    const state = memory.evses.get(nodeId);
    if (state === undefined || state.sessionId !== sessionId || memory.sent.has(nodeId)) continue;
    isChanged = noticeBeyondBounds(memory, state, { reading: measured.get(sessionId), settleMs, now }) || isChanged;
  }
  for (const [nodeId, session] of sent) {
    const state = memory.evses.get(nodeId);
    const version = state && needs.versionOf(state.stationId);
    if (state === undefined || !state.isOnline || version === undefined) continue;
    try {
      const form = formAt(state.evse, await needs.abilities.profilesOf(state.stationId, version));
      const reading = measured.get(session.sessionId);
      isChanged = (await verifyEvse(needs, memory, { state, session, reading, form, now })) || isChanged;
    } catch (error) {
      if (error instanceof PutOff) return isChanged;
      willRetry(needs.log, 'compare what a station draws', error, { stationId: state.stationId });
    }
  }
  return isChanged;
}

type Subject = {
  state: EvseState;
  session: SentSession;
  reading: Measured | undefined;
  form: ProfileAbilities;
  now: number;
};

async function verifyEvse(needs: VerifyNeeds, memory: SiteMemory, subject: Subject): Promise<boolean> {
  const { state, session, reading, form, now } = subject;
  const isSlow = needs.abilities.learnedOf(state.stationId).findings.includes('slow');
  const settlesMs = isSlow ? slowSettleMs : settleMs;
  const known = memory.watches.get(state.nodeId);
  let watch: Watch = known?.sessionId === session.sessionId ? known : nextSession(known, session.sessionId);
  if (reading === undefined || reading.at < session.changedAt + settlesMs) {
    if (now - session.changedAt >= Math.max(triggerAfterMs, settlesMs) && watch.triggeredAt < session.changedAt) {
      memory.watches.set(state.nodeId, { ...watch, triggeredAt: now });
      await trigger(needs, state, form);
    }
    if (reading === undefined) return false;
  }
  const seen = observe(subject, reading, settlesMs);
  const told = judgeDelivery(seen);
  if (seen.isSettled && isCompositeDue(watch, told, seen.commandedA, now)) {
    const { stationId, evseId, evse } = state;
    const asked = { stationId, evseId, unit: form.unit, voltageV: toldVolts(evse), phases: toldPhases(state, form) };
    const amperes = await readComposite(needs, asked);
    watch = { ...watch, composite: { toldA: seen.commandedA, amperes, at: now } };
  }
  const composite = watch.composite?.toldA === seen.commandedA ? watch.composite.amperes : null;
  const judgement = composite === null ? told : judgeDelivery({ ...seen, compositeA: composite });
  const isNoticed = takeNotice(memory, { state, session, judgement, seen, compositeA: composite, now });
  const acted = await actOn(needs, memory, { state, watch, judgement, seen, form, now });
  const wantsProof = awaitsProof(acted.watch) && acted.watch.triggeredAt <= reading.at;
  const isDue = wantsProof && now - reading.at >= triggerAfterMs;
  memory.watches.set(state.nodeId, isDue ? { ...acted.watch, triggeredAt: now } : acted.watch);
  if (isDue) await trigger(needs, state, form);
  return isNoticed || acted.isChanged;
}

/** What is known of a station outlasts a session; what was tried with a car does not. */
function nextSession(known: Watch | undefined, sessionId: string): Watch {
  const { offers, leftUntil, auditedAt } = known ?? freshWatch;
  return { ...freshWatch, sessionId, offers, leftUntil, auditedAt };
}

/** Once for every session, and whenever something else flows than was told. */
function isCompositeDue({ composite }: Watch, { state }: Judgement, toldA: number, now: number): boolean {
  if (composite === null) return true;
  const isOdd = state === 'ignored' || state === 'capped' || state === 'rounded';
  return isOdd && composite.toldA !== toldA && now - composite.at >= compositeEveryMs;
}

function observe(subject: Subject, reading: Measured, settlesMs: number): Observation {
  const { state, session, form, now } = subject;
  // At a step of the plan the higher of both currents is allowed.
  const moments = [reading.at, reading.at - settlesMs].filter((moment) => moment >= session.changedAt);
  const commandedA = Math.max(...[now, ...moments].map((moment) => currentAt(session.steps, moment)));
  const phases = phasesOf(state.evse) === 3 ? (state.holds[0]?.phases ?? 3) : 1;
  const isDirect = state.evse.connection === 'direct-current';
  const measuredA = measuredCurrent(state, reading);
  const offeredA = isDirect ? null : reading.offeredA;
  const isSettled =
    reading.at >= session.changedAt + settlesMs || isAboveAll(subject, reading.at, measuredA ?? offeredA ?? 0);
  const isAbove = (measuredA ?? 0) > commandedA + tolerance(commandedA);
  return {
    commandedA,
    readAt: reading.at,
    isSettled,
    isLagging: !isSettled && isAbove && reading.at >= session.changedAt + settleMs,
    measuredA,
    offeredA,
    compositeA: null,
    phasesOfWatts: form.unit === 'W' && form.ignoresPhases !== true ? phases : null,
    wasPaused: session.beforeA <= 0,
    secondsSinceChange: (now - session.changedAt) / 1000,
    wantsMore: true,
    minA: state.evse.minA,
  };
}

/** More than all that a slow station may still follow is no slowness, and others must not wait until it would have settled. */
function isAboveAll({ state, session }: Subject, readAt: number, amperes: number): boolean {
  if (readAt < session.changedAt + settleMs) return false;
  const maxA = Math.max(session.beforeA, boundAt(state, readAt));
  return amperes > maxA + tolerance(maxA);
}

function toldPhases({ evse, holds }: EvseState, { ignoresPhases }: ProfileAbilities): 1 | 2 | 3 {
  if (ignoresPhases === true) return 3;
  return phasesOf(evse) === 3 ? (holds[0]?.phases ?? 3) : 1;
}

/** Readings of a session: 1.6 has them in its meter values, later versions in the session's own events. */
async function trigger(
  { ask }: VerifyNeeds,
  { stationId, evseId }: EvseState,
  { version }: ProfileAbilities,
): Promise<void> {
  await ask({
    stationId,
    name: 'trigger',
    input: { message: version === '1.6' ? 'meter-values' : 'session', evseId },
    answerWithinSeconds: 10,
  });
}
