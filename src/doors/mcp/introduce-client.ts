import type { Actor } from '#principals/actor.ts';
import type { AgentSession } from '#tools/sessions/agent-sessions.ts';
import { authInfoOf } from './serving.ts';
import type { SessionTransport } from './session-transport.ts';

/** What counts of it is small; of a client that says more, nothing is remembered but that it is there. */
const maxCapabilities = 4_096;

/** What a client says of itself with `initialize`, as another node has to know it. */
export function clientIn(initialize: unknown): AgentSession['client'] {
  const { params } = initialize as { params: { protocolVersion: string; capabilities?: object } };
  const { protocolVersion, capabilities = {} } = params;
  return { protocolVersion, capabilities: JSON.stringify(capabilities).length > maxCapabilities ? {} : capabilities };
}

/** The server of this node hears what the client said where its session began. */
export async function introduceClient(
  transport: SessionTransport,
  { id, client }: AgentSession,
  actor: Actor,
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': id,
  };
  const say = (message: object) =>
    transport.handleRequest(new Request('http://localhost/', { method: 'POST', headers }), {
      authInfo: authInfoOf(actor),
      parsedBody: { jsonrpc: '2.0', ...message },
    });
  const params = { ...client, clientInfo: { name: 'of another node', version: '0' } };
  const answer = await say({ id: 'introduction', method: 'initialize', params });
  await answer.text(); // it is answered once the server knows
  await say({ method: 'notifications/initialized' });
}
