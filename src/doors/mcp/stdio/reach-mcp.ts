import { type Fetch, patientFetch } from '#base/patient-fetch.ts';
import { NotProven } from '#base/prove-server.ts';

/** Whether MCP is spoken at an address, and to us. */
export type Reached = 'ready' | 'key-refused' | 'not-allowed' | 'unreachable' | 'no-mcp' | 'not-proven';

type ServerAddress = { address: string; key: string | undefined; fetch?: Fetch | undefined };

const version = '2026-07-28';

/** Asks for what every server of the newer era answers, so that a wrong address or key is told before a host waits for tools. */
export async function reachMcp({ address, key, fetch = patientFetch() }: ServerAddress): Promise<Reached> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'sigec', version: '0' },
  };
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': 'server/discover',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } }),
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    if (answer.status === 401) return 'key-refused';
    if (answer.status === 403) return 'not-allowed';
    return answer.ok ? 'ready' : 'no-mcp';
  } catch (error) {
    return error instanceof NotProven ? 'not-proven' : 'unreachable';
  }
}
