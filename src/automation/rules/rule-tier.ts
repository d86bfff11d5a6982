import { type Rule, type RuleAction, ruleCommands } from '#contract/automation/rule.ts';
import type { Tier } from '#tools/tier.ts';

export type ToolTier = (name: string) => Tier | undefined;

/** As much as its strongest action: what a person has to approve, and who may. Undefined names a tool that is not there. */
export function ruleTier({ actions, else: otherwise }: Pick<Rule, 'actions' | 'else'>, tierOf: ToolTier): Tier {
  const tiers = [...actions, ...otherwise].map((action) => actionTier(action, tierOf) ?? 'R3');
  return tiers.toSorted().at(-1) ?? 'R0';
}

export function actionTier(action: RuleAction, tierOf: ToolTier): Tier | undefined {
  switch (action.do) {
    case 'notify':
      return 'R0';
    case 'command':
      return ruleCommands[action.name];
    case 'playbook':
      return action.upTo === 'ask-status' ? 'R1' : 'R2';
    case 'tool': {
      // One that only reads may pass the call on to a device: no tool acts by itself without a person's yes.
      const tier = tierOf(action.tool);
      return tier === 'R0' ? 'R1' : tier;
    }
  }
}
