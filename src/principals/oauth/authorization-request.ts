import type { AgentRole } from '#contract/agents/connected-agent.ts';
import type { OAuthClient } from './client.ts';
import { OAuthError } from './oauth-error.ts';
import { matchesRedirectUri } from './redirect-uri.ts';
import { askedRole } from './scopes.ts';

/** A program's question, found to be whole and in order. */
export type AuthorizationRequest = {
  client: OAuthClient;
  redirectUri: string;
  state: string | undefined;
  challenge: string;
  resource: string;
  asked: AgentRole;
};

/** `refused`: nobody is redirected, since where to is not known for sure. `answered`: the program is told by redirection. */
export type ReadRequest =
  | { is: 'good'; request: AuthorizationRequest }
  | { is: 'answered'; redirectTo: string }
  | { is: 'refused'; error: OAuthError };

type Needs = {
  find(id: string): Promise<OAuthClient | undefined>;
  /** Our own name, which stands in every answer (RFC 9207). */
  issuer: string;
  /** The address that a program means that names none, and whether another is one of ours. */
  usualResource: string;
  isOurs(resource: string): boolean;
};

export async function readAuthorizationRequest(needs: Needs, query: URLSearchParams): Promise<ReadRequest> {
  let place: Pick<AuthorizationRequest, 'client' | 'redirectUri'>;
  try {
    place = await readPlace(needs, query);
  } catch (error) {
    if (error instanceof OAuthError) return { is: 'refused', error };
    throw error;
  }
  const { redirectUri } = place;
  // A state that is given twice is told to nobody: which one was meant cannot be known.
  const state = query.getAll('state').length === 1 ? (query.get('state') ?? undefined) : undefined;
  try {
    return { is: 'good', request: { ...place, state, ...readRest(needs, query) } };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { is: 'answered', redirectTo: answerTo({ redirectUri, state }, needs.issuer, errorOf(error)) };
  }
}

/** Where the browser goes with the answer. */
export function answerTo(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  url.searchParams.set('iss', issuer);
  return url.href;
}

export function errorOf({ code, message }: OAuthError): Record<string, string> {
  return { error: code, error_description: message };
}

async function readPlace(
  { find }: Needs,
  query: URLSearchParams,
): Promise<Pick<AuthorizationRequest, 'client' | 'redirectUri'>> {
  const id = once(query, 'client_id');
  if (id === undefined) throw new OAuthError('invalid_request', 'client_id is missing.');
  const client = await find(id);
  if (client === undefined)
    throw new OAuthError('invalid_client', 'This client_id is unknown, or was not used for too long; connect anew.');
  const given = once(query, 'redirect_uri') ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined);
  if (given === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.');
  if (!matchesRedirectUri(client.redirectUris, given))
    throw new OAuthError('invalid_request', 'This redirect_uri is none of those that the program registered.');
  return { client, redirectUri: given };
}

function readRest(
  { usualResource, isOurs }: Needs,
  query: URLSearchParams,
): Pick<AuthorizationRequest, 'challenge' | 'resource' | 'asked'> {
  for (const name of ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'response_mode'])
    once(query, name);
  if (query.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  if (!['query', null].includes(query.get('response_mode')))
    throw new OAuthError('invalid_request', 'response_mode must be query.');
  if (query.has('request') || query.has('request_uri'))
    throw new OAuthError('invalid_request', 'Requests are read from the query alone.');
  const challenge = query.get('code_challenge');
  if (challenge === null || query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'PKCE is needed: a code_challenge with code_challenge_method=S256.');
  const resource = readResource(query.getAll('resource'), { usualResource, isOurs });
  return { challenge, resource, asked: askedRole(query.get('scope') ?? undefined) };
}

/** A token opens one address: one that is named and is ours, or the usual one. */
export function readResource(
  given: readonly string[],
  { usualResource, isOurs }: Pick<Needs, 'usualResource' | 'isOurs'>,
): string {
  const [resource = usualResource, ...more] = given;
  if (more.length > 0) throw new OAuthError('invalid_target', 'Ask for one resource at a time.');
  const plain = resource.replace(/\/$/, '');
  if (given.length > 0 && !isOurs(plain))
    throw new OAuthError('invalid_target', `This resource is none of ours; the usual one is ${usualResource}.`);
  return plain;
}

/** RFC 6749, 3.1: nothing may be given twice. */
function once(query: URLSearchParams, name: string): string | undefined {
  const given = query.getAll(name);
  if (given.length > 1) throw new OAuthError('invalid_request', `${name} is given more than once.`);
  return given[0];
}
