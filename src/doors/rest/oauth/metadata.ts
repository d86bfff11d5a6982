import { authMethods } from '#principals/oauth/client.ts';
import { signatureAlgorithms } from '#principals/oauth/client-authentication.ts';
import { offlineScope, roleScopes, shopScopes } from '#principals/oauth/scopes.ts';

/** RFC 8414, RFC 9207, and the flag of client documents: what a program has to know to have its agents let in. */
export function serverMetadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    registration_endpoint: `${issuer}/oauth/register`,
    scopes_supported: [...roleScopes, ...shopScopes, offlineScope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: authMethods,
    token_endpoint_auth_signing_alg_values_supported: signatureAlgorithms,
    revocation_endpoint_auth_methods_supported: authMethods,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}

/** RFC 7591, 3.2.1. */
export function registrationAnswer(
  { id, name, uri, redirectUris, authMethod, mayRefresh, jwks, jwksUri }: Registered,
  { secret, now }: { secret: string | undefined; now: Date },
): object {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now.getTime() / 1_000),
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: name,
    ...(uri !== null && { client_uri: uri }),
    redirect_uris: redirectUris,
    token_endpoint_auth_method: authMethod,
    grant_types: ['authorization_code', ...(mayRefresh ? ['refresh_token'] : [])],
    response_types: ['code'],
    ...(jwks !== null && { jwks }),
    ...(jwksUri !== null && { jwks_uri: jwksUri }),
  };
}

type Registered = {
  id: string;
  name: string;
  uri: string | null;
  redirectUris: string[];
  authMethod: string;
  mayRefresh: boolean;
  jwks: object | null;
  jwksUri: string | null;
};
