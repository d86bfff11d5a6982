import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { OAuthError } from './oauth-error.ts';
import { isAcceptableRedirectUri } from './redirect-uri.ts';

export const authMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
export type AuthMethod = (typeof authMethods)[number];

/** A program whose agents people let in. */
export type OAuthClient = {
  id: string;
  name: string;
  uri: string | null;
  redirectUris: string[];
  authMethod: AuthMethod;
  secretHash: Buffer | null;
  jwks: JSONWebKeySet | null;
  jwksUri: string | null;
  mayRefresh: boolean;
  /** Whether its host is proven by a document that stands there; else it registered itself, and anybody may use any name. */
  isVerified: boolean;
};

const address = z.string().max(2_000);

/** RFC 7591, as a program tells it of itself; what we have no use for is left out. */
const metadata = z.object({
  client_name: z.string().max(200).optional(),
  client_uri: address.optional(),
  redirect_uris: z.array(address).min(1).max(20),
  token_endpoint_auth_method: z.enum(authMethods).optional(),
  grant_types: z.array(z.string().max(100)).max(20).optional(),
  response_types: z.array(z.string().max(100)).max(20).optional(),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1).max(20) }).optional(),
  jwks_uri: address.optional(),
});

export type ClientFacts = Omit<OAuthClient, 'id' | 'secretHash' | 'isVerified'>;

export function readClientMetadata(given: unknown, { usualMethod }: { usualMethod: AuthMethod }): ClientFacts {
  const read = metadata.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.join('.') || 'the document';
    const code = field.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OAuthError(code, `${field}: ${issue?.message ?? 'cannot be read'}`);
  }
  const { redirect_uris: redirectUris, token_endpoint_auth_method: authMethod = usualMethod, ...more } = read.data;
  if (!redirectUris.every(isAcceptableRedirectUri)) throw new OAuthError('invalid_redirect_uri', redirectUriRule);
  const grants = more.grant_types ?? ['authorization_code', 'refresh_token'];
  if (!grants.includes('authorization_code'))
    throw new OAuthError('invalid_client_metadata', 'grant_types must hold authorization_code.');
  if (more.response_types !== undefined && !more.response_types.includes('code'))
    throw new OAuthError('invalid_client_metadata', 'response_types must hold code.');
  const keys = keysOf(more);
  if (authMethod === 'private_key_jwt' && keys.jwks === null && keys.jwksUri === null)
    throw new OAuthError('invalid_client_metadata', 'private_key_jwt needs jwks or an https jwks_uri.');
  return {
    name: untrustedText(more.client_name ?? '', 80),
    uri: more.client_uri !== undefined && isHttps(more.client_uri) ? more.client_uri : null,
    redirectUris,
    authMethod,
    ...keys,
    mayRefresh: grants.includes('refresh_token'),
  };
}

function keysOf({
  jwks,
  jwks_uri: jwksUri,
}: Pick<z.infer<typeof metadata>, 'jwks' | 'jwks_uri'>): Pick<OAuthClient, 'jwks' | 'jwksUri'> {
  return {
    jwks: jwks === undefined ? null : jwks, // jose reads each key before it uses one
    jwksUri: jwksUri !== undefined && isHttps(jwksUri) ? jwksUri : null,
  };
}

/** The host that people are shown: proven for a document, else the one that the browser is sent to. */
export function hostOfClient({ id, isVerified }: Pick<OAuthClient, 'id' | 'isVerified'>, redirectUri: string): string {
  return isVerified ? new URL(id).host : hostOfRedirect(redirectUri);
}

/** A host, or the scheme of an app. */
export function hostOfRedirect(redirectUri: string): string {
  const url = new URL(redirectUri);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : url.protocol;
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

const redirectUriRule =
  'redirect_uris must be https, http on 127.0.0.1, [::1] or localhost, or the scheme of an app (com.example.app:/), without fragment and user.';
