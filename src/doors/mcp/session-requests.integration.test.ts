import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '#tools/tool.ts';
import { openAgentDoor } from '../../../test/support/agent-door.ts';
import { legacySession, post } from '../../../test/support/mcp-client.ts';

test('several requests in one body are refused; what needs no answer may come together', async () => {
  await using door = await openAgentDoor();
  const { headers } = await legacySession(door.mcp.address);
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const note = { jsonrpc: '2.0', method: 'notifications/roots/list_changed' };
  const send = (...messages: object[]) => post(door.mcp.address, { headers, text: JSON.stringify(messages) });
  expect(await send(ping(1), ping(2))).toMatchObject({ status: 400, body: { error: { code: -32_600 } } });
  expect((await send(note, note)).status).toBe(202);
  expect((await send(ping(3), note)).status).toBe(200);
});

test('a call that was cancelled leaves no stream open', async () => {
  await using door = await openAgentDoor();
  const begun = Promise.withResolvers<AbortSignal>();
  door.registry.register(waiting(begun.resolve), 'charging');
  const { headers } = await legacySession(door.mcp.address);
  const call = { jsonrpc: '2.0', id: 77, method: 'tools/call', params: { name: 'wait_for_ever', arguments: {} } };
  const answer = fetch(door.mcp.address, { method: 'POST', headers, body: JSON.stringify(call) });
  const signal = await begun.promise;
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 77 } };
  const cancelAgain = () => post(door.mcp.address, { headers, text: JSON.stringify(cancel) });
  expect((await cancelAgain()).status).toBe(202);
  expect(await (await answer).text()).toContain('It was cancelled.');
  expect(signal.aborted).toBe(true);
  expect((await cancelAgain()).status).toBe(202);
});

function waiting(onBegin: (signal: AbortSignal) => void) {
  return defineTool({
    name: 'wait_for_ever',
    title: 'Wait',
    tier: 'R0',
    category: 'stations',
    level: 'observe',
    description: 'Waits until whoever asked gives up, and is only there for tests.',
    input: z.object({}),
    output: z.object({}),
    run(_input, { signal }) {
      onBegin(signal);
      return new Promise<never>(() => undefined);
    },
  });
}
