import { describe, expect, test } from 'vitest';
import { answerTo, readAuthorizationRequest, readResource } from './authorization-request.ts';
import { hostOfClient, hostOfRedirect, type OAuthClient, readClientMetadata } from './client.ts';
import { OAuthError } from './oauth-error.ts';

const usualResource = 'https://sigec.example/mcp';
const client = { id: 'c1', redirectUris: ['https://agent.example/back'] } as OAuthClient;
const needs = {
  find: async (id: string) => (id === client.id ? client : undefined),
  issuer: 'https://sigec.example',
  usualResource,
  isOurs: (resource: string) => resource === usualResource || resource === `${usualResource}/x/charging`,
};
const challenge = 'a'.repeat(43);
const good = {
  client_id: 'c1',
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 's1',
};

function read(changed: Record<string, string | undefined> = {}, more: readonly [string, string][] = []) {
  const given = Object.entries({ ...good, ...changed }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return readAuthorizationRequest(needs, new URLSearchParams([...given, ...more]));
}

describe('the question of a program', () => {
  test('is read with the one address that it registered', async () => {
    expect(await read()).toEqual({
      is: 'good',
      request: {
        client,
        redirectUri: 'https://agent.example/back',
        state: 's1',
        challenge,
        resource: usualResource,
        asked: 'operator',
      },
    });
  });

  test('names one of several addresses', async () => {
    const redirectUris = ['https://agent.example/back', 'https://agent.example/other'];
    const find = async () => ({ ...client, redirectUris });
    const query = new URLSearchParams(good);
    expect(await readAuthorizationRequest({ ...needs, find }, query)).toMatchObject({
      is: 'refused',
      error: { message: 'redirect_uri is missing.' },
    });
    query.set('redirect_uri', 'https://agent.example/other');
    expect(await readAuthorizationRequest({ ...needs, find }, query)).toMatchObject({
      is: 'good',
      request: { redirectUri: 'https://agent.example/other' },
    });
  });

  test.each<[string, Record<string, string | undefined>, [string, string][], string]>([
    ['without a program', { client_id: undefined }, [], 'client_id is missing.'],
    ['of an unknown program', { client_id: 'c2' }, [], 'This client_id is unknown'],
    ['of two programs', {}, [['client_id', 'c1']], 'client_id is given more than once.'],
    [
      'with another address',
      { redirect_uri: 'https://evil.example/' },
      [],
      'none of those that the program registered',
    ],
  ])('%s is refused without a redirection', async (_what, changed, more, why) => {
    const answer = await read(changed, more);
    expect(answer).toMatchObject({ is: 'refused', error: { message: expect.stringContaining(why) as string } });
  });

  test.each<[string, Record<string, string | undefined>, [string, string][], string]>([
    ['for something else than a code', { response_type: 'token' }, [], 'unsupported_response_type'],
    ['with the answer in a fragment', { response_mode: 'fragment' }, [], 'invalid_request'],
    ['in an object', { request: 'x' }, [], 'invalid_request'],
    ['at an address', { request_uri: 'x' }, [], 'invalid_request'],
    ['without a challenge', { code_challenge: undefined }, [], 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, [], 'invalid_request'],
    ['with a challenge too short', { code_challenge: 'a'.repeat(42) }, [], 'invalid_request'],
    ['for another resource', { resource: 'https://other.example/mcp' }, [], 'invalid_target'],
    ['for two resources', { resource: usualResource }, [['resource', usualResource]], 'invalid_target'],
    ['with a scope of others', { scope: 'everything' }, [], 'invalid_scope'],
    ['with a scope twice', { scope: 'sigec:read' }, [['scope', 'sigec:read']], 'invalid_request'],
  ])('%s is answered with the reason', async (_what, changed, more, error) => {
    const answer = await read(changed, more);
    const url = new URL(answer.is === 'answered' ? answer.redirectTo : 'about:blank');
    expect(`${url.origin}${url.pathname}`).toBe('https://agent.example/back');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ error, state: 's1', iss: needs.issuer });
  });

  test('that gives its state twice hears none', async () => {
    const answer = await read({ response_type: 'token' }, [['state', 's2']]);
    expect(new URL(answer.is === 'answered' ? answer.redirectTo : 'about:blank').searchParams.has('state')).toBe(false);
  });

  test.each([
    ['sigec:read', 'viewer'],
    ['sigec:read offline_access', 'viewer'],
    ['sigec:read sigec:operate', 'operator'],
    ['dev.ucp.shopping.order:read', 'viewer'],
    ['dev.ucp.shopping.cart:manage', 'operator'],
    ['offline_access', 'operator'],
  ])('of the scope "%s" asks for a %s', async (scope, asked) => {
    expect(await read({ scope, response_mode: 'query' })).toMatchObject({ is: 'good', request: { asked } });
  });
});

