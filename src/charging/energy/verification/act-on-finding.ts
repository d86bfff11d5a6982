import { ownReason } from '#contract/commands/own-reasons.ts';
import { system } from '#principals/actor.ts';
import type { EvseState } from '../control/evse-state.ts';
import type { SiteMemory } from '../control/site-memory.ts';
import type { ProfileAbilities } from '../profiles/profile-abilities.ts';
import { clearForeign } from './clear-foreign.ts';
import { guessPilots, isUnproven, type Offer, offersWith } from './guess-pilots.ts';
import { type Finding, type Judgement, type Observation, tolerance } from './judge-delivery.ts';
import { withFindings } from './profile-forms.ts';
import type { VerifyNeeds } from './verify-site.ts';
import { type Measure, measureMs, nextMeasure, type Watch } from './watch.ts';

const auditEveryMs = 600_000;
const leftForMs = 1_800_000;
const probeFromA = 3;
const probeAfterSeconds = 60;

type Subject = {
  state: EvseState;
  watch: Watch;
  judgement: Judgement;
  seen: Observation;
  form: ProfileAbilities;
  now: number;
};
type Acted = { watch: Watch; isChanged: boolean };

/** What follows from a judgement: what is learned of the station, and what is tried so that it follows. */
export async function actOn(needs: VerifyNeeds, memory: SiteMemory, subject: Subject): Promise<Acted> {
  const { watch, judgement } = subject;
  if (judgement.state === 'followed') return (await probeDefault(needs, memory, subject)) ?? obeyed(needs, subject);
  if (judgement.state === 'ignored') return strayed(needs, memory, subject);
  if (judgement.state !== 'capped' && judgement.state !== 'rounded') return { watch, isChanged: false };
  if (judgement.finding === 'ignores-phases') return tellAgain(needs, memory, subject, 'ignores-phases');
  if (judgement.finding === 'stale-profile') return audit(needs, memory, subject);
  return learnOffer(needs, subject);
}

async function obeyed(needs: VerifyNeeds, { state, watch, judgement, seen, form }: Subject): Promise<Acted> {
  const { stationId } = state;
  const { findings } = needs.abilities.learnedOf(stationId);
  const offers = offersSeen(watch, seen);
  const quiet = { ...watch, offers, ignoredSince: null, measures: [] };
  if (judgement.finding !== null) {
    await needs.abilities.learn(stationId, { findings: withFindings(findings, [judgement.finding]) });
    return { watch: quiet, isChanged: false };
  }
  // Only a car that is held back shows that its station follows.
  const { measuredA, commandedA } = seen;
  const isHeldBack =
    measuredA !== null && commandedA < state.evse.maxA - 1 && measuredA >= commandedA - tolerance(commandedA);
  if (!isHeldBack) return { watch: { ...watch, offers }, isChanged: false };
  const news = watch.ignoredSince === null ? [] : whatHelped(watch.measures, form);
  const left = findings.filter((finding) => finding !== 'ignores-profiles');
  if (news.length > 0 || left.length < findings.length)
    await needs.abilities.learn(stationId, { findings: withFindings(left, news) });
  return { watch: quiet, isChanged: false };
}

/**
 * A car that draws just what its station falls back to, though its plan says far more, may be at a station that follows its default
 * alone. The plan is said as a default once: if the car draws more, that was it; if not, the car wants no more.
 */
async function probeDefault(needs: VerifyNeeds, memory: SiteMemory, subject: Subject): Promise<Acted | null> {
  const { state, watch, seen, form, now } = subject;
  const { stationId, nodeId, defaultA } = state;
  const { purpose = 'tx-profile' } = form;
  const { measuredA, commandedA, secondsSinceChange } = seen;
  if (defaultA === null || defaultA <= 0 || measuredA === null) return null;
  const isAtDefault = Math.abs(measuredA - defaultA) < 0.7 && commandedA >= defaultA + probeFromA;
  if (watch.hasProbed && purpose === 'tx-default-profile' && watch.measures.length === 0) {
    const { findings } = needs.abilities.learnedOf(stationId);
    if (measuredA > defaultA + 1)
      await needs.abilities.learn(stationId, { findings: withFindings(findings, ['ignores-tx-profile']) });
    else if (isAtDefault && now - watch.triedAt >= measureMs && !findings.includes('ignores-tx-profile')) {
      await needs.abilities.learn(stationId, { purpose: 'tx-profile' });
      memory.sent.delete(nodeId);
      return { watch, isChanged: true };
    }
    return null;
  }
  if (!isAtDefault || watch.hasProbed || purpose !== 'tx-profile' || secondsSinceChange < probeAfterSeconds)
    return null;
  await needs.abilities.learn(stationId, { purpose: 'tx-default-profile' });
  memory.sent.delete(nodeId);
  return { watch: { ...watch, hasProbed: true, triedAt: now }, isChanged: true };
}

/** A station that follows at last: by itself it was only slow. */
function whatHelped(measures: readonly Measure[], { purpose = 'tx-profile' }: ProfileAbilities): Finding[] {
  if (measures.length === 0) return ['slow'];
  if (purpose === 'tx-profile') return ['smart-charging-off'];
  return purpose === 'tx-default-profile' ? ['ignores-tx-profile'] : ['ignores-tx-profile', 'ignores-tx-default'];
}

