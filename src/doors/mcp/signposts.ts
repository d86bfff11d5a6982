import type { IncomingMessage } from 'node:http';
import type { Config } from '#base/config.ts';
import { hostInUrl } from '#base/hosts.ts';
import { ownOrigin } from '#doors/http-server/own-origin.ts';
import type { Actor } from '#principals/actor.ts';
import { readScope, roleScopes } from '#principals/oauth/scopes.ts';
import { isOffered } from '#tools/address.ts';
import { scopeOf } from '#tools/policy.ts';
import type { Registry } from '#tools/registry.ts';
import type { Endpoint } from './endpoint.ts';

/** How others write where we listen; a wildcard is nothing one can connect to. */
export function addressOf(host: string, port: number, { isTls }: { isTls: boolean }): string {
  return `${isTls ? 'https' : 'http'}://${hostInUrl(host)}:${port}`;
}

export type Signpost = { request: IncomingMessage; config: Pick<Config, 'publicUrl'> };

/** For a person or program that looks at the bare address. */
export function aboutUs(
  given: Signpost & { registry: Registry; version: string; paths: Iterable<string>; tools: readonly string[] },
): object {
  const here = ownOrigin(given.request, given.config);
  return {
    name: 'SIGEC-VE',
    version: given.version,
    about: 'The Model Context Protocol door of a charging station management system. Give /mcp to an agent.',
    mcp: [...given.paths].map((path) => `${here}${path}`),
    tools: given.tools,
    packs: given.registry.packs().map(({ name, title }) => ({ name, title })),
    health: `${here}/healthz`,
  };
}

export const metadataPath = '/.well-known/oauth-protected-resource';

type Guarded = Pick<Endpoint, 'registry' | 'pack' | 'isReadOnly'>;

/** RFC 9728: what an agent's host reads after a 401: where a person lets it in, and what it can ask for. */
export function protectedResource(
  given: Signpost & { path: string; endpoint: Guarded; authorizationServer: string },
): object {
  return {
    resource: addressIn(given),
    resource_name: 'SIGEC-VE',
    authorization_servers: [given.authorizationServer],
    bearer_methods_supported: ['header'],
    scopes_supported: roleScopesAt(given.endpoint),
  };
}

/** The whole address of a path of ours, as the caller wrote it. Tokens are for one such address. */
export function addressIn({ request, config, path }: Signpost & { path: string }): string {
  return `${ownOrigin(request, config)}${path}`;
}

function roleScopesAt({ isReadOnly }: Guarded): string[] {
  return isReadOnly ? [readScope] : roleScopes;
}

type Challenge = Signpost & { path: string; endpoint: Guarded | undefined };

/** A 401 says what kind of key is needed, and where to learn more. */
export function signInHeader(given: Challenge): string {
  const error = given.request.headers.authorization === undefined ? undefined : 'invalid_token';
  return challenge(given, { error, scopes: given.endpoint === undefined ? [] : roleScopesAt(given.endpoint) });
}

/** A 403 of a key that is good, but not for anything at this address. */
export function scopeHeader(given: Challenge): string {
  const scopes = given.endpoint === undefined ? [] : scopesAt({ ...given.endpoint, isReadOnly: true });
  return challenge(given, { error: 'insufficient_scope', scopes });
}

/** A 403 of a token that was given for less than is asked: its person may be asked for more. */
export function stepUpHeader(given: Challenge): string {
  return challenge(given, { error: 'insufficient_scope', scopes: roleScopes });
}

function challenge(given: Challenge, { error, scopes }: { error: string | undefined; scopes: string[] }): string {
  const { path, endpoint } = given;
  return [
    'Bearer realm="SIGEC-VE"',
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
    ...(endpoint === undefined
      ? []
      : [`resource_metadata="${ownOrigin(given.request, given.config)}${metadataPath}${path}"`]),
  ].join(', ');
}

/** Whether a key with scopes has none that opens anything at an address of one pack. */
export function isShutOut({ registry, pack, isReadOnly }: Guarded, actor: Actor): boolean {
  if (pack === undefined || actor.principal === null || actor.principal.scopes.length === 0) return false;
  const tools = registry
    .listAllowed(actor)
    .filter((tool) => tool.pack === pack && isOffered(tool, { pack, isReadOnly }));
  return tools.length === 0 && registry.resources.listAllowed({ actor, pack }).length === 0;
}

function scopesAt({ registry, pack, isReadOnly }: Guarded): string[] {
  const tools = registry.listAll().filter((tool) => isOffered(tool, { pack, isReadOnly }));
  const packs = registry.packs().filter(({ name }) => pack === undefined || name === pack);
  const resources = packs.flatMap((each) => each.resources ?? []).map(({ category }) => `${category}:read`);
  return [...new Set([...tools.flatMap((tool) => scopeOf(tool) ?? []), ...resources])].toSorted();
}
