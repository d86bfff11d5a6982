import { createTaskSessionFromClient, type TaskEnabledSession } from '@modelcontextprotocol/ext-tasks/client';
import { expect, test } from 'vitest';
import { type AgentDoor, openAgentDoor } from '../../../../test/support/agent-door.ts';
import { type AnsweringStation, connectAnswering } from '../../../../test/support/answering-station.ts';
import {
  connect,
  legacySession,
  type Message,
  modern,
  modernClient,
  post,
} from '../../../../test/support/mcp-client.ts';
import { person } from '../../../../test/support/tool-calls.ts';
import { tasksExtension } from './tasks-extension.ts';

const at = '2026-03-01T08:00:00Z';
const declared = { extensions: { [tasksExtension]: {} } };

// The client is the protocol's own, of either generation of tasks.
test.each(['2025-11-25', '2026-07-28'] as const)(
  'a log is asked for, and its upload followed, without holding the request (%s)',
  async (era) => {
    await using place = await openPlace();
    await using session = await taskSession(place, era);
    const execution = await session.callTool(
      'request_logs',
      { charge_point_id: 'CP-7' },
      { task: { preference: 'prefer' } },
    );
    expect(execution.kind).toBe('task');
    const requestId = await place.askedRequest('GetLog');
    await place.station.call('LogStatusNotification', { requestId, status: 'Uploading' });
    await place.station.call('LogStatusNotification', { requestId, status: 'Uploaded' });
    const { outcome } = await execution.settle();
    expect(outcome).toMatchObject({
      result: {
        content: [{ text: 'The charge point has uploaded its log.' }, {}],
        structuredContent: { verified_by: { event_kind: 'log-uploaded' } },
      },
    });
  },
);

test('approved firmware is followed until it is installed', async () => {
  await using place = await openPlace();
  const location = 'https://files.example/2.bin';
  const proposed = await place.call('update_firmware', { charge_point_id: 'CP-7', location });
  const { proposal_id } = proposed['structuredContent'] as { proposal_id: string };
  await place.door.registry.proposals.approve(proposal_id, { actor: person, via: 'console' });

  const task = await place.call('apply_proposal', { proposal_id });
  expect(task).toMatchObject({ resultType: 'task', status: 'working' });
  const requestId = await place.askedRequest('UpdateFirmware');
  await place.station.call('FirmwareStatusNotification', { requestId, status: 'Installed' });
  const { result } = await place.ended(task);
  expect(result).toMatchObject({
    content: [{ text: 'The charge point has installed it.' }, {}],
    structuredContent: { status: 'done', result: { verified_by: { event_kind: 'firmware-installed' } } },
  });
});

test('a cancelled task ends its call, and what it says afterwards is not told', async () => {
  await using place = await openPlace();
  const task = await place.call('call_tool', { name: 'request_logs', arguments: { charge_point_id: 'CP-7' } });
  expect(task['resultType']).toBe('task');
  expect(await place.ask('tasks/cancel', { taskId: task['taskId'] })).toMatchObject({ resultType: 'complete' });
  expect(await place.ask('tasks/cancel', { taskId: task['taskId'] })).toMatchObject({ resultType: 'complete' });
  expect(await place.ask('tasks/get', { taskId: task['taskId'] })).toMatchObject({ status: 'cancelled' });
  await expect
    .poll(async () => (await place.door.audit('tool:request_logs')).map(({ outcome }) => outcome))
    .toHaveLength(1);
});

test('a call that cannot go on for minutes is no task', async () => {
  await using place = await openPlace();
  expect(await place.call('list_charge_points')).toMatchObject({ resultType: 'complete' });
  const passedOn = { name: 'list_charge_points', arguments: {} };
  expect(await place.call('call_tool', passedOn)).toMatchObject({ resultType: 'complete' });
});

test('who does not say that it takes tasks waits for its answer, and sees none', async () => {
  await using place = await openPlace();
  const { taskId } = await place.call('request_logs', { charge_point_id: 'CP-7' });
  const without = (method: string, params: object) =>
    post(place.door.mcp.address, modern(method, { ...params }), place.headers);
  expect((await without('tasks/get', { taskId })).body).toMatchObject({ error: { code: -32_020 } }); // and no Mcp-Name
  const named = {
    ...modern('tasks/get', { taskId }),
    headers: { ...modern('tasks/get').headers, 'mcp-name': String(taskId) },
  };
  expect((await post(place.door.mcp.address, named, place.headers)).body).toMatchObject({
    error: { code: -32_021, data: { requiredCapabilities: declared } },
  });
  const waited = await without('tools/call', { name: 'request_logs', arguments: { charge_point_id: 'CP-7' } });
  expect(waited.body).toMatchObject({ result: { resultType: 'complete' } });
});

test('a task is known to whoever asked for it, and to nobody else', async () => {
  await using place = await openPlace();
  const { taskId } = await place.call('request_logs', { charge_point_id: 'CP-7' });
  const other = await place.door.makeKey({ kind: 'agent', role: 'operator' });
  for (const method of ['tasks/get', 'tasks/cancel'])
    expect(await place.askAs(other, method, { taskId })).toMatchObject({ code: -32_602, message: /no such task/ });
  expect(await place.ask('tasks/get', { taskId })).toMatchObject({ status: 'working' });
});

