import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { parsedJson } from '#base/json.ts';
import { hashOf, isSame } from '../key-store.ts';
import type { OAuthClient } from './client.ts';
import { OAuthError } from './oauth-error.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Asymmetric ones alone: a key that everybody can read must never count as a secret. */
export const signatureAlgorithms = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
];
const longestAssertionSeconds = 600;
/** Of one program, until they expire: as many tokens in ten minutes need no program. */
const maxSeen = 200;
const maxPrograms = 5_000;

/** How a program shows at the token endpoint who it is. */
export type ClientCredentials = {
  basic: { id: string; secret: string } | undefined;
  form: Record<string, string>;
  /** What an assertion may be addressed to: our issuer, and the endpoint itself. */
  audiences: string[];
};

type Needs = { find(id: string): Promise<OAuthClient | undefined>; fetch: GuardedFetch; clock: Clock };

/** Proves which program asks. Each proves itself in the one way that it registered. */
export class ClientAuthentication {
  private readonly needs: Needs;
  private readonly keySets: Cache<JSONWebKeySet>;
  /** Assertions that were used, by program and the hash of their name, until they expire. */
  private readonly seen = new Map<string, Map<string, number>>();

  constructor(needs: Needs) {
    this.needs = needs;
    this.keySets = new Cache({
      clock: needs.clock,
      lastsMs: 5 * 60_000,
      maxEntries: 200,
      read: (uri) => this.fetchKeys(uri),
    });
  }

  async authenticate({ basic, form, audiences }: ClientCredentials): Promise<OAuthClient> {
    const assertion = form['client_assertion'];
    const id = basic?.id ?? form['client_id'] ?? (assertion === undefined ? undefined : issuerOf(assertion));
    if (id === undefined) throw new OAuthError('invalid_client', 'client_id is missing.');
    if (basic !== undefined && form['client_id'] !== undefined && form['client_id'] !== basic.id)
      throw new OAuthError('invalid_request', 'The header and the body name different programs.');
    const client = await this.needs.find(id);
    if (client === undefined)
      throw new OAuthError(
        'invalid_client',
        'This client_id is unknown, or was not used for too long; register again.',
      );
    const shown = [basic !== undefined, form['client_secret'] !== undefined, assertion !== undefined].filter(Boolean);
    if (shown.length > 1) throw new OAuthError('invalid_request', 'Show who you are in one way, not in several.');
    if (!(await this.isProven(client, { basic, form, audiences })))
      throw new OAuthError('invalid_client', `This program must prove itself by ${client.authMethod}.`);
    return client;
  }

  private async isProven(client: OAuthClient, { basic, form, audiences }: ClientCredentials): Promise<boolean> {
    const { client_secret: secret, client_assertion: assertion } = form;
    switch (client.authMethod) {
      case 'none':
        return (basic === undefined || basic.secret === '') && secret === undefined && assertion === undefined;
      case 'client_secret_basic':
        return basic !== undefined && hasSecret(client, basic.secret);
      case 'client_secret_post':
        return secret !== undefined && hasSecret(client, secret);
      case 'private_key_jwt':
        return form['client_assertion_type'] === assertionType && this.isSigned(client, assertion, audiences);
    }
  }

  private async isSigned(client: OAuthClient, assertion: string | undefined, audience: string[]): Promise<boolean> {
    if (assertion === undefined) return false;
    const { clock } = this.needs;
    const now = clock.now();
    try {
      const keys = createLocalJWKSet(client.jwks ?? (await this.keySets.get(client.jwksUri ?? '')));
      const { payload } = await jwtVerify(assertion, keys, {
        issuer: client.id,
        subject: client.id,
        audience,
        algorithms: signatureAlgorithms,
        requiredClaims: ['exp', 'jti'],
        currentDate: now,
        clockTolerance: 30,
      });
      const { exp = 0, jti = '' } = payload;
      return exp - now.getTime() / 1_000 <= longestAssertionSeconds && this.isFirstUse(client.id, jti, exp * 1_000);
    } catch (error) {
      if (error instanceof OAuthError) throw error;
      return false;
    }
  }

  /** A program that uses up its share keeps no other out. */
  private isFirstUse(clientId: string, jti: string, untilMs: number): boolean {
    const now = this.needs.clock.now().getTime();
    const used = this.seen.get(clientId) ?? new Map<string, number>();
    for (const [each, until] of used) if (until + 60_000 < now) used.delete(each);
    const name = hashOf(jti).toString('base64url');
    if (used.has(name) || used.size >= maxSeen) return false;
    used.set(name, untilMs);
    this.seen.delete(clientId); // set again at the end, so that the first is the one silent longest
    const [silent] = this.seen.keys();
    if (silent !== undefined && this.seen.size >= maxPrograms) this.seen.delete(silent);
    this.seen.set(clientId, used);
    return true;
  }

  private async fetchKeys(uri: string): Promise<JSONWebKeySet> {
    const answer = await this.needs.fetch(uri, { headers: { accept: 'application/json' } }).catch((error: unknown) => {
      if (error instanceof OAuthError) throw error;
      throw new OAuthError('invalid_client', `jwks_uri cannot be fetched: ${asError(error).message}.`);
    });
    const keys = parsedJson(answer.body.toString()) as JSONWebKeySet | null | undefined;
    if (answer.status !== 200 || !Array.isArray(keys?.keys))
      throw new OAuthError('invalid_client', 'There is no set of keys at jwks_uri.');
    return keys;
  }
}

function hasSecret({ secretHash }: OAuthClient, secret: string): boolean {
  return secretHash !== null && isSame(secretHash, hashOf(secret));
}

function issuerOf(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).iss;
  } catch {
    return undefined;
  }
}
