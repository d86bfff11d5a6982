import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { answerToolCall } from './answer-tool-call.ts';
import { withHost } from './host.ts';
import { orProtocolError } from './protocol-error.ts';
import { callContext, type Serving } from './serving.ts';

// oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
export function serveTools(server: Server, serving: Serving): void {
  const { registry, era } = serving;
  server.setRequestHandler('tools/list', ({ params }, request) =>
    orProtocolError(serving, async () => {
      mustHaveNoCursor(params?.cursor);
      return { tools: registry.toMcpFormat(await registry.listFor(callContext(serving, request))) };
    }),
  );
  server.setRequestHandler('tools/call', ({ params }, request) =>
    orProtocolError(serving, () =>
      withHost(serving, { server, request, context: callContext(serving, request) }, (context) =>
        answerToolCall(serving, { name: params.name, given: params.arguments, context }, { request, server, era }),
      ),
    ),
  );
}

/** One page holds all: some hosts read no second one. So every cursor is one that we never gave. */
export function mustHaveNoCursor(cursor: string | undefined): void {
  if (cursor !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This list has one page and no cursor.');
}
