import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isRecord, parsedJson } from '#base/json.ts';
import { jsonSchemaOf } from '#base/json-schema.ts';
import { agentOf, type IdentifyNeeds, identify } from './identify.ts';
import type { UcpNeeds } from './needs.ts';
import { type Operation, operations } from './operations.ts';
import type { Platform } from './platform.ts';
import { refusalOf } from './refusal.ts';
import { runOperation } from './run-operation.ts';
import { ucpTexts } from './texts.ts';
import { UcpError } from './ucp-error.ts';
import type { SignedRequest } from './verify-signature.ts';

type Needs = UcpNeeds & IdentifyNeeds & { version: string };

const meta = z
  .looseObject({
    'ucp-agent': z.looseObject({ profile: z.string().describe('Address of the platform’s profile') }),
    'idempotency-key': z.string().max(200).optional().describe('The same key again gets the first answer'),
  })
  .describe('Who asks');

/** What platforms see: one tool per operation, under its own name. */
const tools = operations.map((operation) => ({
  name: operation.name,
  title: operation.about.replace(/\.$/, ''),
  description: operation.about,
  inputSchema: jsonSchemaOf(argumentsOf(operation), 'input'),
  annotations: {
    readOnlyHint: !operation.isWrite,
    destructiveHint: operation.name === 'complete_checkout',
    idempotentHint: true,
    openWorldHint: false,
  },
}));

function argumentsOf({ path, argument, body }: Operation): z.ZodObject {
  return z.object({
    meta,
    ...(path.includes('{id}') && { id: z.string().max(60).describe('Which one') }),
    ...(argument !== null &&
      body !== null &&
      Object.keys(body.shape).length > 0 && { [argument]: body.describe('What is asked for') }),
  });
}

export type UcpMcp = { answer(request: SignedRequest, web: Request): Promise<Response>; close(): Promise<void> };

/** The MCP binding. Every request stands by itself, in either era of the protocol. */
export function openUcpMcp(needs: Needs): UcpMcp {
  const { log, version } = needs;
  const handler = createMcpHandler(
    ({ authInfo }) => serverFor(needs, version, authInfo?.extra?.['call'] as Call | undefined),
    { legacy: 'stateless', onerror: (error) => log.debug({ reason: error.message }, 'UCP request over MCP refused') },
  );
  return {
    async answer(signed, web) {
      // Nothing is ever streamed here: whoever takes JSON alone, or says nothing, is answered like everybody else.
      web.headers.set('accept', 'application/json, text/event-stream');
      return asJson(await answered(signed, web));
    },
    close: () => handler.close(),
  };

  async function answered(signed: SignedRequest, web: Request): Promise<Response> {
    const parsedBody = parsedJson(signed.body.toString());
    const call = callIn(parsedBody);
    if (call === undefined) return handler.fetch(web, { parsedBody });
    try {
      const operation = operations.find(({ name }) => name === call.name);
      if (operation === undefined) return await handler.fetch(web, { parsedBody });
      const { meta: given } = call.given as { meta?: Record<string, unknown> };
      const { profile } = (given?.['ucp-agent'] ?? {}) as { profile?: unknown };
      const platform = await identify(needs, signed, { agent: agentOf(profile), isWrite: operation.isWrite });
      const key = given?.['idempotency-key'];
      if (operation.needsKey && (typeof key !== 'string' || key === ''))
        throw new UcpError(400, 'invalid_request', 'meta["idempotency-key"] is needed here.');
      const named: Call = { ...call, operation, platform, key: typeof key === 'string' ? key : undefined };
      const authInfo = { token: '', clientId: platform.owner, scopes: [], extra: { call: named } };
      return await handler.fetch(web, { parsedBody, authInfo });
    } catch (error) {
      if (!(error instanceof UcpError)) throw error;
      return errorResponse(error, idIn(parsedBody), needs.show.baseUrl);
    }
  }
}

type Named = { name: string; given: Record<string, unknown> };
type Call = Named & { operation: Operation; platform: Platform; key: string | undefined };

// oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
function serverFor(needs: Needs, version: string, call: Call | undefined): Server {
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  const server = new Server(
    { name: 'sigec-ve-bookshop', title: ucpTexts['pt-BR'].shop, version },
    { capabilities: { tools: {} }, cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } } },
  );
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    if (call === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 64)} here.`);
    const { operation, platform, given, key } = call;
    const id = typeof given['id'] === 'string' ? given['id'] : '';
    const body = operation.argument === null ? undefined : given[operation.argument];
    try {
      const answer = await runOperation(needs, operation, platform, { id, body, idempotencyKey: key });
      return {
        structuredContent: answer.body,
        content: [{ type: 'text', text: JSON.stringify(answer.body) }],
      };
    } catch (error) {
      const { rpcCode, code, message } = refusalOf(error, needs.log);
      throw new ProtocolError(rpcCode, message, { code, content: message });
    }
  });
  return server;
}

/** The status of HTTP says the same as the error of the protocol. */
function errorResponse(error: UcpError, id: unknown, continueUrl: string): Response {
  const { status, code, message, rpcCode, retryAfterSeconds } = error;
  const data = {
    code,
    content: message,
    continue_url: continueUrl,
    ...(retryAfterSeconds && { retry_after: retryAfterSeconds }),
  };
  return Response.json({ jsonrpc: '2.0', id: id ?? null, error: { code: rpcCode, message, data } }, { status });
}

/** A stream of one message is that message. */
async function asJson(answer: Response): Promise<Response> {
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') !== true) return answer;
  const lines = (await answer.text()).split(/\r?\n/).filter((line) => line.startsWith('data:'));
  const message = lines.map((line) => line.slice('data:'.length).trim()).findLast((data) => data !== '');
  return new Response(message ?? null, { status: answer.status, headers: { 'content-type': 'application/json' } });
}

function idIn(body: unknown): unknown {
  return (body as { id?: unknown } | undefined)?.id;
}

function callIn(body: unknown): Named | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown; arguments?: unknown } };
  if (method !== 'tools/call' || typeof params?.name !== 'string') return undefined;
  const given = params.arguments;
  return {
    name: params.name,
    given: isRecord(given) ? given : {},
  };
}
