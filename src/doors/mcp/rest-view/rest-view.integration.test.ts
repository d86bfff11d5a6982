import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { defineTool } from '#tools/tool.ts';
import { type AgentDoor, enterStation, openAgentDoor } from '../../../../test/support/agent-door.ts';
import { post } from '../../../../test/support/mcp-client.ts';
import { asker, climbingPack } from '../../../../test/support/tools-view.ts';
import { openRestView } from './rest-view.ts';

let door: AgentDoor;
let asOperator: ReturnType<typeof asker>;
let asViewer: ReturnType<typeof asker>;
let asNobody: ReturnType<typeof asker>;
const begun: AbortSignal[] = [];

/** Affects one driver, so that a call of it only proposes. */
const stopPump = defineTool({
  name: 'stop_pump',
  title: 'Stop a pump',
  category: 'stations',
  level: 'operate',
  tier: 'R2',
  description: 'Stops one pump of the forecourt, which a person has to approve before it is done.',
  input: z.object({ pump: z.int().min(1).max(9).describe('Which one') }),
  output: z.object({ isStopped: z.boolean() }),
  plan: ({ pump }) =>
    Promise.resolve({ targets: [`pump:${pump}`], effect: 'One pump stops.', details: {}, preconditions: {} }),
  run: () => Promise.resolve({ text: 'Stopped.', data: { isStopped: true } }),
});

const waitForever = defineTool({
  name: 'wait_forever',
  title: 'Wait',
  category: 'stations',
  level: 'observe',
  tier: 'R0',
  description: 'Waits until whoever asked is gone, to show that a caller who leaves ends the call.',
  input: z.object({}),
  output: z.object({}),
  run: (_given, { signal }) => {
    begun.push(signal);
    return new Promise(() => undefined);
  },
});

const rarely = defineTool({
  name: 'rarely',
  title: 'Rarely',
  category: 'stations',
  level: 'observe',
  tier: 'R0',
  description: 'May be called once in an hour, to show what a caller gets who asks too often.',
  rateLimit: { calls: 1, perSeconds: 3600 },
  input: z.object({}),
  output: z.object({}),
  run: () => Promise.resolve({ text: 'Once.', data: {} }),
});

beforeAll(async () => {
  door = await openAgentDoor();
  for (const tool of [stopPump, waitForever, rarely]) door.registry.register(tool, 'charging');
  door.registry.addPack(climbingPack());
  await enterStation(door.charging, { stationId: 'CP-7' });
  asOperator = asker(door.mcp.address, await door.makeKey({ kind: 'agent', role: 'operator' }));
  asViewer = asker(door.mcp.address, await door.makeKey({ kind: 'agent', role: 'viewer' }));
  asNobody = asker(door.mcp.address);
});
afterAll(() => door[Symbol.asyncDispose]());

const namesOf = ({ tools }: Record<string, unknown>) => (tools as { name: string }[]).map(({ name }) => name);

test('a session goes on with the pack that it was begun for', async () => {
  const begun = await asOperator('POST', '/mcp/sessions?pack=shelf');
  const path = `/mcp/sessions/${String(begun.body['session_id'])}`;
  expect((await asOperator('GET', `${path}/context`)).body).toMatchObject({ pack: 'shelf' });
  const tools = await asOperator('GET', `/mcp/tools?session_id=${String(begun.body['session_id'])}`);
  expect(namesOf(tools.body)).toEqual(begun.body['available_tools']);
});

test('without a session everything that policy allows is listed, in the shape of MCP', async () => {
  const { status, body } = await asOperator('GET', '/mcp/tools');
  expect(status).toBe(200);
  expect(body['count']).toBe(namesOf(body).length);
  expect(namesOf(body)).toEqual(expect.arrayContaining(['list_charge_points', 'stop_pump', 'apply_proposal']));
  expect(namesOf(body)).not.toContain('raise_level');
  expect((body['tools'] as { name: string }[]).find(({ name }) => name === 'list_charge_points')).toMatchObject({
    title: 'List charge points',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  });
  expect(namesOf((await asViewer('GET', '/mcp/tools')).body)).not.toContain('stop_pump');
  expect(namesOf((await asNobody('GET', '/mcp/tools?pack=shelf')).body)).toHaveLength(9);
  expect((await asNobody('GET', '/mcp/tools?pack=nothing')).status).toBe(404);
});

