import type { Principal } from '#contract/agents/principal.ts';
import type { Actor } from '#principals/actor.ts';

/**
 * A rule acts as an agent of the person behind it: with no right that the person lacks, at their sites, and within the budgets of agents.
 * Its own id stands in the ledger, the commands and the audit.
 */
export function ruleActor(ruleId: string, name: string, person: Principal): Actor {
  const { role, scopes, grants } = person;
  const principal: Principal = { id: `rule:${ruleId}`, name, kind: 'agent', role, scopes, ...(grants && { grants }) };
  return { principal, door: 'system' };
}
