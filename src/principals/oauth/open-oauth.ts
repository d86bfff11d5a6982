import { bound } from '#base/bound.ts';
import { Cache } from '#base/cache.ts';
import type { Config } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { every } from '#base/every.ts';
import { type GuardedFetch, guardedFetch } from '#base/guarded-fetch.ts';
import type { ConsentAnswer, ConsentRequest } from '#contract/agents/connected-agent.ts';
import type { Actor } from '../actor.ts';
import { authenticateToken, type TokenHolder } from './authenticate-token.ts';
import { type AuthorizationRequest, type ReadRequest, readAuthorizationRequest } from './authorization-request.ts';
import { ClientAuthentication, type ClientCredentials } from './client-authentication.ts';
import { ClientDocuments, isDocumentAddress } from './client-documents.ts';
import { readClient } from './client-store.ts';
import { disconnectAgent, endGrant, listConnectedAgents } from './connected-agents.ts';
import { consentRequestOf, decide } from './consent.ts';
import { exchangeCode, refreshTokens, revokeToken } from './exchange.ts';
import { ExternalIssuer } from './external-issuer.ts';
import { fetchForStrangers } from './fetch-for-strangers.ts';
import { readSilentAgents, readToken, sweepTokens, type TokenRecord } from './grant-store.ts';
import type { OAuthNeeds } from './needs.ts';
import { OAuthError } from './oauth-error.ts';
import { ClientRegistrations } from './register-client.ts';
import { isAccessToken, type TokenAnswer } from './tokens.ts';

const sweepMs = 15 * 60_000;

/** By what names we were called: they stand in tokens and answers. */
export type Place = { issuer: string; usualResource: string; isOurs(resource: string): boolean };

export type OAuth = ReturnType<typeof openOAuth>;

type Given = Omit<OAuthNeeds, 'tokens'> & { config: Config; isOpen: boolean; fetch?: GuardedFetch | undefined };

/** Agents that people let in: our own authorization server, or trust in somebody else's. */
export function openOAuth({ config, isOpen, ...given }: Given) {
  const { pool, clock, log } = given;
  const fetch = fetchForStrangers(given.fetch ?? guardedFetch({ isLoopbackFine: isOpen }));
  const needs: OAuthNeeds = {
    ...given,
    tokens: new Cache<TokenRecord | undefined>({
      clock,
      lastsMs: 5_000,
      maxEntries: 5_000,
      isKept: (value: unknown) => value !== undefined,
      read: (hash) => readToken(pool, Buffer.from(hash, 'hex')),
    }),
  };
  const external = config.mcpOauthIssuer === '' ? undefined : new ExternalIssuer({ config, clock, log });
  const documents = new ClientDocuments({ fetch, clock });
  const registrations = new ClientRegistrations({ pool, clock });
  const find = (id: string) => (isDocumentAddress(id) ? documents.get(id) : readClient(pool, id));
  const clients = new ClientAuthentication({ find, fetch, clock });

  /** Forgets what has expired; an agent that can never come back is ended, so that lists show who can. */
  const sweeping = every({
    task: 'forget expired tokens of agents',
    everyMs: sweepMs,
    log,
    async run() {
      await sweepTokens(pool, clock.now());
      for (const agentId of await readSilentAgents(pool, clock.now()))
        await endGrant(needs, agentId, { actor: { principal: null, door: 'system' }, reason: 'expired' });
      await registrations.sweep();
    },
  });

  function readRequest(place: Place, query: string): Promise<ReadRequest> {
    return readAuthorizationRequest({ ...place, find }, new URLSearchParams(query));
  }

  async function goodRequest(place: Place, query: string): Promise<AuthorizationRequest> {
    if (external !== undefined)
      throw new SigecError('NOT_FOUND', `Agents sign in at ${config.mcpOauthIssuer} here; connect the program anew.`);
    const read = await readRequest(place, query);
    if (read.is === 'good') return read.request;
    const why = read.is === 'refused' ? read.error.message : 'The program asked in a way that cannot be answered.';
    throw new SigecError('INVALID_INPUT', `${why} Go back to the program and connect again.`);
  }

  async function takeToken(credentials: ClientCredentials): Promise<TokenAnswer> {
    const client = await clients.authenticate(credentials);
    const { form } = credentials;
    if (form['grant_type'] === 'authorization_code') return exchangeCode(needs, client, form);
    if (form['grant_type'] === 'refresh_token') return refreshTokens(needs, client, form);
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }

  return {
    /** Somebody else's authorization server that agents are sent to instead of ours; undefined: ours. */
    externalIssuer: external === undefined ? undefined : config.mcpOauthIssuer,
    /** Whether this is a token rather than a key. */
    isToken: (secret: string) =>
      isAccessToken(secret) || (external !== undefined && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret)),
    authenticate: (token: string, address: string): Promise<TokenHolder | undefined> =>
      external === undefined ? authenticateToken(needs, token, address) : external.authenticate(token, address),
    readRequest,
    describeRequest: async (place: Place, query: string, { principal }: Actor): Promise<ConsentRequest> =>
      consentRequestOf(await goodRequest(place, query), principal),
    answerRequest: async (place: Place, { request, decision }: ConsentAnswer, actor: Actor): Promise<string> =>
      decide(needs, { request: await goodRequest(place, request), issuer: place.issuer }, { decision, actor }),
    takeToken,
    async revoke(credentials: ClientCredentials): Promise<void> {
      const client = await clients.authenticate(credentials);
      const { token } = credentials.form;
      if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.');
      await revokeToken(needs, client, token);
    },
    register: (metadata: unknown, source: string) => registrations.register(metadata, source),
    sweep: () => sweeping.now(),
    close: () => sweeping.close(),
    ...bound(needs, { listConnectedAgents, disconnectAgent }),
  };
}