test('a call answers with its data, and is written down with its own door', async () => {
  const call = await asViewer('POST', '/mcp/tools/list_charge_points/call', { arguments: { search: 'CP-7' } });
  expect(call.status).toBe(200);
  expect(call.body).toMatchObject({ success: true, data: { charge_points: [{ charge_point_id: 'CP-7' }] } });
  expect((await asViewer('POST', '/mcp/tools/list_charge_points/call')).status).toBe(200);
  expect(await door.audit()).toContainEqual(
    expect.objectContaining({ door: 'tools', action: 'tool:list_charge_points', outcome: 'done' }),
  );
});

test('what affects a driver becomes a proposal, which only a person can approve', async () => {
  const { status, body } = await asOperator('POST', '/mcp/tools/stop_pump/call', { arguments: { pump: 3 } });
  expect(status).toBe(202);
  const { data } = body as { data: { proposal_id: string } };
  expect(body).toMatchObject({ success: true, data: { status: 'proposed', targets: ['pump:3'] } });
  const call = { arguments: { proposal_id: data.proposal_id } };
  const early = await asOperator('POST', '/mcp/tools/apply_proposal/call', call);
  expect(early).toMatchObject({ status: 409, body: { success: false, code: 'CONFLICT' } });
  const dry = await asOperator('POST', '/mcp/tools/stop_pump/call', { arguments: { pump: 3, dry_run: true } });
  expect(dry).toMatchObject({ status: 200, body: { data: { status: 'dry-run' } } });
});

test.each<[what: string, path: string, body: unknown, status: number, code: string]>([
  ['a tool nobody has', '/mcp/tools/reset_the_world/call', {}, 404, 'NOT_FOUND'],
  ['a tool of another pack', '/mcp/tools/basic_1/call?pack=charging', {}, 404, 'NOT_FOUND'],
  ['a wrong value', '/mcp/tools/basic_1/call', { arguments: { copies: 'many' } }, 422, 'INVALID_INPUT'],
  ['an argument it does not take', '/mcp/tools/basic_1/call', { arguments: { sort: 1 } }, 422, 'INVALID_INPUT'],
  ['a prototype in disguise', '/mcp/tools/basic_1/call', '{"arguments":{"__proto__":{}}}', 422, 'INVALID_INPUT'],
  ['arguments that are no object', '/mcp/tools/basic_1/call', { arguments: [1] }, 422, 'INVALID_INPUT'],
  ['a misspelt field', '/mcp/tools/basic_1/call', { argument: {} }, 422, 'INVALID_INPUT'],
  ['a list as body', '/mcp/tools/basic_1/call', [1], 400, 'INVALID_INPUT'],
  ['no JSON', '/mcp/tools/basic_1/call', '{"arguments":', 400, 'INVALID_INPUT'],
  ['a session named twice', '/mcp/tools/basic_1/call?session_id=a&session_id=b', {}, 400, 'INVALID_INPUT'],
  ['a session without a name', '/mcp/tools/basic_1/call?session_id=', {}, 422, 'INVALID_INPUT'],
  ['a broken address', '/mcp/tools/%E0%A4%A/call', {}, 400, 'INVALID_INPUT'],
])('%s is refused with our code and with the seed’s', async (_what, path, body, status, code) => {
  const told = await asViewer('POST', path, body);
  expect(told).toMatchObject({ status, body: { success: false, code } });
  expect(told.body['error']).toBe(told.body['message']);
  expect(told.headers.get('content-type')).toBe('application/problem+json');
});

test('who may not, and who is nobody', async () => {
  const path = '/mcp/tools/stop_pump/call';
  expect(await asViewer('POST', path, { arguments: { pump: 1 } })).toMatchObject({
    status: 403,
    body: { success: false, code: 'NOT_ALLOWED' },
  });
  expect((await asNobody('POST', path, { arguments: { pump: 1 } })).status).toBe(401);
  const wrong = await asker(door.mcp.address, 'sk-nobody')('GET', '/mcp/tools');
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('www-authenticate')).toContain('invalid_token');
});

test('one call too many is told when to come again', async () => {
  expect((await asViewer('POST', '/mcp/tools/rarely/call')).status).toBe(200);
  const refused = await asViewer('POST', '/mcp/tools/rarely/call');
  expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect((await asOperator('POST', '/mcp/tools/rarely/call')).status).toBe(200);
});