test('in a session of 2025 only what can be a task takes one', async () => {
  await using place = await openPlace();
  const session = await legacySession(place.door.mcp.address, place.headers);
  const { result: listed } = await session.ask('tools/list');
  const tools = listed?.['tools'] as { name: string; execution?: object }[];
  expect(tools.find(({ name }) => name === 'call_tool')?.execution).toEqual({ taskSupport: 'optional' });
  expect(tools.find(({ name }) => name === 'list_charge_points')?.execution).toBeUndefined();
  const refused = await session.ask('tools/call', { name: 'list_charge_points', arguments: {}, task: { ttl: 60_000 } });
  expect(refused.error).toMatchObject({ code: -32_601 });

  const call = { name: 'request_logs', arguments: { charge_point_id: 'CP-8' } };
  const { result: begun } = await session.ask('tools/call', { name: 'call_tool', arguments: call, task: {} });
  const { taskId } = (begun?.['task'] ?? {}) as { taskId: string };
  const { result } = await session.ask('tasks/result', { taskId });
  expect(result).toMatchObject({ isError: true, _meta: { 'io.modelcontextprotocol/related-task': { taskId } } });
  const { result: list } = await session.ask('tasks/list');
  expect(list).toMatchObject({ tasks: [{ taskId, status: 'failed' }] });
  expect((await session.ask('tasks/cancel', { taskId })).error).toMatchObject({ code: -32_602 });
});

type Place = AsyncDisposable & {
  door: AgentDoor;
  station: AnsweringStation;
  headers: Record<string, string>;
  /** The number of the request with this action, once it has reached the station. */
  askedRequest(action: string): Promise<unknown>;
  /** A request of 2026-07-28 by a client that takes tasks: its result, or its error. */
  ask(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>>;
  askAs(secret: string, method: string, params: Record<string, unknown>): Promise<Record<string, unknown>>;
  call(name: string, given?: object): Promise<Record<string, unknown>>;
  ended(task: Record<string, unknown>): Promise<Record<string, unknown>>;
};

async function openPlace(): Promise<Place> {
  await using made = new AsyncDisposableStack();
  const config = { logUploadUrl: 'https://logs.example/in', firmwareHosts: ['files.example'] };
  const door = made.use(await openAgentDoor({ config }));
  const answers = { GetLog: () => ({ status: 'Accepted', filename: 'diag.zip' }) };
  const station = made.use(await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1', answers }));
  await station.call('StatusNotification', { evseId: 1, connectorId: 1, connectorStatus: 'Available', timestamp: at });
  const secret = await door.makeKey({ kind: 'agent', role: 'operator' });

  async function askAs(key: string, method: string, params: Record<string, unknown>) {
    const { body } = await post(door.mcp.address, takingTasks(method, params), { authorization: `Bearer ${key}` });
    const { result, error } = body as { result?: Record<string, unknown>; error?: Record<string, unknown> };
    return result ?? error ?? {};
  }
  const ask: Place['ask'] = (method, params) => askAs(secret, method, params);
  const all = made.move();
  return {
    door,
    station,
    headers: { authorization: `Bearer ${secret}` },
    async askedRequest(action) {
      const isAsked = () => station.asked.find((each) => each.action === action);
      await expect.poll(isAsked).toBeDefined();
      return isAsked()?.payload['requestId'];
    },
    ask,
    askAs,
    call: (name, given = {}) => ask('tools/call', { name, arguments: given }),
    async ended(task) {
      const { taskId } = task;
      await expect.poll(() => ask('tasks/get', { taskId })).toMatchObject({ status: 'completed' });
      return ask('tasks/get', { taskId });
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function takingTasks(method: string, params: Record<string, unknown>): Message {
  const message = modern(method, params);
  const body = JSON.parse(message.text) as { params: { _meta: Record<string, unknown> } };
  body.params._meta['io.modelcontextprotocol/clientCapabilities'] = declared;
  const name = params['name'] ?? params['taskId'];
  return { text: JSON.stringify(body), headers: { ...message.headers, 'mcp-name': String(name) } };
}

async function taskSession(
  { door, ask, headers }: Place,
  era: '2025-11-25' | '2026-07-28',
): Promise<TaskEnabledSession & AsyncDisposable> {
  const secret = headers['authorization']?.slice('Bearer '.length);
  const client = await connect(
    `${door.mcp.address}/x/charging`, // where it is told which tools can be tasks
    era === '2026-07-28' ? { ...modernClient, capabilities: declared } : {},
    secret,
  );
  const framing = { protocolVersion: era, clientInfo: { name: 'test', version: '0' }, clientCapabilities: declared };
  const session = createTaskSessionFromClient(client, {
    endpointId: 'sigec',
    ...(era === '2026-07-28' && {
      v2RequestFraming: framing,
      // Its own client does not send what the extension adds, so the host does.
      async rawDispatch(request) {
        const { method, params = {} } = request as { method: string; params?: Record<string, unknown> };
        return { kind: 'result', result: (await ask(method, params)) as never };
      },
    }),
  });
  return Object.assign(session, {
    async [Symbol.asyncDispose]() {
      await session.close();
      await client.close();
    },
  });
}
