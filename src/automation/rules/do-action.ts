import type { Pool } from 'pg';
import type { Time } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { ActionOutcome, KeptBackReason, RuleAction, RuleCommand } from '#contract/automation/rule.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { Registry } from '#tools/registry.ts';
import type { Standing } from '#tools/run-standing.ts';
import { isDone } from '#tools/tool.ts';
import { takeAutomaticStep } from './automatic-steps.ts';
import { fillArguments, triggerFacts } from './fill-arguments.ts';
import { isCounted, isInterrupting, type Obstacle, obstacleTo, tooOften } from './preconditions.ts';
import { type FactsNow, stationFactsNow } from './station-facts.ts';

/** How a rule tells people something. */
export type Tell = (message: {
  to: readonly string[];
  text: string | undefined;
  event: LedgerEvent | null;
  stationId: string | null;
  ruleId: string;
  ruleName: string;
  isUrgent: boolean;
  /** The rule itself was held back, and a person should know. */
  keptBack?: KeptBackReason | undefined;
}) => Promise<number>;

export type ActionNeeds = {
  pool: Pool;
  charging: Pick<Charging, 'runCommand' | 'getStation' | 'sessions' | 'monitoring'>;
  ledger: Pick<Ledger, 'head' | 'follow'>;
  registry: Pick<Registry, 'get' | 'execute' | 'runStanding'>;
  tell: Tell;
  time: Time;
};

/** What an action is done for: the rule, whoever is behind it, and what triggered it. */
export type Doing = {
  ruleId: string;
  ruleName: string;
  owner: string;
  actor: Actor;
  standing: Standing | null;
  event: LedgerEvent | null;
  stationId: string | null;
  signal: AbortSignal;
};

type Single = Exclude<RuleAction, { do: 'playbook' }>;

/** One action, to its end; what goes wrong is an outcome, so that the rule can do what it says for that. */
export async function doAction(needs: ActionNeeds, action: Single, doing: Doing): Promise<ActionOutcome> {
  try {
    switch (action.do) {
      case 'notify': {
        const { ruleId, ruleName, event, stationId } = doing;
        const to = action.to.length === 0 ? [doing.owner] : action.to;
        const { text, isUrgent } = action;
        const people = await needs.tell({ to, text, event, stationId, ruleId, ruleName, isUrgent });
        return { what: 'notify', outcome: people > 0 ? 'done' : 'not-done', code: null, text: `${people} told` };
      }
      case 'command':
        return await askStation(needs, action, doing);
      case 'tool':
        return await callRuleTool(needs, action, doing);
    }
  } catch (thrown) {
    return failureOf(whatOf(action), thrown);
  }
}

function whatOf(action: Single): string {
  if (action.do === 'notify') return 'notify';
  return action.do === 'command' ? `command:${action.name}` : `tool:${action.tool}`;
}

type Asking = Pick<Doing, 'stationId' | 'event' | 'actor' | 'ruleName' | 'signal'>;

/**
 * Right before it is sent, the station is looked at: whoever charges there is not interrupted, and a safety code is for people.
 * `isStep`: whether it counts among the few that a station gets by itself in a day.
 */
export async function askStation(
  { charging, pool, time }: Pick<ActionNeeds, 'charging' | 'pool' | 'time'>,
  { name, input }: { name: RuleCommand; input: Record<string, unknown> },
  { stationId, event, actor, ruleName, signal }: Asking,
  isStep = isCounted({ do: 'command', name }),
): Promise<ActionOutcome> {
  const what = `command:${name}`;
  if (stationId === null)
    return { what, outcome: 'refused', code: 'no-station', text: 'The trigger names no station.' };
  const facts = await stationFactsNow(charging, stationId, time.now());
  const taken = { stationId, step: name, by: actorName(actor), at: time.now() };
  const obstacle =
    obstacleTo(facts, { isInterrupt: isInterrupting({ do: 'command', name, input }) }) ??
    (isStep && !(await takeAutomaticStep(pool, taken)) ? tooOften : undefined);
  if (obstacle !== undefined) return { what, outcome: 'refused', ...obstacle };
  const filled = fillArguments(withSession(name, input, { facts, event }), triggerFacts(event, stationId)) as Record<
    string,
    unknown
  >;
  if (name === 'stop-session' && filled['sessionId'] === undefined)
    return { what, outcome: 'refused', code: 'no-session', text: 'No session runs there, or more than one.' };
  const { outcome } = await charging.runCommand({
    stationId,
    name,
    input: filled,
    actor,
    signal,
    answerWithinSeconds: 30,
    why: untrustedText(`rule: ${ruleName}`, 200),
  });
  const { status = 'no-answer', code = null, reason = null } = outcome ?? {};
  const text = untrustedText(reason ?? status, 200);
  if (status === 'accepted') return { what, outcome: 'done', code: null, text };
  return { what, outcome: status === 'not-sent' ? 'refused' : 'not-done', code: code ?? status, text };
}

