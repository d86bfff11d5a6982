import type { FastifyRequest } from 'fastify';
import { isLoopback, isOurHost } from '#base/hosts.ts';
import { originBeside, ownIssuer } from '#doors/http-server/own-origin.ts';
import type { Place } from '#principals/oauth/open-oauth.ts';
import type { HttpNeeds } from '../route.ts';

/** By what names this request called us: our issuer, the addresses of MCP beside it, and that of the shop. */
export function placeOf({ raw }: FastifyRequest, { config, about }: Pick<HttpNeeds, 'config' | 'about'>): Place {
  const told = new URL(about().addresses.mcp);
  const port = told.port || (told.protocol === 'https:' ? '443' : '80');
  const beside = originBeside(raw, { publicUrl: config.publicUrl, port: Number(port) });
  return {
    issuer: ownIssuer(raw, config),
    usualResource: `${beside}/mcp`,
    isOurs(resource) {
      if (resource === about().addresses.ucp) return true;
      if (!isMcpAddress(resource)) return false;
      const { host, hostname, origin, port: named } = new URL(resource);
      // Beside us on one machine stand others, each at a port of its own; a name is ours whatever the port.
      return isOurHost(host, config) && (!isLoopback(hostname) || origin === beside || named === port);
    },
  };
}

/** As the door for agents writes its addresses. */
function isMcpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username, password, origin } = new URL(text);
  const isPlain = search === '' && hash === '' && username === '' && password === '' && text === `${origin}${pathname}`;
  return isPlain && ['http:', 'https:'].includes(protocol) && /^\/mcp(\/x\/[a-z-]+(\/readonly)?)?$/.test(pathname);
}
