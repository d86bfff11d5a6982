import type { Principal, Role } from '#contract/agents/principal.ts';
import { principalById } from '../authenticate.ts';
import { hashOf } from '../key-store.ts';
import { agentRights } from './agent-rights.ts';
import type { OAuthNeeds } from './needs.ts';

/** Whose token came, and what the person behind it could allow at most. */
export type TokenHolder = {
  principal: Principal;
  mayAllow: Role;
  /** Who let it in; absent: another authorization server knows. */
  personId?: string;
};

/** An agent may do what its person allowed it and may still do themselves, at the one address that its token is for (RFC 8707). */
export async function authenticateToken(
  needs: OAuthNeeds,
  token: string,
  address: string,
): Promise<TokenHolder | undefined> {
  const known = await needs.tokens.get(hashOf(token).toString('hex'));
  if (known?.kind !== 'access' || known.expiresAt <= needs.clock.now() || !opens(known.resource, address))
    return undefined;
  const [agent, person] = await Promise.all([
    principalById(needs, known.agentId),
    principalById(needs, known.personId),
  ]);
  if (agent === undefined || person === undefined) return undefined;
  const { grants: _ofThen, ...itself } = agent;
  return { principal: { ...itself, ...agentRights(agent.role, person) }, mayAllow: person.role, personId: person.id };
}

/** What opens /mcp opens the packs below it as well. */
export function opens(resource: string, address: string): boolean {
  return address === resource || address.startsWith(`${resource}/`);
}
