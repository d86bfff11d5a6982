import { expect, test } from 'vitest';
import { type AgentDoor, openAgentDoor } from '../../../test/support/agent-door.ts';
import { anyEvent } from '../../../test/support/any-event.ts';
import {
  type ConnectedClient,
  connect,
  eras,
  legacySession,
  modern,
  post,
  readEvents,
} from '../../../test/support/mcp-client.ts';
import { trialPack } from '../../../test/support/trial-pack.ts';

/** A reader of the ledger waits for the oldest transaction of the whole server, and tests run side by side. */
const patience = { timeout: 20_000 };

test('resources are listed page by page, and none twice', async () => {
  await using door = await openTrialDoor();
  const uris: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { body } = await post(door.mcp.address, modern('resources/list', cursor === undefined ? {} : { cursor }));
    const { result } = body as { result: { resources: { uri: string; title?: string }[]; nextCursor?: string } };
    uris.push(...result.resources.map(({ uri }) => uri));
    expect(result.resources.every(({ title }) => !title?.includes('\u202e'))).toBe(true);
    expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    cursor = result.nextCursor;
    pages += 1;
  } while (cursor !== undefined);
  const own = uris.filter((uri) => uri.startsWith('trial:'));
  expect(own).toHaveLength(251);
  expect(new Set(own).size).toBe(251);
  expect(pages).toBe(Math.ceil(uris.length / 100));
  const stray = await post(door.mcp.address, modern('resources/list', { cursor: 'made-up' }));
  expect(stray.body).toMatchObject({ error: { code: -32_602 } });
});

test.each(eras)('templates are listed, and a resource is read, cleaned and audited (%s)', async (_version, options) => {
  await using at = await openTrial(options);
  const { resourceTemplates } = await at.client.listResourceTemplates();
  expect(resourceTemplates).toContainEqual(
    expect.objectContaining({ uriTemplate: 'trial://things/{id}', mimeType: 'application/json' }),
  );
  const { contents } = await at.client.readResource({ uri: 'trial://things/T-007' });
  expect(JSON.parse((contents[0] as { text: string }).text)).toEqual({ id: 'T-007', reported_label: 'abcd' });
  expect(await at.door.audit('resource:')).toMatchObject([
    { action: 'resource:thing', subject: 'trial://things/T-007', outcome: 'done', door: 'mcp' },
  ]);
});

test('what is not there is told with its address, in both eras', async () => {
  await using door = await openTrialDoor();
  const session = await legacySession(door.mcp.address);
  for (const uri of ['trial://things/T-999', 'trial://nothing', 'nonsense', 'trial://things/%zz']) {
    const { body } = await post(door.mcp.address, modern('resources/read', { uri }), { 'mcp-name': uri });
    expect(body).toMatchObject({ error: { code: -32_602, data: { uri } } });
    expect(await session.ask('resources/read', { uri })).toMatchObject({ error: { code: -32_602, data: { uri } } });
  }
  const audit = (await door.audit('resource:')).map(({ action, outcome }) => `${action} ${outcome}`);
  expect(audit.toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => 'resource:thing failed'),
    ...Array.from({ length: 6 }, () => 'resource:unknown failed'),
  ]);
});

test.each(eras)(
  'a key without the scope neither sees nor reads nor hears of a resource (%s)',
  async (version, options) => {
    await using door = await openAgentDoor();
    const { pack } = trialPack();
    door.registry.addPack({ ...pack, resources: [...(pack.resources ?? []), { ...open, category: 'trial' }] });
    const secret = await door.makeKey({ kind: 'agent', role: 'viewer', scopes: ['trial:read'] });
    await using client = await connect(door.mcp.address, options, secret);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['trial://open']);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    await expect(client.readResource({ uri: 'trial://things/T-007' })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('needs the scope stations:read') as string,
    });
    if (version === '2025-11-25')
      await expect(client.subscribeResource({ uri: 'trial://things/T-007' })).rejects.toMatchObject({
        data: { uri: 'trial://things/T-007' },
      });
    expect(await door.audit('resource:')).toMatchObject([{ action: 'resource:thing', outcome: 'refused' }]);
  },
);

test.each(eras)('arguments and addresses are completed (%s)', async (_version, options) => {
  await using at = await openTrial(options);
  const uri = 'trial://things/{id}';
  const complete = (ref: { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string }, name: string) =>
    at.client.complete({ ref, argument: { name, value: 'T-0' } });
  const expected = { total: 100, hasMore: false };
  expect((await complete({ type: 'ref/resource', uri }, 'id')).completion).toMatchObject(expected);
  expect((await complete({ type: 'ref/prompt', name: 'look_after' }, 'thing')).completion).toMatchObject(expected);
  expect((await complete({ type: 'ref/prompt', name: 'look_after' }, 'why')).completion.values).toEqual([]);
  await expect(complete({ type: 'ref/resource', uri }, 'other')).rejects.toMatchObject({ code: -32_602 });
  await expect(complete({ type: 'ref/prompt', name: 'nothing' }, 'thing')).rejects.toMatchObject({ code: -32_602 });
});

test.each(eras)('prompts are listed and filled in, with cleaned arguments (%s)', async (_version, options) => {
  await using at = await openTrial(options);
  const { prompts } = await at.client.listPrompts();
  expect(prompts.find(({ name }) => name === 'look_after')).toMatchObject({
    arguments: [
      { name: 'thing', required: true },
      { name: 'why', required: false },
    ],
  });
  const given = { thing: 'T-1', why: 'it\nsays \u202eso' };
  const { messages } = await at.client.getPrompt({ name: 'look_after', arguments: given });
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Look after T-1, because it says so.' } }]);
  const get = (name: string, args: Record<string, string>) => at.client.getPrompt({ name, arguments: args });
  await expect(get('look_after', {})).rejects.toMatchObject({ code: -32_602, message: /needs thing/ });
  await expect(get('look_after', { thing: 'T-1', x: '1' })).rejects.toMatchObject({ message: /takes thing, why/ });
  await expect(get('nothing', {})).rejects.toMatchObject({ code: -32_602 });
  expect((await at.door.audit('prompt:')).map(({ outcome }) => outcome)).toEqual([
    ...['done', 'refused', 'refused', 'failed'],
  ]);
});