async function strayed(needs: VerifyNeeds, memory: SiteMemory, subject: Subject): Promise<Acted> {
  const { state, now } = subject;
  const { stationId, nodeId } = state;
  const { abilities } = needs;
  const watch = { ...subject.watch, ignoredSince: subject.watch.ignoredSince ?? now };
  const { findings, purpose } = abilities.learnedOf(stationId);
  // One that draws more than it was told divides its watts after all.
  const left = findings.filter((finding) => finding !== 'ignores-phases');
  await abilities.learn(stationId, { findings: withFindings(left, ['ignores-profiles']) });
  const hasOneEvse = [...memory.evses.values()].filter((each) => each.stationId === stationId).length === 1;
  const facts = { purpose, hasOneEvse, isSwitchedOn: await abilities.isSwitchedOn(stationId) };
  const measure = nextMeasure(watch, facts, now);
  if (measure === null) return { watch, isChanged: false };
  if (measure === 'give-up') {
    await abilities.learn(stationId, { purpose: 'tx-profile' });
    return { watch: { ...watch, measures: [], leftUntil: now + leftForMs }, isChanged: true };
  }
  if (measure === 'ask-switch') {
    await askSwitch(needs, stationId);
    return { watch: { ...watch, hasAskedSwitch: true }, isChanged: false };
  }
  if (measure === 'switch-on') await switchOn(needs, stationId);
  else {
    await abilities.learn(stationId, { purpose: measure });
    memory.sent.delete(nodeId); // told again, by the other purpose
  }
  return { watch: { ...watch, measures: [...watch.measures, measure], triedAt: now }, isChanged: true };
}

const smartCharging = { component: 'SmartChargingCtrlr', variable: 'Enabled' };

async function askSwitch({ ask, abilities }: VerifyNeeds, stationId: string): Promise<void> {
  await ask({
    stationId,
    name: 'get-variables',
    input: { variables: [smartCharging] },
    answerWithinSeconds: 15,
  });
  abilities.forget(stationId);
}

async function switchOn({ runCommand, abilities }: VerifyNeeds, stationId: string): Promise<void> {
  await runCommand({
    stationId,
    name: 'set-variables',
    input: { variables: [{ ...smartCharging, value: 'true' }] },
    actor: system,
    why: ownReason('plan-not-followed'),
    answerWithinSeconds: 15,
  });
  abilities.forget(stationId);
}

async function audit(needs: VerifyNeeds, memory: SiteMemory, subject: Subject): Promise<Acted> {
  const { state, watch, form, now } = subject;
  const { stationId } = state;
  const { findings } = needs.abilities.learnedOf(stationId);
  if (now - watch.auditedAt < auditEveryMs) return { watch, isChanged: false };
  const cleared = await clearForeign(needs, { stationId, maxStackLevel: form.maxStackLevel });
  if (cleared > 0) {
    await needs.abilities.learn(stationId, { findings: withFindings(findings, ['stale-profile']) });
    memory.sent.delete(state.nodeId);
  }
  return { watch: { ...watch, auditedAt: now, composite: null }, isChanged: cleared > 0 };
}

async function tellAgain(needs: VerifyNeeds, memory: SiteMemory, subject: Subject, finding: Finding): Promise<Acted> {
  const { stationId, nodeId } = subject.state;
  const { findings } = needs.abilities.learnedOf(stationId);
  if (findings.includes(finding)) return { watch: subject.watch, isChanged: false };
  await needs.abilities.learn(stationId, { findings: withFindings(findings, [finding]) });
  memory.sent.delete(nodeId);
  return { watch: subject.watch, isChanged: true };
}

/** Currents that it cannot offer are not planned for: others can use them. */
async function learnOffer({ abilities }: VerifyNeeds, { state, watch, seen }: Subject): Promise<Acted> {
  const offers = offersSeen(watch, seen);
  const guess = guessPilots(offers, state.evse);
  if (guess === null) return { watch: { ...watch, offers }, isChanged: false };
  const { findings, pilotsA } = abilities.learnedOf(state.stationId);
  const others = findings.filter((finding) => finding !== 'rounds-down' && finding !== 'caps-current');
  await abilities.learn(state.stationId, {
    pilotsA: guess.pilotsA,
    findings: withFindings(others, [guess.isCap ? 'caps-current' : 'rounds-down']),
  });
  return { watch: { ...watch, offers }, isChanged: (pilotsA ?? []).join() !== guess.pilotsA.join() };
}

function offersSeen({ offers }: Watch, { isSettled, offeredA, commandedA, readAt }: Observation): readonly Offer[] {
  if (!isSettled || offeredA === null || commandedA <= 0) return offers;
  return offersWith(offers, { toldA: commandedA, offeredA, readAt });
}

/** A short offer that another reading has to prove. */
export function awaitsProof({ offers }: Watch): boolean {
  return offers.some(isUnproven);
}
