import type { AgentRole } from '#contract/agents/connected-agent.ts';
import type { Grant, Principal, Role } from '#contract/agents/principal.ts';
import { isRoleWithin } from '../may.ts';

type Rights = Pick<Principal, 'role' | 'scopes' | 'grants'>;

/** At each site the lesser of what the agent was given and what the person may there. */
export function agentRights(given: Role, { role, scopes, grants }: Rights): Rights {
  const narrowed = grants?.map((grant) => ({ ...grant, role: lesserOf(given, grant.role) }));
  return { role: lesserOf(given, role), scopes, ...(narrowed !== undefined && { grants: narrowed }) };
}

/** The same as people are shown it: which role would hold where. */
export function agentGrants(given: AgentRole, person: Pick<Rights, 'role' | 'grants'>): Grant[] {
  const { role, grants } = agentRights(given, { ...person, scopes: [] });
  return grants ?? [{ role, siteId: null }];
}

/** An accountant reads less than a viewer does, so whoever works for one is one. */
function lesserOf(given: Role, own: Role): Role {
  return own !== 'accountant' && isRoleWithin(given, own) ? given : own;
}