/** A session that is to be stopped is the one at the EVSE that the trigger was about, or the only one, unless the rule names another. */
function withSession(
  name: RuleCommand,
  input: Record<string, unknown>,
  { facts, event }: { facts: FactsNow | null; event: LedgerEvent | null },
): Record<string, unknown> {
  if (name !== 'stop-session' || input['sessionId'] !== undefined) return input;
  const evseId = event?.body['evseId'] ?? 0;
  const running = (facts?.runningSessions ?? []).filter((each) => evseId === 0 || each.evseId === evseId);
  return { ...input, sessionId: running.length === 1 ? running[0]?.id : undefined };
}

/** A tool names its stations itself, and they need not be the one that triggered the rule: each of them is looked at. */
async function callRuleTool(
  needs: ActionNeeds,
  action: Extract<RuleAction, { do: 'tool' }>,
  { event, stationId, actor, standing, signal }: Doing,
): Promise<ActionOutcome> {
  const { registry } = needs;
  const what = `tool:${action.tool}`;
  const given = fillArguments(action.arguments, triggerFacts(event, stationId));
  const context = { actor, signal };
  const tool = registry.get(action.tool)?.name ?? action.tool; // it may be known by a former name
  let obstacle: Obstacle | undefined;
  const beforeTouching = async (targets: readonly string[]) => {
    obstacle = await obstacleAmong(needs, { targets, tool, by: actorName(actor) });
    if (obstacle !== undefined) throw new SigecError('CONFLICT', obstacle.text);
  };
  try {
    const answer =
      standing === null
        ? await registry.execute(action.tool, given, context)
        : await registry.runStanding(action.tool, given, context, { ...standing, beforeTouching });
    return { what, outcome: isDone(answer) ? 'done' : 'not-done', code: null, text: untrustedText(answer.text, 300) };
  } catch (thrown) {
    if (obstacle !== undefined) return { what, outcome: 'refused', ...obstacle };
    throw thrown;
  }
}

async function obstacleAmong(
  { charging, pool, time }: ActionNeeds,
  { targets, tool, by }: { targets: readonly string[]; tool: string; by: string },
): Promise<Obstacle | undefined> {
  if (!isInterrupting({ do: 'tool', tool })) return undefined;
  const stationIds = [...new Set(targets.flatMap((target) => /^station:([^/]+)/.exec(target)?.[1] ?? []))];
  for (const stationId of stationIds) {
    const facts = await stationFactsNow(charging, stationId, time.now());
    const obstacle = obstacleTo(facts, { isInterrupt: true });
    if (obstacle !== undefined) return { ...obstacle, text: `${stationId}: ${obstacle.text}` };
  }
  if (!isCounted({ do: 'tool', tool })) return undefined;
  for (const stationId of stationIds)
    if (!(await takeAutomaticStep(pool, { stationId, step: tool, by, at: time.now() }))) return tooOften;
  return undefined;
}

export function failureOf(what: string, thrown: unknown): ActionOutcome {
  const error = asError(thrown);
  const code = error instanceof SigecError ? error.code : 'INTERNAL';
  const isRefusal = ['NOT_ALLOWED', 'NOT_SIGNED_IN', 'TOO_MANY_REQUESTS', 'CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'];
  const text = error instanceof SigecError ? untrustedText(error.message, 300) : 'It failed by a fault of ours.';
  return { what, outcome: isRefusal.includes(code) ? 'refused' : 'failed', code, text };
}
