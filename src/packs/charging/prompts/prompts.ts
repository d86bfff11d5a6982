import type { Prompt } from '#tools/prompt.ts';
import type { PackNeeds } from '../needs.ts';
import { energyPrompts } from './energy-prompts.ts';
import { officePrompts } from './office-prompts.ts';
import { operatorAssistant } from './operator-assistant.ts';
import { sessionPrompts } from './session-prompts.ts';
import { stationPrompts } from './station-prompts.ts';

/** Ways of working that operators choose; agents follow them step by step. */
export function chargingPrompts(needs: Pick<PackNeeds, 'charging' | 'clock'>): Prompt[] {
  return [
    operatorAssistant,
    ...stationPrompts(needs),
    ...sessionPrompts(needs),
    ...officePrompts(needs),
    ...energyPrompts(needs),
  ];
}
