import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import { connect, eras, textOf } from '../support/mcp-client.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

type Listed = { name: string; title: string; inputSchema: { examples?: Record<string, unknown>[] } };

let sigec: TestSigec;
let secret: string;
let all: Listed[];
beforeAll(async () => {
  sigec = await startSigec({});
  const key = { kind: 'agent', role: 'operator', name: 'Scout' };
  ({ secret } = await sigec.api.post<CreatedKey>('/api/keys', key));
  const headers = { authorization: `Bearer ${secret}` };
  const answer = await fetch(`${sigec.addresses.mcp}/tools`, { headers });
  all = ((await answer.json()) as { tools: Listed[] }).tools;
});
afterAll(() => sigec[Symbol.asyncDispose]());

/** What is said where nobody came as far as the tool. */
const unreached = /There is no tool|belongs to the level|is not a tool/;

test.each(eras)(
  '%s: a host finds every tool of every pack by its words, and calls it, listed or not',
  async (_, era) => {
    await using client = await connect(sigec.addresses.mcp, era, secret);
    const { tools } = await client.listTools();
    const listed = new Set(tools.map(({ name }) => name));
    // As a host hands it to its model: a token is four characters.
    const characters = tools.map(
      ({ name, description = '', inputSchema }) => [name, description, JSON.stringify(inputSchema)].join('').length,
    );
    const tokens = Math.ceil(characters.reduce((sum, each) => sum + each, 0) / 4);
    expect(tokens).toBeLessThanOrEqual(6_000);
    const wanted = all.filter(({ name }) => name !== 'call_tool');
    expect(wanted.filter(({ name }) => !listed.has(name)).length).toBeGreaterThan(40);
    const missing: string[] = [];
    for (const { name, title, inputSchema } of wanted) {
      const found = await client.callTool({ name: 'search_tools', arguments: { query: title, limit: 20 } });
      const names = (found.structuredContent as { tools: { name: string }[] }).tools.map((tool) => tool.name);
      if (!names.includes(name)) missing.push(`${name} is not found by "${title}"`);
      const given = { name, arguments: inputSchema.examples?.[0] ?? {} };
      const answer = await client.callTool({ name: 'call_tool', arguments: given });
      if (unreached.test(textOf(answer))) missing.push(`${name}: ${textOf(answer)}`);
    }
    expect(missing).toEqual([]);
    console.info(`${wanted.length} tools found and called, ${listed.size} of them listed first, for ${tokens} tokens`);
  },
);
