import { z } from 'zod';
import { ladderFor, stepNamed } from '#charging/health/ladder.ts';
import type { ActionOutcome, LadderStep, RuleAction } from '#contract/automation/rule.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { findingKind } from '#contract/findings/finding.ts';
import { awaitState } from './await-state.ts';
import { type ActionNeeds, askStation, type Doing, failureOf } from './do-action.ts';
import { commandsOf, orderSteps, readStepRecords, recordStep } from './ladder.ts';
import { type FactsNow, stationFactsNow } from './station-facts.ts';

export type PlaybookNeeds = ActionNeeds;

type Playbook = Pick<Extract<RuleAction, { do: 'playbook' }>, 'maxSteps' | 'upTo'> & { maxVerifyMs?: number };

/** A connector that was taken out of service is given back even where the first request for it came to nothing. */
const triesToUndo = 3;

/**
 * Tries steps of the remediation ladder, in the order of what helped with this model and code before, until the station is well or the
 * steps are used up. Each step is a command like any other: the same preconditions, budgets and audit. What helped is counted. Triggered
 * by a finding, it tries what the ladder of that finding has.
 */
export async function runPlaybook(needs: PlaybookNeeds, action: Playbook, doing: Doing): Promise<ActionOutcome[]> {
  const { pool, charging, time } = needs;
  const { stationId, signal } = doing;
  if (stationId === null) return [refusal('no-station', 'The trigger names no station.')];
  const before = await stationFactsNow(charging, stationId, time.now());
  if (before === null) return [refusal('offline', 'There is no such station.')];
  if (before.hasSafetyCode)
    return [refusal('safety-code', 'The station reports a safety code: a person has to look at it first.')];
  const finding = findingIn(doing.event);
  if (!before.isFaulted && finding === undefined)
    return [refusal('not-faulted', 'No connector is faulted there: there is nothing to repair.')];
  const about = { model: before.model, code: before.code };
  const ordered = orderSteps(await readStepRecords(pool, about), action.upTo);
  const steps = finding === undefined ? ordered : ordered.filter((step) => finding.steps.includes(step));
  const outcomes: ActionOutcome[] = [];
  let tried = 0;
  for (const step of steps) {
    if (tried >= action.maxSteps || signal.aborted) break;
    const facts = await stationFactsNow(charging, stationId, time.now());
    if (facts === null) break;
    if (step === 'ask-status' && !facts.isFaulted) continue; // it tells of faults alone
    const waiting = { stationId, step, signal, within: action.maxVerifyMs };
    const at = facts.faultedEvse ?? finding?.place ?? null;
    const done = await takeStep(needs, { ...waiting, facts: { ...facts, faultedEvse: at } }, doing);
    if (done.length === 0) continue;
    tried += 1;
    outcomes.push(...done);
    if (done.some(({ outcome }) => outcome === 'refused')) continue; // it was not tried, so nothing is learnt of it
    const isDone = done.every(({ outcome }) => outcome === 'done');
    if (!before.isFaulted) {
      // Whether it helped is seen in days: the finding passes, or is opened again.
      if (isDone) return outcomes;
      continue;
    }
    const hasHelped = isDone && (await isSoonSo(needs, { ...waiting, isSo: (now) => now.isOnline && !now.isFaulted }));
    await recordStep(pool, { ...about, step, hasHelped });
    if (hasHelped) return outcomes;
  }
  return [...outcomes, { what: 'playbook', outcome: 'not-done', code: 'ladder-used-up', text: 'No step helped.' }];
}

function refusal(code: string, text: string): ActionOutcome {
  return { what: 'playbook', outcome: 'refused', code, text };
}

/** What the ladder has for the finding that triggered it, and where it was found; undefined: something else triggered it. */
function findingIn(
  event: LedgerEvent | null,
): { steps: readonly string[]; place: FactsNow['faultedEvse'] } | undefined {
  if (event?.kind !== 'finding-opened') return undefined;
  const { findingKind: kind, code, evseId, connectorId } = aboutFinding.parse(event.body);
  const place = evseId === null || evseId === 0 ? null : { evseId, connectorId: connectorId ?? 1 };
  return { steps: ladderFor(kind, code), place };
}

const aboutFinding = z.object({
  findingKind,
  code: z.string().nullable(),
  evseId: z.int().nullable(),
  connectorId: z.int().nullable(),
});

/** The commands of one step, as far as the station takes them; none: the step does not apply there. */
async function takeStep(
  needs: PlaybookNeeds,
  { facts, ...asked }: Waiting & { facts: FactsNow },
  doing: Doing,
): Promise<ActionOutcome[]> {
  const { step } = asked;
  const done: ActionOutcome[] = [];
  for (const [index, command] of commandsOf(step, facts).entries()) {
    const isStep = index === 0 && stepNamed(step).needsNoSession; // out of service and back is one step
    const ask = () =>
      askStation(needs, command, doing, isStep).catch((thrown: unknown) =>
        failureOf(`command:${command.name}`, thrown),
      );
    const isUndoing = index > 0;
    let outcome = await ask();
    for (let tries = isUndoing ? triesToUndo - 1 : 0; tries > 0 && outcome.outcome !== 'done'; tries -= 1) {
      await isSoonSo(needs, { ...asked, isSo: (now) => now.isOnline });
      outcome = await ask();
    }
    if (isUndoing && outcome.outcome !== 'done') {
      const text = `The connector was taken out of service and did not come back: ${outcome.text}`;
      outcome = { ...outcome, outcome: 'failed', code: 'left-out-of-service', text };
    }
    done.push({ ...outcome, step });
    if (outcome.outcome !== 'done') break;
  }
  return done;
}

type Waiting = { stationId: string; step: LadderStep; signal: AbortSignal; within: number | undefined };

/** Whether something is so of the station within the time that the step is given to show what it did. */
function isSoonSo(
  needs: PlaybookNeeds,
  { stationId, step, signal, within = Infinity, isSo }: Waiting & { isSo: (now: FactsNow) => boolean },
): Promise<boolean> {
  const look = async () => {
    const now = await stationFactsNow(needs.charging, stationId, needs.time.now());
    return now !== null && isSo(now);
  };
  const withinMs = Math.min(stepNamed(step).verifyWithinMinutes * 60_000, within);
  return awaitState(needs, { stationId, isSo: look, withinMs, signal });
}
