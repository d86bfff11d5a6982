import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ScriptStep } from '../../src/assistant/providers/scripted.ts';
import type { AddedToken } from '../../src/contract/access/token.ts';
import type { Proposal } from '../../src/contract/agents/proposal.ts';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { Installation } from '../../src/contract/installation.ts';
import type { nodeList } from '../../src/contract/nodes.ts';
import { assistantClient } from '../support/assistant-client.ts';
import { legacySession, post } from '../support/mcp-client.ts';
import type { ProductProcess } from '../support/product-process.ts';
import { proposingAgent } from '../support/proposing-agent.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { adminKey } from '../support/sigec.ts';
import { TraceCollector } from '../support/trace-collector.ts';
import { askOne } from './ask-stations.ts';
import { ThreeNodes } from './three-nodes.ts';

type NodeList = z.infer<typeof nodeList>;

/** Whatever is done at one node holds at the others: within a second or two, and once. */
const soon = { timeout: 30_000, interval: 100 };

let collector: TraceCollector;
let three: ThreeNodes;
let first: ProductProcess;
let second: ProductProcess;
/** It is connected to the second node. */
let station: RawStation;
/** What the assistant says, in turn. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-one-installation-'));
  collector = await TraceCollector.open();
  three = await ThreeNodes.start({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      LLM_PROVIDER: 'scripted',
      LLM_MODEL: join(folder, 'script.json'),
    },
  });
  [first, second] = [three.at(0), three.at(1)];
  station = await connected(second, 'ONE-1');
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await three?.[Symbol.asyncDispose]();
  await collector?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test('a token that is entered at one node charges at another, and no more once it is blocked there', async () => {
  const authorized = async () => {
    const answer = (await station.ask([
      2,
      crypto.randomUUID(),
      'Authorize',
      { idToken: { idToken: 'ONE-CARD', type: 'ISO14443' } },
    ])) as [number, string, { idTokenInfo: { status: string } }];
    return answer[2].idTokenInfo.status;
  };
  const { token } = await first.post<AddedToken>('/api/tokens', { value: 'ONE-CARD' });
  await expect.poll(authorized, soon).toBe('Accepted');
  await first.post(`/api/tokens/${token.id}/block`, {});
  await expect.poll(authorized, soon).toBe('Blocked');
});

test('the kill switch holds commands at every node, whichever of them was told', async () => {
  await first.post('/api/kill-switch', { isOn: true, why: 'a trial' });
  await expect.poll(() => outcomeAt(second), soon).not.toBe('accepted');
  expect(await outcomeAt(first)).not.toBe('accepted');
  await first.post('/api/kill-switch', { isOn: false });
  for (const node of [first, second]) await expect.poll(() => outcomeAt(node), soon).toBe('accepted');
});

test('what an agent proposes at one node is approved at another and carried out once', async () => {
  await using agent = await proposingAgent({
    api: { post: (path, body) => first.post(path, body) },
    addresses: { mcp: `http://127.0.0.1:${first.ports.mcp}/mcp` },
  });
  const resets: unknown[] = [];
  station.socket.on('message', (data: Buffer) => {
    const [type, , action] = JSON.parse(data.toString()) as [number, string, string];
    if (type === 2 && action === 'Reset') resets.push(data.toString());
  });
  const { proposal_id: id } = await agent.proposeReset('ONE-1', { wait_seconds: 0 });
  await second.post(`/api/proposals/${id}/approve`, {});
  expect(await first.get<Proposal>(`/api/proposals/${id}`)).toMatchObject({ state: 'approved' });
  await agent.apply(id);
  expect(await agent.apply(id)).toMatchObject({ isError: true });
  expect(resets).toHaveLength(1);
});

test('a session that an agent begins at one node goes on at another', async () => {
  const at = ({ ports }: ProductProcess) => `http://127.0.0.1:${ports.mcp}/mcp`;
  const { headers } = await legacySession(at(first), { authorization: `Bearer ${adminKey}` });
  const list = { headers, text: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) };
  for (const node of [second, first, three.at(2)]) {
    const { status, body } = await post(at(node), list);
    expect({ status, body: JSON.stringify(body) }).toEqual({
      status: 200,
      body: expect.stringContaining('raise_level') as string,
    });
  }
});

test('an answer of the assistant is heard, allowed and cancelled at any node, and there is one at a time', async () => {
  const [here, there] = [first, second].map((node) => assistantClient(node.apiUrl, adminKey));
  if (here === undefined || there === undefined) throw new Error('no nodes');
  const call = {
    name: 'call_tool',
    arguments: { name: 'request_charge_point_report', arguments: { charge_point_id: 'ONE-1' } },
  };
  const steps: ScriptStep[] = [{ say: 'I look.', calls: [call] }, { say: 'Done.' }, { say: 'I look.', calls: [call] }];
  await writeFile(join(folder, 'script.json'), JSON.stringify(steps));
  const id = await here.start();
  const answer = await here.ask(id, 'Ask ONE-1 for its report.');
  const { question } = await answer.until('approval-asked');
  expect(await there.read(id)).toMatchObject({ isAnswering: true, waiting: { approvals: [{ id: question.id }] } });
  expect((await there.request('POST', `/conversations/${id}/ask`, { text: 'And now?' })).status).toBe(409);
  const followed = await there.follow(id, 0);
  await followed.until('approval-asked');
  expect(await there.decide(id, question.id, 'deny')).toBe(200);
  expect(await answer.ended()).toMatchObject({ reason: 'done' });
  expect(await followed.ended()).toMatchObject({ reason: 'done' });
  expect(followed.heard).toEqual(answer.heard);

  const next = await there.ask(id, 'Once more.');
  await next.until('approval-asked');
  expect(await (await here.request('POST', `/conversations/${id}/cancel`)).json()).toEqual({ wasAnswering: true });
  expect(await next.ended()).toMatchObject({ reason: 'cancelled' });
  expect(await here.read(id)).toMatchObject({ isAnswering: false });
});

test('a command that goes from one node to another is one trace', async () => {
  expect(await outcomeAt(first)).toBe('accepted');
  const asked = () => collector.spans.find(({ name }) => name === 'ask station-order');
  await expect.poll(asked, soon).toBeDefined();
  const { traceId, spanId, node } = asked() ?? {};
  await expect
    .poll(() => collector.spans.find((span) => span.parentSpanId === spanId), soon)
    .toMatchObject({ name: 'answer station-order', traceId });
  const call = () => collector.spans.find((span) => span.name === 'ocpp TriggerMessage' && span.traceId === traceId);
  await expect.poll(call, soon).toBeDefined();
  expect(call()?.node).not.toBe(node);
});

test('an event of one node is in the live stream of another', async () => {
  const over = new AbortController();
  const stream = await fetch(`${first.apiUrl}/api/events?kinds=token-added`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${adminKey}` },
    signal: over.signal,
  });
  await second.post('/api/tokens', { value: 'ONE-STREAM' });
  let told = '';
  for await (const part of stream.body ?? []) {
    told += Buffer.from(part).toString();
    if (told.includes('event: token-added')) break;
  }
  over.abort();
  expect(told).toContain('event: token-added');
});

test('a webhook is told of what happens at any node, of each event once', async () => {
  const ids: string[] = [];
  const receiver = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as { port: number };
  await first.post('/api/webhooks', { name: 'once', url: `http://127.0.0.1:${port}/`, kinds: ['station-connected'] });
  const connections = await Promise.all(
    [0, 1, 2, 0, 1, 2].map((place, index) => connected(three.at(place), `HOOK-${index}`)),
  );
  await expect.poll(() => ids.length, soon).toBe(connections.length);
  await pause(3_000); // a second node that sends as well would have done so by then
  expect(ids).toHaveLength(connections.length);
  expect(new Set(ids).size).toBe(connections.length);
  for (const each of connections) await each[Symbol.asyncDispose]();
  receiver.closeAllConnections();
  receiver.close();
});

test('what one node tells of itself, such as how many stations are online, is of all', async () => {
  for (const node of three.nodes)
    await expect
      .poll(async () => (await node.get<Installation>('/api/installation')).counts.stationsOnline, soon)
      .toBe(1);
  const metricsOf = async ({ apiUrl }: ProductProcess) =>
    (await fetch(`${apiUrl}/metrics`, { headers: { authorization: `Bearer ${adminKey}` } })).text();
  const texts = await Promise.all(three.nodes.map(metricsOf));
  const valuesOf = (name: string) => texts.map((text) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]));
  expect(valuesOf('sigec_nodes')).toEqual([3, 3, 3]);
  expect(valuesOf('sigec_nats_connected')).toEqual([1, 1, 1]);
  expect(valuesOf('sigec_keeper').toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
  expect(valuesOf('sigec_stations_connected')).toEqual([0, 1, 0]); // to be summed up
});

test('a node that is drained from another one sends its stations away, and says so', async () => {
  const { nodes } = await first.get<NodeList>('/api/nodes');
  expect(nodes.map(({ state }) => state)).toEqual(['up', 'up', 'up']);
  const [drained] = nodes.filter(({ stations }) => stations === 1);
  if (drained === undefined) throw new Error('no node holds the station');
  const away = once(station.socket, 'close');
  await first.post('/api/nodes/drain', { nodeIds: [drained.id] });
  expect((await away)[0]).toBe(1012);
  expect((await fetch(`${second.apiUrl}/readyz`)).status).toBe(503);
  const stateOf = async () =>
    (await first.get<NodeList>('/api/nodes')).nodes.find(({ id }) => id === drained.id)?.state;
  await expect.poll(stateOf, soon).toBe('draining');
  const others = nodes.filter(({ id }) => id !== drained.id).map(({ id }) => id);
  await expect(first.post('/api/nodes/drain', { nodeIds: others })).rejects.toThrow('409');
});

async function connected(node: ProductProcess, stationId: string): Promise<RawStation> {
  const raw = await connectRaw(`${node.ocppUrl}/`, stationId, { answers: true });
  await raw.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
  return raw;
}

function outcomeAt(node: ProductProcess): Promise<string> {
  return askOne(node, 'ONE-1').then(({ outcome }: CommandRecord) => outcome?.status ?? 'open', String);
}
