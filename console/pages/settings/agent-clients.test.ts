import { expect, test } from 'vitest';
import { agentClients, pasteFor } from './agent-clients.ts';

const address = 'https://sigec.example:8000/mcp';

test.each(agentClients.filter((client) => client !== 'program'))('%s is told the address of MCP', (client) => {
  expect(pasteFor(client, address)).toContain(address);
});

test('hosted assistants sign in over OAuth, so no key is pasted there', () => {
  expect(pasteFor('claude', address)).toBe(address);
  expect(pasteFor('chatgpt', address)).toBe(address);
});

test('what goes into a file is JSON', () => {
  for (const client of ['vscode', 'cursor', 'program'] as const)
    expect(JSON.parse(pasteFor(client, address))).toBeTypeOf('object');
});
