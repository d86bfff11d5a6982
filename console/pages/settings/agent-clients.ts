/** How each kind of agent is connected: an address or a text to paste, with a place for the key where one is needed. */
export const agentClients = ['claude', 'chatgpt', 'claude-code', 'vscode', 'cursor', 'program'] as const;
export type AgentClient = (typeof agentClients)[number];

const key = 'YOUR-KEY';

/** What is pasted there. Hosted assistants take the address alone, and sign in over OAuth. */
export function pasteFor(client: AgentClient, address: string): string {
  const server = { type: 'http', url: address, headers: { Authorization: `Bearer ${key}` } };
  switch (client) {
    case 'claude':
    case 'chatgpt':
      return address;
    case 'claude-code':
      return `claude mcp add --transport http sigec ${address} --header "Authorization: Bearer ${key}"`;
    case 'vscode':
      return JSON.stringify({ servers: { sigec: server } }, null, 2);
    case 'cursor':
      return JSON.stringify({ mcpServers: { sigec: { url: address, headers: server.headers } } }, null, 2);
    case 'program':
      return JSON.stringify(
        { mcpServers: { sigec: { command: 'npx', args: ['sigec', 'mcp', 'serve'], env: { SIGEC_KEY: key } } } },
        null,
        2,
      );
  }
}
