import { SigecError } from '#base/errors.ts';
import type { ConsentAnswer, ConsentRequest } from '#contract/agents/connected-agent.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { type Actor, actorName } from '../actor.ts';
import { hashOf } from '../key-store.ts';
import { agentGrants } from './agent-rights.ts';
import { type AuthorizationRequest, answerTo } from './authorization-request.ts';
import { hostOfClient, hostOfRedirect } from './client.ts';
import { insertCode, readGrants } from './grant-store.ts';
import type { OAuthNeeds } from './needs.ts';
import { rolesToGive } from './scopes.ts';
import { newCode } from './tokens.ts';

/** OAuth 2.1 asks for a short time: the program fetches its token at once. */
const codeLastsMs = 60_000;
const maxAgents = 50;

/** The question as a person is asked it. Names that a program gave itself are data, and shown as such. */
export function consentRequestOf(request: AuthorizationRequest, principal: Principal | null): ConsentRequest {
  const { client, redirectUri, resource, asked } = request;
  const { name, uri, isVerified } = client;
  return {
    client: { name, host: hostOfClient(client, redirectUri), uri: isVerified ? uri : null, isVerified },
    redirectHost: hostOfRedirect(redirectUri),
    address: resource,
    asked,
    offers:
      principal?.kind === 'person'
        ? rolesToGive(principal.role, asked).map((role) => ({ role, grants: agentGrants(role, principal) }))
        : [],
    principal,
  };
}

/** Writes down what the person decided; returns where the browser takes the answer. */
export async function decide(
  needs: OAuthNeeds,
  { request, issuer }: { request: AuthorizationRequest; issuer: string },
  { decision, actor }: { decision: ConsentAnswer['decision']; actor: Actor },
): Promise<string> {
  const { pool, clock, ledger } = needs;
  const { principal } = actor;
  if (principal?.kind !== 'person')
    throw new SigecError('NOT_ALLOWED', 'Only a person lets agents in; sign in with the key of a person.');
  const details = { clientId: request.client.id.slice(0, 200), decision: decision.is };
  const audit = { principal: actorName(actor), door: actor.door, action: 'consent-agent', subject: null };
  if (decision.is === 'refused') {
    await ledger.commit({ audit: [{ ...audit, outcome: 'done', details }] });
    return answerTo(request, issuer, { error: 'access_denied', error_description: 'The person said no.' });
  }
  if (!rolesToGive(principal.role, request.asked).includes(decision.role))
    throw new SigecError('NOT_ALLOWED', `As ${principal.role} you cannot let this agent in as ${decision.role}.`);
  const now = clock.now();
  if ((await readGrants(pool, { now, personId: principal.id })).length >= maxAgents)
    throw new SigecError('CONFLICT', `You have let ${maxAgents} agents in; disconnect one that you no longer use.`);
  const code = newCode();
  await insertCode(pool, {
    hash: hashOf(code),
    clientId: request.client.id,
    personId: principal.id,
    role: decision.role,
    resource: request.resource,
    redirectUri: request.redirectUri,
    challenge: request.challenge,
    expiresAt: new Date(now.getTime() + codeLastsMs),
  });
  await ledger.commit({ audit: [{ ...audit, outcome: 'done', details: { ...details, role: decision.role } }] });
  return answerTo(request, issuer, { code });
}
