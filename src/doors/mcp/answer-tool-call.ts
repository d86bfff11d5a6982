import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { SigecError } from '#base/errors.ts';
import { corePack } from '#tools/address.ts';
import { UnknownTool } from '#tools/call-tool.ts';
import type { Registry } from '#tools/registry.ts';
import type { ToolAnswer } from '#tools/tool.ts';
import type { Approvals, Exchange, ToolCall } from './approve-by-elicitation.ts';

type Needs = { registry: Registry; approvals: Approvals };

/**
 * A tool nobody has is an error of the protocol. Everything else that keeps a call from succeeding is an answer that the
 * model reads and can act upon.
 */
export async function answerToolCall(
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
