import { createHash } from 'node:crypto';
import { write } from '#ledger/ledger-types.ts';
import type { Actor } from '../actor.ts';
import { principalById } from '../authenticate.ts';
import { freeId, keyCreated, makeKey } from '../create-key.ts';
import { hashOf, isSame, newSecret } from '../key-store.ts';
import { hostOfClient, type OAuthClient } from './client.ts';
import { noteClientUse } from './client-store.ts';
import { endGrant } from './connected-agents.ts';
import {
  type CodeRecord,
  claimCode,
  deleteToken,
  grantProjection,
  type NewToken,
  noteReplay,
  readCode,
  readToken,
  rotateTokens,
} from './grant-store.ts';
import type { OAuthNeeds } from './needs.ts';
import { OAuthError } from './oauth-error.ts';
import { scopeOfRole } from './scopes.ts';
import { makeTokens, type TokenAnswer } from './tokens.ts';

type Form = Record<string, string>;

/** A program that shows the code of a person's yes gets the tokens of an agent of theirs. */
export async function exchangeCode(needs: OAuthNeeds, client: OAuthClient, form: Form): Promise<TokenAnswer> {
  const { pool, clock } = needs;
  const hash = hashOf(form['code'] ?? '');
  const code = await readCode(pool, hash);
  if (code === undefined || code.clientId !== client.id) throw badCode();
  if (code.agentId !== null) return refuseReplay(needs, code);
  const now = clock.now();
  if (code.expiresAt <= now) throw badCode();
  if (form['redirect_uri'] !== undefined && form['redirect_uri'] !== code.redirectUri)
    throw new OAuthError('invalid_grant', 'redirect_uri is not the one that the code was sent to.');
  if (!fitsChallenge(form['code_verifier'], code.challenge))
    throw new OAuthError('invalid_grant', 'code_verifier does not fit the code_challenge of the code.');
  if (form['resource'] !== undefined && form['resource'].replace(/\/$/, '') !== code.resource)
    throw new OAuthError('invalid_target', `The person allowed ${code.resource}, and no other resource.`);
  const agentId = await freeId(pool);
  if (!(await claimCode(pool, hash, agentId))) return refuseReplay(needs, { ...code, agentId: null });
  const { answer, tokens } = makeTokens({
    mayRefresh: client.mayRefresh,
    scope: scopeOfRole(code.role, code.resource),
    now,
  });
  await connectAgent(needs, { client, code, agentId, tokens, now });
  // Whoever showed the code a second time meanwhile found no agent to end yet.
  const claimed = await readCode(pool, hash);
  if (claimed === undefined || claimed.replayedAt !== null) return refuseReplay(needs, { ...code, agentId });
  await noteClientUse(pool, client.id, now);
  return answer;
}

async function connectAgent(
  { pool, ledger, clock, keys, lastUsed }: OAuthNeeds,
  {
    client,
    code,
    agentId,
    tokens,
    now,
  }: { client: OAuthClient; code: CodeRecord; agentId: string; tokens: NewToken[]; now: Date },
): Promise<void> {
  const person = await principalById({ pool, clock, keys, lastUsed }, code.personId);
  if (person === undefined) throw new OAuthError('invalid_grant', 'The person who allowed this may no longer come in.');
  const { role, resource, personId } = code;
  const wanted = { name: client.name, kind: 'agent' as const, role, scopes: person.scopes, expiresAt: null };
  const record = makeKey({ id: agentId, secret: newSecret(), wanted, createdBy: personId, now }); // the secret is thrown away
  const actor: Actor = { principal: person, door: 'console' };
  const made = keyCreated(record, actor);
  const body = { agentId, personId, clientId: client.id, clientName: client.name, role, resource };
  await ledger.commit({
    events: [...made.events, { kind: 'agent-connected', stationId: null, happenedAt: now, principal: personId, body }],
    writes: [
      ...made.writes,
      write(grantProjection, {
        agentId,
        personId,
        clientId: client.id,
        clientName: client.name,
        resource,
        grantedAt: now,
        tokens,
        clientHost: hostOfClient(client, code.redirectUri),
      }),
    ],
    audit: made.audit,
  });
}