test('a slash at the end of a resource does not make it another', () => {
  expect(readResource([`${usualResource}/`], needs)).toBe(usualResource);
  expect(readResource([], { ...needs, isOurs: () => false })).toBe(usualResource);
  expect(() => readResource(['https://other.example'], needs)).toThrow(OAuthError);
});

test('an answer keeps what its address holds already', () => {
  const place = { redirectUri: 'https://agent.example/back?tab=1', state: undefined };
  expect(answerTo(place, 'https://sigec.example', { code: 'x y' })).toBe(
    'https://agent.example/back?tab=1&code=x+y&iss=https%3A%2F%2Fsigec.example',
  );
});

describe('what a program says of itself', () => {
  const redirect_uris = ['https://agent.example/back'];
  const readMetadata = (more: object) => readClientMetadata({ redirect_uris, ...more }, { usualMethod: 'none' });

  test('is cleaned, and what is not https is left out', () => {
    expect(
      readMetadata({ client_name: 'An\u202E agent', client_uri: 'http://agent.example', jwks_uri: 'nonsense' }),
    ).toEqual({
      name: expect.not.stringContaining('\u202E') as string,
      uri: null,
      redirectUris: redirect_uris,
      authMethod: 'none',
      jwks: null,
      jwksUri: null,
      mayRefresh: true,
    });
    expect(readMetadata({ client_uri: 'https://agent.example' }).uri).toBe('https://agent.example');
  });

  test('says whether it refreshes', () => {
    expect(readMetadata({ grant_types: ['authorization_code'] }).mayRefresh).toBe(false);
  });

  test.each<[string, object, string, string]>([
    ['no address', { redirect_uris: [] }, 'invalid_redirect_uri', 'redirect_uris'],
    [
      'an address without TLS',
      { redirect_uris: ['http://agent.example'] },
      'invalid_redirect_uri',
      'redirect_uris must be',
    ],
    ['a name too long', { client_name: 'x'.repeat(201) }, 'invalid_client_metadata', 'client_name'],
    ['another grant', { grant_types: ['password'] }, 'invalid_client_metadata', 'grant_types'],
    ['another response', { response_types: ['token'] }, 'invalid_client_metadata', 'response_types'],
    [
      'a signature without keys',
      { token_endpoint_auth_method: 'private_key_jwt' },
      'invalid_client_metadata',
      'needs jwks',
    ],
  ])('is refused with %s', (_what, more, code, why) => {
    const refused = () => readMetadata(more);
    expect(refused).toThrow(why);
    expect(refused).toThrow(expect.objectContaining({ code }));
  });

  test('may name its keys or where they stand', () => {
    const keys = { keys: [{ kty: 'EC' }] };
    const token_endpoint_auth_method = 'private_key_jwt';
    expect(readMetadata({ token_endpoint_auth_method, jwks: keys }).jwks).toEqual(keys);
    const jwks_uri = 'https://agent.example/keys';
    expect(readMetadata({ token_endpoint_auth_method, jwks_uri, response_types: ['code'] }).jwksUri).toBe(jwks_uri);
  });
});

test('people are shown the host that is proven, else the one they are sent to', () => {
  const id = 'https://proven.example/agent.json';
  expect(hostOfClient({ id, isVerified: true }, 'https://agent.example/back')).toBe('proven.example');
  expect(hostOfClient({ id, isVerified: false }, 'https://agent.example:8443/back')).toBe('agent.example:8443');
  expect(hostOfRedirect('http://127.0.0.1:7/back')).toBe('127.0.0.1:7');
  expect(hostOfRedirect('com.example.app:/back')).toBe('com.example.app:');
});
