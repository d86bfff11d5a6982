import type { IncomingMessage } from 'node:http';
import type { Config } from '#base/config.ts';
import { issuerBeside } from '#doors/http-server/own-origin.ts';
import { shopScopes } from '#principals/oauth/scopes.ts';
import type { Principals } from '#principals/principals.ts';
import type { UcpError } from './ucp-error.ts';

export const resourcePath = '/.well-known/oauth-protected-resource';

type Needs = {
  config: Pick<Config, 'publicUrl' | 'apiPort'>;
  /** Where the API really listens; absent: as set. */
  apiPort?: () => number;
  principals: { oauth: Pick<Principals['oauth'], 'externalIssuer'> };
  show: { baseUrl: string };
};

/** RFC 9728: where a buyer lets a platform shop for them. */
export function protectedResource(needs: Needs, request: IncomingMessage): object {
  return {
    resource: needs.show.baseUrl,
    authorization_servers: [issuerOf(needs, request)],
    bearer_methods_supported: ['header'],
    scopes_supported: shopScopes,
  };
}

function issuerOf({ config, apiPort, principals }: Needs, request: IncomingMessage): string {
  const { publicUrl } = config;
  return (
    principals.oauth.externalIssuer ?? issuerBeside(request, { publicUrl, apiPort: apiPort?.() ?? config.apiPort })
  );
}

/** RFC 6750: what a platform has to bring instead, and where it gets it. */
export function challengeOf(needs: Needs, request: IncomingMessage, { status, code }: UcpError): string | undefined {
  if (status === 401 && code !== 'identity_required') return 'Bearer realm="ucp"';
  if (code !== 'identity_required' && code !== 'insufficient_scope') return undefined;
  const error = code === 'insufficient_scope' ? code : 'invalid_token';
  return [
    `Bearer realm="${issuerOf(needs, request)}"`,
    `error="${error}"`,
    ...(code === 'insufficient_scope' ? [`scope="${shopScopes.join(' ')}"`] : []),
    `resource_metadata="${needs.show.baseUrl}${resourcePath}"`,
  ].join(', ');
}
