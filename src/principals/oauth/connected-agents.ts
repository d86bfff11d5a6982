import { SigecError } from '#base/errors.ts';
import type { AgentEnd, ConnectedAgent } from '#contract/agents/connected-agent.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '../actor.ts';
import { keyProjection, readKey } from '../key-store.ts';
import { may } from '../may.ts';
import { agentGrants } from './agent-rights.ts';
import { deleteTokensOf, type ListedGrant, readGrants } from './grant-store.ts';
import type { OAuthNeeds } from './needs.ts';

/** The agents that somebody let in; for administrators those of all. */
export async function listConnectedAgents({ pool, clock }: OAuthNeeds, actor: Actor): Promise<ConnectedAgent[]> {
  const { principal } = actor;
  if (principal === null) return [];
  const personId = isAdministrator(principal) ? undefined : principal.id;
  return (await readGrants(pool, { now: clock.now(), personId })).map(toConnectedAgent);
}

/** A person ends an agent of theirs, an administrator anybody's. */
export async function disconnectAgent(needs: OAuthNeeds, id: string, actor: Actor): Promise<ConnectedAgent> {
  const [grant] = await readGrants(needs.pool, { now: needs.clock.now(), agentId: id });
  const isOwn = grant !== undefined && grant.personId === actor.principal?.id;
  if (grant === undefined || !(isOwn || isAdministrator(actor.principal)))
    throw new SigecError('NOT_FOUND', `You let no agent ${id} in; GET /api/connected-agents lists those that you did.`);
  await endGrant(needs, id, { actor, reason: isOwn ? 'person' : 'administrator' });
  return toConnectedAgent(grant);
}

/** Of the whole installation: whoever administers single sites sees and ends their own agents alone. */
function isAdministrator(principal: Principal | null): boolean {
  return may(principal, { access: 'administer', at: null }, { isReadingOpen: false }).isAllowed;
}

/** Revokes the key that stands for the agent, and with it every token; whoever calls has found that it may be ended. */
export async function endGrant(
  needs: OAuthNeeds,
  agentId: string,
  { actor, reason }: { actor: Actor; reason: AgentEnd },
): Promise<void> {
  const { pool, ledger, clock, keys, tokens } = needs;
  const key = await readKey(pool, agentId);
  if (key === undefined || key.revokedAt !== null) return;
  const now = clock.now();
  const principal = actorName(actor);
  const fact = { stationId: null, happenedAt: now, principal };
  await ledger.commit({
    events: [
      { kind: 'key-revoked', ...fact, body: { keyId: agentId, name: key.name } },
      { kind: 'agent-disconnected', ...fact, body: { agentId, clientName: key.name, reason } },
    ],
    writes: [write(keyProjection, { ...key, revokedAt: now })],
    audit: [
      {
        principal,
        door: actor.door,
        action: 'disconnect-agent',
        subject: agentId,
        outcome: 'done',
        details: { reason },
      },
    ],
  });
  await deleteTokensOf(pool, agentId);
  keys.forget(agentId);
  tokens.forgetAll();
}

function toConnectedAgent(grant: ListedGrant): ConnectedAgent {
  return {
    id: grant.agentId,
    name: grant.clientName,
    host: grant.clientHost,
    role: grant.role,
    address: grant.resource,
    personId: grant.personId,
    personName: grant.personName,
    grants: agentGrants(grant.role, {
      role: grant.personRole,
      ...(grant.personGrants.length > 0 && { grants: grant.personGrants }),
    }),
    grantedAt: grant.grantedAt.toISOString(),
    lastUsedAt: grant.lastUsedAt?.toISOString() ?? null,
  };
}
