import type { Pool } from 'pg';
import { stepNamed } from '#charging/health/ladder.ts';
import type { ActionOutcome, RuleAction } from '#contract/automation/rule.ts';
import { awaitState } from './await-state.ts';
import { type ActionNeeds, askStation, type Doing, failureOf } from './do-action.ts';
import { commandsOf, orderSteps, readStepRecords, recordStep } from './ladder.ts';
import { stationFactsNow } from './station-facts.ts';

export type PlaybookNeeds = ActionNeeds & { pool: Pool };

/**
 * Tries steps of the remediation ladder, in the order of what helped with this model and code before, until the station is well or the
 * steps are used up. Each step is a command like any other: the same preconditions, budgets and audit. What helped is counted.
 */
export async function runPlaybook(
  needs: PlaybookNeeds,
  action: Pick<Extract<RuleAction, { do: 'playbook' }>, 'maxSteps' | 'upTo'> & { maxVerifyMs?: number },
  doing: Doing,
): Promise<ActionOutcome[]> {
  const { pool, charging } = needs;
  const { stationId, signal } = doing;
  if (stationId === null)
    return [{ what: 'playbook', outcome: 'refused', code: 'no-station', text: 'The trigger names no station.' }];
  const before = await stationFactsNow(charging, stationId);
  if (before === null)
    return [{ what: 'playbook', outcome: 'refused', code: 'offline', text: 'There is no such station.' }];
  if (before.hasSafetyCode)
    return [
      {
        ...{ what: 'playbook', outcome: 'refused', code: 'safety-code' },
        text: 'The station reports a safety code: a person has to look at it first.',
      },
    ];
  const about = { model: before.model, code: before.code };
  const steps = orderSteps(await readStepRecords(pool, about), action.upTo);
  const outcomes: ActionOutcome[] = [];
  let tried = 0;
  for (const step of steps) {
    if (tried >= action.maxSteps || signal.aborted) break;
    const facts = await stationFactsNow(charging, stationId);
    if (facts === null) break;
    const commands = commandsOf(step, facts);
    if (commands.length === 0) continue;
    tried += 1;
    const done: ActionOutcome[] = [];
    for (const command of commands) {
      const outcome = await askStation(needs, command, doing).catch((thrown: unknown) =>
        failureOf(`command:${command.name}`, thrown),
      );
      done.push({ ...outcome, step });
      if (outcome.outcome !== 'done') break;
    }
    outcomes.push(...done);
    if (done.some(({ outcome }) => outcome === 'refused')) continue; // it was not tried, so nothing is learnt of it
    const isWell = async () => {
      const now = await stationFactsNow(charging, stationId);
      return now !== null && now.isOnline && !now.isFaulted;
    };
    const hasHelped =
      done.every(({ outcome }) => outcome === 'done') &&
      (await awaitState(needs, {
        stationId,
        isSo: isWell,
        withinMs: Math.min(stepNamed(step).verifyWithinMinutes * 60_000, action.maxVerifyMs ?? Infinity),
        signal,
      }));
    await recordStep(pool, { ...about, step, hasHelped });
    if (hasHelped) return outcomes;
  }
  return [...outcomes, { what: 'playbook', outcome: 'not-done', code: 'ladder-used-up', text: 'No step helped.' }];
}