/** A code that comes twice was stolen by somebody: nobody keeps what it gave. */
async function refuseReplay(
  needs: OAuthNeeds,
  { hash, agentId }: Pick<CodeRecord, 'hash' | 'agentId'>,
): Promise<never> {
  await noteReplay(needs.pool, hash, needs.clock.now());
  const id = agentId ?? (await readCode(needs.pool, hash))?.agentId ?? null;
  needs.log.warn({ agentId: id }, 'an authorization code was shown twice; its agent is ended');
  if (id !== null) await endGrant(needs, id, { actor: byProtocol, reason: 'code-replayed' });
  throw badCode();
}

/** New tokens for a refresh token, which is used up by it. One that comes twice ends the agent, since one of the two was stolen. */
export async function refreshTokens(needs: OAuthNeeds, client: OAuthClient, form: Form): Promise<TokenAnswer> {
  const { pool, clock } = needs;
  const hash = hashOf(form['refresh_token'] ?? '');
  const known = await readToken(pool, hash);
  const now = clock.now();
  if (known?.kind !== 'refresh' || known.clientId !== client.id || known.expiresAt <= now) throw badRefresh();
  if (known.usedAt !== null) return refuseReuse(needs, known.agentId);
  if (form['resource'] !== undefined && form['resource'].replace(/\/$/, '') !== known.resource)
    throw new OAuthError('invalid_target', `The person allowed ${known.resource}, and no other resource.`);
  const [agent, person] = await Promise.all([
    principalById(needs, known.agentId),
    principalById(needs, known.personId),
  ]);
  if (agent === undefined || person === undefined) throw badRefresh();
  const scope = scopeOfRole(agent.role === 'operator' ? 'operator' : 'viewer', known.resource);
  const asked = form['scope']?.split(' ').filter((each) => each !== '' && each !== 'offline_access') ?? [];
  if (!asked.every((each) => scope.split(' ').includes(each)))
    throw new OAuthError('invalid_scope', `The person allowed ${scope}; ask them again for more.`);
  const { answer, tokens } = makeTokens({ mayRefresh: true, scope, now });
  if (!(await rotateTokens(pool, hash, tokens, now))) return refuseReuse(needs, known.agentId);
  await noteClientUse(pool, client.id, now);
  return answer;
}

async function refuseReuse(needs: OAuthNeeds, agentId: string): Promise<never> {
  needs.log.warn({ agentId }, 'a refresh token was used twice; its agent is ended');
  await endGrant(needs, agentId, { actor: byProtocol, reason: 'token-replayed' });
  throw badRefresh();
}

/** RFC 7009: a refresh token ends the agent, an access token itself alone. What is unknown is gone already. */
export async function revokeToken(needs: OAuthNeeds, client: OAuthClient, token: string): Promise<void> {
  const hash = hashOf(token);
  const known = await readToken(needs.pool, hash);
  if (known === undefined || known.clientId !== client.id) return;
  if (known.kind === 'refresh') return endGrant(needs, known.agentId, { actor: byProtocol, reason: 'program' });
  await deleteToken(needs.pool, hash);
  needs.tokens.forget(hash.toString('hex'));
}

const byProtocol: Actor = { principal: null, door: 'system' };

function fitsChallenge(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return isSame(Buffer.from(createHash('sha256').update(verifier).digest('base64url')), Buffer.from(challenge));
}

function badCode(): OAuthError {
  return new OAuthError('invalid_grant', 'This code is unknown, has expired or was used; ask the person again.');
}

function badRefresh(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'This refresh token is unknown, has expired or was used; ask the person again.',
  );
}
