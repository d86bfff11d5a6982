import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import type { Log } from '#log.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { Registry } from '#tools/registry.ts';
import { protocolServer } from './protocol-server.ts';

/** Calls are small; whatever is larger than this is no call. */
const mostBodyBytes = 1024 * 1024;

/** One address that speaks MCP. */
export type Endpoint = {
  serve(request: IncomingMessage, response: ServerResponse, actor: Actor): Promise<void>;
  /** Ends what is under way, long streams included. */
  close(): Promise<void>;
};

type Needs = { registry: Registry; version: string; pack: string | undefined; log: Log };

/**
 * Both protocol eras answer at one address, each request by a server of its own. Sessions of the older era, once they
 * are needed, branch off here by `isLegacyRequest`.
 */
export function openEndpoint({ registry, version, pack, log }: Needs): Endpoint {
  const onerror = (error: Error): void => log.debug({ reason: error.message }, 'MCP request refused');
  const handler = createMcpHandler(
    ({ authInfo }) => protocolServer({ registry, version, pack, actor: actorIn(authInfo) }),
    {
      legacy: 'stateless',
      maxRequestBodySize: mostBodyBytes,
      onerror,
    },
  );
  const serveNode = toNodeHandler(handler, { maxRequestBodySize: mostBodyBytes, onerror });
  return {
    serve: (request, response, actor) => serveNode(withCaller(request, actor), response),
    close: () => handler.close(),
  };
}

/** The SDK's picture of a request is Node's own, but for `undefined` in optional fields. */
function withCaller(request: IncomingMessage, actor: Actor): NodeIncomingMessageLike {
  return Object.assign(request, { auth: authInfoOf(actor) }) as NodeIncomingMessageLike;
}

/** The SDK hands this through from the request to the server made for it. The secret itself goes no further. */
function authInfoOf(actor: Actor): AuthInfo {
  return { token: '', clientId: actorName(actor), scopes: actor.principal?.scopes ?? [], extra: { actor } };
}

function actorIn(authInfo: AuthInfo | undefined): Actor {
  const actor = authInfo?.extra?.['actor'] as Actor | undefined;
  if (actor === undefined) throw new Error('A request reached the protocol server without its caller.');
  return actor;
}
