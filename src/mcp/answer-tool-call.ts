import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { SigecError } from '#errors.ts';
import { type CallContext, UnknownTool } from '#tools/call-tool.ts';
import type { Registry } from '#tools/registry.ts';

type Call = { name: string; given: unknown; context: CallContext };

/**
 * A tool nobody has is an error of the protocol. Everything else that keeps a call from succeeding is an answer that the
 * model reads and can act upon.
 */
export async function answerToolCall(registry: Registry, { name, given, context }: Call): Promise<CallToolResult> {
  try {
    const { text, data } = await registry.execute(name, given, context);
    // Hosts that know no structured content get the same data as text, apart from our sentence.
    return { content: [textBlock(text), textBlock(JSON.stringify(data))], structuredContent: data };
  } catch (thrown) {
    if (thrown instanceof UnknownTool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, thrown.message);
    if (!(thrown instanceof SigecError)) throw thrown;
    return { content: [textBlock(thrown.message)], isError: true };
  }
}

function textBlock(text: string): { type: 'text'; text: string } {
  return { type: 'text', text };
}