test('another method, type or size is refused with what is taken', async () => {
  const put = await asNobody('DELETE', '/mcp/tools');
  expect(put.status).toBe(405);
  expect(put.headers.get('allow')).toBe('GET');
  const text = { text: 'a=b', headers: { 'content-type': 'text/plain' } };
  const address = new URL('/mcp/tools/basic_1/call', door.mcp.address).href;
  expect((await post(address, text)).status).toBe(415);
  const large = { arguments: { copies: 'x'.repeat(1024 * 1024) } };
  expect((await asNobody('POST', '/mcp/tools/basic_1/call', large)).status).toBe(413);
  expect((await post(address, { text: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(200);
  expect((await post(address, text, { host: 'evil.example' })).status).toBe(403);
  expect((await post(address, text, { origin: 'https://evil.example' })).status).toBe(403);
});

test('whoever leaves ends the call', async () => {
  const leaving = new AbortController();
  const address = new URL('/mcp/tools/wait_forever/call', door.mcp.address);
  const call = fetch(address, { method: 'POST', signal: leaving.signal });
  await expect.poll(() => begun).toHaveLength(1);
  leaving.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(() => begun[0]?.aborted).toBe(true);
});

test('the seed’s own addresses are the same tools under the same policy', async () => {
  const status = await asViewer('GET', '/get_charge_point_status/CP-7');
  expect(status).toMatchObject({ status: 200, body: { success: true, data: { charge_point_id: 'CP-7' } } });
  expect((await asViewer('GET', '/get_charge_point_status/CP-404')).status).toBe(404);
  const list = await asViewer('GET', '/list_charge_points?status=faulted&limit=5');
  expect(list).toMatchObject({ status: 200, body: { data: { charge_points: [{ charge_point_id: 'CP-7' }] } } });
  const wrong = await asViewer('GET', '/list_charge_points?limit=many');
  expect(wrong).toMatchObject({ status: 422, body: { success: false, code: 'INVALID_INPUT' } });
  expect((await asViewer('GET', '/list_charge_points?limit=1&limit=2')).status).toBe(422);
  expect((await asViewer('POST', '/list_charge_points')).status).toBe(405);
});

test('acting by the seed’s addresses proposes, for those who may', async () => {
  const reset = { charge_point_id: 'CP-7', type: 'Soft' };
  expect(await asOperator('POST', '/reset_charge_point', reset)).toMatchObject({
    status: 202,
    body: { success: true, data: { status: 'proposed', targets: ['station:CP-7'] } },
  });
  expect((await asViewer('POST', '/reset_charge_point', reset)).status).toBe(403);
  expect((await asNobody('POST', '/reset_charge_point', reset)).status).toBe(401);
  const others = ['update_charge_point_configuration', 'start_ocpp_transaction', 'stop_ocpp_transaction'];
  for (const path of [...others, 'set_connector_status'])
    expect(await asOperator('POST', `/${path}`, {})).toMatchObject({ status: 422, body: { success: false } });
  expect((await asViewer('GET', '/list_connectors_by_status?status=Faulted')).body).toMatchObject({
    success: true,
    data: { connectors: [{ charge_point_id: 'CP-7' }] },
  });
  expect((await asViewer('GET', '/get_transaction_details/no-such')).status).toBe(404);
});

test('a port of its own for one pack knows no other', async () => {
  const view = openRestView({ registry: door.registry, clock: systemClock, log: silentLog, pack: 'shelf' });
  expect(view.serves('/list_charge_points')).toBe(false);
  const server = createServer((request, response) => {
    void view.serve(request, response, { principal: null, door: 'mcp' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = asker(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect((await ask('GET', '/mcp/tools')).body).toMatchObject({ count: 9 });
  expect((await ask('GET', '/mcp/tools?session_id=one')).body).toMatchObject({ count: 3 });
  expect((await ask('GET', '/mcp/tools?pack=charging')).status).toBe(404);
  expect((await ask('POST', '/mcp/tools/list_charge_points/call')).status).toBe(404);
  expect((await ask('POST', '/mcp/sessions/one/unlock', { tool: 'list_charge_points' })).status).toBe(404);
  server.close();
});
