import type { AgentRole } from '#contract/agents/connected-agent.ts';
import type { Role } from '#contract/agents/principal.ts';
import { isRoleWithin } from '../may.ts';
import { OAuthError } from './oauth-error.ts';

export const readScope = 'sigec:read';
export const operateScope = 'sigec:operate';
/** Asks for a token that outlives the hour; programs that registered to refresh get it anyway. */
export const offlineScope = 'offline_access';

export const roleScopes = [readScope, operateScope];

/** What a shopping platform asks its buyer for, in the words of UCP: to see their orders, and to shop for them. */
export const orderScope = 'dev.ucp.shopping.order:read';
const manageScopes = ['dev.ucp.shopping.cart:manage', 'dev.ucp.shopping.checkout:manage'];
export const shopScopes = [orderScope, ...manageScopes];

/** What an agent of this role may do at the address that its token is for, as the token says. */
export function scopeOfRole(role: AgentRole, resource: string): string {
  const [reading, all] = isMcp(resource) ? [readScope, roleScopes] : [orderScope, shopScopes];
  return role === 'operator' ? all.join(' ') : reading;
}

function isMcp(resource: string): boolean {
  return new URL(resource).pathname.startsWith('/mcp');
}

/** The role that a program asks for. Whoever names no scope leaves it to the person, and is offered all that there is. */
export function askedRole(scope: string | undefined): AgentRole {
  const asked = (scope ?? '').split(' ').filter((each) => each !== '' && each !== offlineScope);
  const known = [...roleScopes, ...shopScopes];
  const strange = asked.find((each) => !known.includes(each));
  if (strange !== undefined)
    throw new OAuthError('invalid_scope', `There is no such scope. There are: ${known.join(', ')}.`);
  const isChanging = asked.some((each) => each === operateScope || manageScopes.includes(each));
  return asked.length === 0 || isChanging ? 'operator' : 'viewer';
}

/** What a person of this role may let an agent do, of what was asked. Everybody may let one read: it reads what they read themselves. */
export function rolesToGive(own: Role, asked: AgentRole): AgentRole[] {
  return asked === 'operator' && isRoleWithin('operator', own) ? ['viewer', 'operator'] : ['viewer'];
}
