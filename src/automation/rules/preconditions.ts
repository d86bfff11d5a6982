import type { RuleCommand } from '#contract/automation/rule.ts';
import type { FactsNow } from './station-facts.ts';

/** What would cut a session, or move power, at a station where somebody charges. */
const interruptingCommands: readonly RuleCommand[] = ['reset', 'set-availability', 'unlock', 'clear-charging-profiles'];
const interruptingTools = [
  'reset_charge_point',
  'send_remote_reset',
  'unlock_connector',
  'set_connector_status',
  'update_charge_point_configuration',
  'update_firmware',
  'command_many_charge_points',
];

export function isInterrupting(action: { do: 'command'; name: RuleCommand } | { do: 'tool'; tool: string }): boolean {
  return action.do === 'command' ? interruptingCommands.includes(action.name) : interruptingTools.includes(action.tool);
}

export type Obstacle = { code: 'charging' | 'safety-code' | 'offline'; text: string };

/** Why a rule must not do this to a station now. Looked at right before each action, never only when the rule was triggered. */
export function obstacleTo(facts: FactsNow | null, { isInterrupt }: { isInterrupt: boolean }): Obstacle | undefined {
  if (facts === null) return { code: 'offline', text: 'There is no such station.' };
  if (!facts.isOnline) return { code: 'offline', text: 'The station is offline.' };
  if (!isInterrupt) return undefined;
  if (facts.isCharging)
    return { code: 'charging', text: 'A session is running there: a charging station is not interrupted.' };
  if (facts.hasSafetyCode)
    return { code: 'safety-code', text: 'The station reports a safety code: a person has to look at it first.' };
  return undefined;
}