test('a subscriber of the older era is told once of a burst of events, whatever a pack stumbles over, and not any more afterwards', async () => {
  await using at = await openTrial({});
  const told: string[] = [];
  at.client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
  await at.client.subscribeResource({ uri: 'trial://things/T-007' });
  const broken = anyEvent({ kind: 'thing-broken', stationId: null, happenedAt: new Date(), body: {} });
  await at.door.ledger.commit({ events: [broken] });
  await at.door.change('T-007', 'T-007', 'T-008');
  await expect.poll(() => told, patience).toEqual(['trial://things/T-007']);
  await at.client.unsubscribeResource({ uri: 'trial://things/T-007' });
  await at.client.subscribeResource({ uri: 'trial://things/T-009' });
  await at.door.change('T-007', 'T-009');
  await expect.poll(() => told, patience).toEqual(['trial://things/T-007', 'trial://things/T-009']);
});

test('a listener of the newer era hears of what it may read, and of changed lists', async () => {
  await using at = await openTrial(eras[1][1]);
  const uris = ['trial://things/T-007', 'trial://nothing'];
  const message = modern('subscriptions/listen', {
    notifications: { toolsListChanged: true, resourceSubscriptions: uris },
  });
  const stopping = new AbortController();
  const answer = await fetch(at.door.mcp.address, {
    method: 'POST',
    headers: message.headers,
    body: message.text,
    signal: stopping.signal,
  });
  const heard = readEvents(answer);
  const first = (await heard.next()).value;
  expect(first).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: { toolsListChanged: true, resourceSubscriptions: ['trial://things/T-007'] } },
  });
  await at.door.change('T-007', 'T-008');
  expect((await heard.next()).value).toMatchObject({
    method: 'notifications/resources/updated',
    params: { uri: 'trial://things/T-007' },
  });
  at.door.registry.unregister('look');
  expect((await heard.next()).value).toMatchObject({ method: 'notifications/tools/list_changed' });
  stopping.abort();
});

test('more addresses than one stream is told of are refused', async () => {
  await using at = await openTrial({}, { subscriptions: 2 });
  const uri = (id: number) => `trial://things/T-00${id}`;
  await at.client.subscribeResource({ uri: uri(1) });
  await at.client.subscribeResource({ uri: uri(2) });
  await at.client.subscribeResource({ uri: uri(2) });
  await expect(at.client.subscribeResource({ uri: uri(3) })).rejects.toMatchObject({
    message: expect.stringContaining('2 resources are the most') as string,
  });
  const listen = modern('subscriptions/listen', { notifications: { resourceSubscriptions: [1, 2, 3].map(uri) } });
  expect(await post(at.door.mcp.address, listen)).toMatchObject({
    status: 429,
    body: { error: { message: expect.stringContaining('2 resources are the most') as string } },
  });
});

test('asking for many addresses at once does not get more of them', async () => {
  await using at = await openTrial({}, { subscriptions: 2 });
  const asked = Array.from({ length: 8 }, (_, id) => at.client.subscribeResource({ uri: `trial://things/T-00${id}` }));
  const granted = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled');
  expect(granted).toHaveLength(2);
});

test('a place in a list that no database can hold is no cursor of ours', async () => {
  await using door = await openAgentDoor();
  for (const position of ['a\u0000b', 'a\ud800']) {
    const cursor = Buffer.from(JSON.stringify(['station', position])).toString('base64url');
    const { body } = await post(door.mcp.address, modern('resources/list', { cursor }));
    expect(JSON.stringify(body)).toMatch(/cursor accepts only the nextCursor/);
  }
});

test.each(eras)(
  'a host that asked hears how far a call is, and one that did not hears nothing (%s)',
  async (_v, options) => {
    await using at = await openTrial(options);
    const heard: unknown[] = [];
    await at.client.callTool({ name: 'look' }, { onprogress: (progress) => heard.push(progress) });
    expect(heard).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3, message: 'Looking.' })));
    const quiet = await post(at.door.mcp.address, modern('tools/call', { name: 'look', arguments: {} }));
    expect(quiet.headers['content-type']).toContain('application/json');
  },
);

const open = {
  name: 'open',
  title: 'Open',
  description: 'Something else',
  uriTemplate: 'trial://open',
  read: () => Promise.resolve({}),
};

type TrialDoor = AgentDoor & { change(...ids: string[]): Promise<void> };
type At = AsyncDisposable & { door: TrialDoor; client: ConnectedClient };

async function openTrial(options: Parameters<typeof connect>[1], limits: { subscriptions?: number } = {}): Promise<At> {
  const door = await openTrialDoor(limits);
  const client = await connect(door.mcp.address, options);
  return {
    door: Object.assign(door, {
      async change(...ids: string[]) {
        const events = ids.map((id) =>
          anyEvent({ kind: 'thing-changed', stationId: null, happenedAt: new Date(), body: { id } }),
        );
        await door.ledger.commit({ events });
      },
    }),
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await door[Symbol.asyncDispose]();
    },
  };
}

async function openTrialDoor(limits: { subscriptions?: number } = {}): Promise<AgentDoor> {
  const door = await openAgentDoor({ limits });
  door.registry.addPack(trialPack().pack);
  return door;
}
