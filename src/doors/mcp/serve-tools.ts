import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { SigecError } from '#base/errors.ts';
import { corePack } from '#tools/address.ts';
import { UnknownTool } from '#tools/call-tool.ts';
import type { Registry } from '#tools/registry.ts';
import { type McpTool, mcpToolOf, type ToolAnswer } from '#tools/tool.ts';
import type { Approvals, Exchange, ToolCall } from './approve-by-elicitation.ts';
import { withHost } from './host.ts';
import { orProtocolError } from './protocol-error.ts';
import { callContext, type Serving } from './serving.ts';
import { answerOrTask } from './tasks/answer-or-task.ts';

// oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
export function serveTools(server: Server, serving: Serving): void {
  const { registry, era } = serving;
  server.setRequestHandler('tools/list', ({ params }, request) =>
    orProtocolError(serving, async () => {
      mustHaveNoCursor(params?.cursor);
      const listed = await registry.listFor(callContext(serving, request));
      return { tools: listed.map((tool) => (tool.taskMs === undefined ? mcpToolOf(tool) : asTask(mcpToolOf(tool)))) };
    }),
  );
  server.setRequestHandler('tools/call', ({ params }, request) =>
    orProtocolError(serving, () =>
      answerCall({ name: params.name, given: params.arguments, context: callContext(serving, request) }, request, {
        asksForTask: 'task' in params,
      }),
    ),
  );

  function answerCall(call: ToolCall, request: ServerContext, { asksForTask }: { asksForTask: boolean }) {
    const exchange = { request, server, era };
    return answerOrTask(serving, { call, request, asksForTask }, (lasting) =>
      withHost(serving, { server, request, context: lasting }, (context) =>
        answerToolCall(serving, { ...call, context }, exchange),
      ),
    ) as Promise<CallToolResult | InputRequiredResult>; // or a task, of which the SDK knows nothing
  }
}

/** Told to hosts of 2025, which decide themselves; in the newer era the SDK leaves it out, since there we decide. */
function asTask(tool: McpTool) {
  return { ...tool, execution: { taskSupport: 'optional' as const } };
}

/** One page holds all: some hosts read no second one. So every cursor is one that we never gave. */
export function mustHaveNoCursor(cursor: string | undefined): void {
  if (cursor !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This list has one page and no cursor.');
}

type Needs = { registry: Registry; approvals: Approvals };

/**
 * A tool nobody has is an error of the protocol. Everything else that keeps a call from succeeding is an answer that the
 * model reads and can act upon.
 */
async function answerToolCall(
  { registry, approvals }: Needs,
  call: ToolCall,
  exchange: Exchange,
): Promise<CallToolResult | InputRequiredResult> {
  const { name, given, context } = call;
  try {
    const settled = await approvals.settle(call, exchange);
    if (settled !== undefined) return resultOf(settled);
    const answer = await approvals.ask(call, await registry.execute(name, given, context), exchange);
    return isInputRequiredResult(answer) ? answer : resultOf(answer);
  } catch (thrown) {
    // A core tool that was given the name of a tool nobody has was given a wrong value.
    if (thrown instanceof UnknownTool && registry.get(name)?.pack !== corePack)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, thrown.message);
    if (!(thrown instanceof SigecError)) throw thrown;
    return { content: [textBlock(thrown.message)], isError: true };
  }
}

/** Hosts that know no structured content get the same data as text, apart from our sentence. */
function resultOf({ text, data, images = [] }: ToolAnswer): CallToolResult {
  const pictures = images.map((image) => ({ type: 'image' as const, ...image }));
  return { content: [textBlock(text), textBlock(JSON.stringify(data)), ...pictures], structuredContent: data };
}

function textBlock(text: string): { type: 'text'; text: string } {
  return { type: 'text', text };
}
