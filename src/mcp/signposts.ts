import type { IncomingMessage } from 'node:http';
import { hostInUrl } from '#hosts.ts';
import type { Registry } from '#tools/registry.ts';

/** How others write where we listen; a wildcard is nothing one can connect to. */
export function addressOf(host: string, port: number): string {
  return `http://${hostInUrl(host)}:${port}`;
}

/** For a person or program that looks at the bare address. */
export function aboutUs(given: {
  request: IncomingMessage;
  registry: Registry;
  version: string;
  paths: Iterable<string>;
}): object {
  const here = hereOf(given.request);
  return {
    name: 'SIGEC-VE',
    version: given.version,
    about: 'The Model Context Protocol door of a charging station management system. Give /mcp to an agent.',
    mcp: [...given.paths].map((path) => `${here}${path}`),
    packs: given.registry.packs().map(({ name, title }) => ({ name, title })),
    health: `${here}/healthz`,
  };
}

export const metadataPath = '/.well-known/oauth-protected-resource';

/** RFC 9728: what an agent's host reads after a 401. Keys come from an administrator, so no authorization server is named. */
export function keysForAgents(request: IncomingMessage): object {
  const resource = request.url?.slice(metadataPath.length).split('?', 1)[0] || '/mcp';
  return { resource: `${hereOf(request)}${resource}`, resource_name: 'SIGEC-VE', bearer_methods_supported: ['header'] };
}

export function signInHeader(request: IncomingMessage): string {
  const path = request.url?.split('?', 1)[0] ?? '';
  const error = request.headers.authorization === undefined ? '' : 'error="invalid_token", ';
  return `Bearer realm="SIGEC-VE", ${error}resource_metadata="${hereOf(request)}${metadataPath}${path}"`;
}

/** As the caller addressed us; only called once the guard has found that name to be ours. */
function hereOf({ headers }: IncomingMessage): string {
  return `http://${headers.host ?? ''}`;
}
