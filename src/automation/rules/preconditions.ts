import type { RuleCommand } from '#contract/automation/rule.ts';
import type { FactsNow } from './station-facts.ts';

/** What would cut a session, or move power, at a station where somebody charges. */
const interruptingCommands: readonly RuleCommand[] = ['reset', 'set-availability', 'unlock', 'clear-charging-profiles'];
const interruptingTools = [
  'reset_charge_point',
  'unlock_connector',
  'set_connector_status',
  'update_charge_point_configuration',
  'update_firmware',
  'command_many_charge_points',
];

/** Remedies that a station gets by itself only so often a day, by all rules together; a schedule of opening hours is none. */
const countedActions: readonly string[] = ['reset', 'unlock', 'reset_charge_point', 'unlock_connector'];

export function isCounted(action: { do: 'command'; name: RuleCommand } | { do: 'tool'; tool: string }): boolean {
  return countedActions.includes(action.do === 'command' ? action.name : action.tool);
}

type Interrupting =
  | { do: 'command'; name: RuleCommand; input: Readonly<Record<string, unknown>> }
  | { do: 'tool'; tool: string };

/** `tool`: its own name, never one by which it was known before. */
export function isInterrupting(action: Interrupting): boolean {
  if (action.do === 'tool') return interruptingTools.includes(action.tool);
  const givesBack = action.name === 'set-availability' && action.input['isOperative'] === true;
  return !givesBack && interruptingCommands.includes(action.name);
}

export type Obstacle = { code: 'charging' | 'safety-code' | 'offline' | 'too-often'; text: string };

export const tooOften: Obstacle = {
  code: 'too-often',
  text: 'It was restarted or unlocked by itself twice within a day: a person has to look at it now.',
};

/** Why a rule must not do this to a station now. Looked at right before each action, never only when the rule was triggered. */
export function obstacleTo(
  facts: Pick<FactsNow, 'isOnline' | 'isCharging' | 'hasSafetyCode'> | null,
  { isInterrupt }: { isInterrupt: boolean },
): Obstacle | undefined {
  if (facts === null) return { code: 'offline', text: 'There is no such station.' };
  if (!facts.isOnline) return { code: 'offline', text: 'The station is offline.' };
  if (!isInterrupt) return undefined;
  if (facts.isCharging)
    return { code: 'charging', text: 'A session is running there: a charging station is not interrupted.' };
  if (facts.hasSafetyCode)
    return { code: 'safety-code', text: 'The station reports a safety code: a person has to look at it first.' };
  return undefined;
}
