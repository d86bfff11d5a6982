import { createHash } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { asError } from '#base/errors.ts';
import { parsedJson } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { AgentRole } from '#contract/agents/connected-agent.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { opens, type TokenHolder } from './authenticate-token.ts';
import { signatureAlgorithms } from './client-authentication.ts';

export type ExternalIssuerConfig = Pick<
  Config,
  'mcpOauthIssuer' | 'mcpOauthAudience' | 'mcpOauthRoleClaim' | 'mcpOauthViewers' | 'mcpOauthOperators'
>;

const patienceMs = 5_000;
const maxBytes = 256 * 1024;
/** A key that is not in the set makes us fetch it anew, but not more often than this. */
const minFetchMs = 30_000;

/** Believes the tokens of somebody else's authorization server: signed by its keys, meant for us, and of a role that its claim names. */
export class ExternalIssuer {
  private readonly keys: Cache<JSONWebKeySet>;
  private fetchedAt = 0;
  private readonly needs: { config: ExternalIssuerConfig; clock: Clock; log: Log };

  constructor(needs: { config: ExternalIssuerConfig; clock: Clock; log: Log }) {
    this.needs = needs;
    this.keys = new Cache({ clock: needs.clock, lastsMs: 10 * 60_000, read: () => this.fetchKeys() });
  }

  async authenticate(token: string, address: string): Promise<TokenHolder | undefined> {
    const payload = await this.verified(token, address);
    const role = payload && this.roleOf(payload);
    if (payload === undefined || role === undefined) return undefined;
    return { principal: principalOf(payload, role), mayAllow: role };
  }

  private async verified(token: string, address: string): Promise<JWTPayload | undefined> {
    const { config, clock, log } = this.needs;
    const verify = async () => {
      const { payload } = await jwtVerify(token, createLocalJWKSet(await this.keys.get()), {
        issuer: config.mcpOauthIssuer,
        algorithms: signatureAlgorithms,
        requiredClaims: ['exp', 'sub', 'aud'],
        currentDate: clock.now(),
        clockTolerance: 5,
      });
      return this.isForUs(payload, address) ? payload : undefined;
    };
    try {
      return await verify();
    } catch (error) {
      const { code, message } = asError(error) as Error & { code?: string };
      const isNewKey = code === 'ERR_JWKS_NO_MATCHING_KEY' && clock.now().getTime() - this.fetchedAt > minFetchMs;
      if (isNewKey) {
        this.keys.forgetAll();
        return verify().catch(() => undefined);
      }
      log.debug({ code, reason: message }, 'a token of the external issuer was refused');
      return undefined;
    }
  }

  /** Either the audience that was set, or the very address that was called. */
  private isForUs({ aud = [] }: JWTPayload, address: string): boolean {
    const audiences = typeof aud === 'string' ? [aud] : aud;
    const { mcpOauthAudience: wanted } = this.needs.config;
    if (wanted !== '') return audiences.includes(wanted);
    return audiences.some((each) => opens(each.replace(/\/$/, ''), address));
  }

  private roleOf(payload: JWTPayload): AgentRole | undefined {
    const { mcpOauthRoleClaim, mcpOauthViewers, mcpOauthOperators } = this.needs.config;
    const values = wordsAt(payload, mcpOauthRoleClaim);
    if (values.some((value) => mcpOauthOperators.includes(value))) return 'operator';
    return values.some((value) => mcpOauthViewers.includes(value)) ? 'viewer' : undefined;
  }

  private async fetchKeys(): Promise<JSONWebKeySet> {
    const { mcpOauthIssuer: issuer } = this.needs.config;
    this.fetchedAt = this.needs.clock.now().getTime();
    for (const address of metadataAddresses(issuer)) {
      const metadata = (await fetchJson(address).catch(() => undefined)) as
        | { issuer?: unknown; jwks_uri?: unknown }
        | undefined;
      if (metadata?.issuer !== issuer || typeof metadata.jwks_uri !== 'string') continue;
      const keys = (await fetchJson(metadata.jwks_uri)) as JSONWebKeySet;
      if (Array.isArray(keys.keys)) return keys;
    }
    throw new Error(`MCP_OAUTH_ISSUER: no metadata with jwks_uri was found at ${issuer}.`);
  }
}

/** RFC 8414, then OpenID Connect Discovery in both spellings. */
function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

async function fetchJson(address: string): Promise<unknown> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const text = await answer.text();
  const read = text.length > maxBytes ? undefined : parsedJson(text);
  if (typeof read !== 'object' || read === null) throw new Error(`${address} answered no JSON`);
  return read;
}

/** A claim may be a list, or words in a text, as scopes are; dots lead into it: `realm_access.roles`. */
function wordsAt(payload: JWTPayload, path: string): string[] {
  const value = path
    .split('.')
    .reduce<unknown>((found, step) => (found as Record<string, unknown> | null | undefined)?.[step], payload);
  if (typeof value === 'string') return value.split(' ');
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** A name for the trail that stays the same: who, by which program. Whoever it is at the issuer cannot choose an id of ours. */
function principalOf(payload: JWTPayload, role: AgentRole): Principal {
  const program = firstText(payload['client_id'], payload['azp']);
  const id = createHash('sha256')
    .update(JSON.stringify([payload.iss, payload.sub, program]))
    .digest('hex')
    .slice(0, 16);
  const name = untrustedText(firstText(payload['preferred_username'], payload['name'], payload.sub), 60);
  return { id: `external-${id}`, name: name || 'External agent', kind: 'agent', role, scopes: [] };
}

function firstText(...values: unknown[]): string {
  return values.find((value) => typeof value === 'string') ?? '';
}
