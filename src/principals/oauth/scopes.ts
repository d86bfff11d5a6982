import type { AgentRole } from '#contract/agents/connected-agent.ts';
import type { Role } from '#contract/agents/principal.ts';
import { isRoleWithin } from '../may.ts';
import { OAuthError } from './oauth-error.ts';

export const readScope = 'sigec:read';
export const operateScope = 'sigec:operate';
/** Asks for a token that outlives the hour; programs that registered to refresh get it anyway. */
export const offlineScope = 'offline_access';

export const roleScopes = [readScope, operateScope];

/** What an agent of this role may do, as its token says. */
export function scopeOfRole(role: AgentRole): string {
  return role === 'operator' ? roleScopes.join(' ') : readScope;
}

/** The role that a program asks for. Whoever names no scope leaves it to the person, and is offered all that there is. */
export function askedRole(scope: string | undefined): AgentRole {
  const asked = (scope ?? '').split(' ').filter((each) => each !== '' && each !== offlineScope);
  const strange = asked.find((each) => !roleScopes.includes(each));
  if (strange !== undefined)
    throw new OAuthError('invalid_scope', `There is no such scope. There are: ${roleScopes.join(', ')}.`);
  return asked.length === 0 || asked.includes(operateScope) ? 'operator' : 'viewer';
}

/** What a person of this role may let an agent do, of what was asked. Everybody may let one read: it reads what they read themselves. */
export function rolesToGive(own: Role, asked: AgentRole): AgentRole[] {
  return asked === 'operator' && isRoleWithin('operator', own) ? ['viewer', 'operator'] : ['viewer'];
}
