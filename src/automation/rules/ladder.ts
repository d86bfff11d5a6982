import type { Pool } from 'pg';
import { stepNamed } from '#charging/health/ladder.ts';
import { type LadderStep, ladderStep, type RuleCommand, ruleCommands } from '#contract/automation/rule.ts';
import type { FactsNow } from './station-facts.ts';

type StepCommand = { name: RuleCommand; input: Record<string, unknown> };

/** The commands of a step as they are sent to this station; empty: the step does not apply to how it is. */
export function commandsOf(step: LadderStep, facts: FactsNow): StepCommand[] {
  const { commands, isOfConnector } = stepNamed(step);
  if (step === 'stop-zombie') {
    const hanging = hangingSession(facts);
    return hanging === undefined ? [] : [{ name: 'stop-session', input: { sessionId: hanging.id } }];
  }
  if (isOfConnector && facts.faultedEvse === null) return [];
  const place = isOfConnector ? facts.faultedEvse : {};
  return commands.flatMap(({ name, input }) => (isRuleCommand(name) ? [{ name, input: { ...input, ...place } }] : []));
}

/** One that runs on at the faulted EVSE although nothing flows there. Who charges at another EVSE is left alone. */
function hangingSession({ faultedEvse, runningSessions }: FactsNow): FactsNow['runningSessions'][number] | undefined {
  return runningSessions.find(({ evseId, powerW }) => evseId === faultedEvse?.evseId && (powerW ?? 0) < flowsFromW);
}

const flowsFromW = 100;

function isRuleCommand(name: string): name is RuleCommand {
  return Object.hasOwn(ruleCommands, name);
}

export type StepRecord = { step: LadderStep; tried: number; helped: number };

/**
 * The steps in the order in which they are tried: by how often each helped here, so far as that is known. A step that was never tried
 * counts as one that helped once of twice, less the stronger it is, so that mild ones come first until something is learnt.
 */
export function orderSteps(records: readonly StepRecord[], upTo: LadderStep): LadderStep[] {
  const strongest = ladderStep.options.indexOf(upTo);
  const expected = (step: LadderStep) => {
    const { tried = 0, helped = 0 } = records.find((record) => record.step === step) ?? {};
    return (helped + 1) / (tried + 2) - 0.02 * ladderStep.options.indexOf(step);
  };
  return ladderStep.options
    .slice(0, strongest + 1)
    .map((step) => ({ step, chance: expected(step) }))
    .toSorted((one, other) => other.chance - one.chance)
    .map(({ step }) => step);
}

type Case = { model: string; code: string };

export async function readStepRecords(pool: Pool, { model, code }: Case): Promise<StepRecord[]> {
  const { rows } = await pool.query<StepRecord>(
    'select step, tried, helped from remedy_record where model = $1 and code = $2',
    [model, code],
  );
  return rows;
}

export async function recordStep(
  pool: Pool,
  { model, code, step, hasHelped }: Case & { step: LadderStep; hasHelped: boolean },
): Promise<void> {
  await pool.query(
    `insert into remedy_record as known (model, code, step, tried, helped) values ($1, $2, $3, 1, $4)
     on conflict (model, code, step) do update set tried = known.tried + 1, helped = known.helped + excluded.helped`,
    [model, code, step, hasHelped ? 1 : 0],
  );
}
