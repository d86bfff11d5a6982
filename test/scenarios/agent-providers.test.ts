import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TurnEvent } from '../../src/assistant/conversation/turn-event.ts';
import { interpreterMind } from '../../src/assistant/interpreter/interpreter-mind.ts';
import { mindOfModel } from '../../src/assistant/providers/model-of.ts';
import { type ProviderName, providers } from '../../src/assistant/providers/providers.ts';
import { scriptedMind } from '../../src/assistant/providers/scripted.ts';
import { openServers } from '../../src/assistant/servers/open-servers.ts';
import type { Servers } from '../../src/assistant/servers/servers.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { CreatedKey, NewKey } from '../../src/contract/agents/principal.ts';
import type { Proposal } from '../../src/contract/agents/proposal.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { eventsOf, serversOf, type TalkNeeds, talk } from '../support/agent-parts.ts';
import { type ModelServer, startModelServer, wires } from '../support/model-servers/model-server.ts';
import type { ModelRequest } from '../support/model-servers/wire.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { asker } from '../support/tools-view.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const names = Object.keys(providers) as ProviderName[];

let sigec: TestSigec;
let ana: CreatedKey;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  ana = await sigec.api.post<CreatedKey>('/api/keys', { kind: 'person', role: 'operator', name: 'Ana' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

test.each(names)('%s: tools, streaming, an approval and a refusal, over its own wire', async (provider) => {
  await using model = await startModelServer(provider);
  await using at = await station(`CP-${provider}`);
  await using servers = await connected();
  const id = at.station.id;
  const firstPiece = Promise.withResolvers<void>();
  const approved = Promise.withResolvers<string>();
  const onEvent = (event: TurnEvent) => {
    if (event.type === 'text') firstPiece.resolve();
    if (event.type === 'proposal-made') void approve(event.proposal.id).then(approved.resolve, approved.reject);
  };
  const decide: TalkNeeds['decide'] = ({ tool }) => (tool.tool === 'apply_proposal' ? 'once' : 'deny');
  const person = talk({ mind: await mindOn(provider, model), servers, decide, onEvent, system: 'You help operators.' });

  // Two tools at once, and a text that is read while it is still being said.
  model.say(
    {
      reasoning: 'Which one is it?',
      text: ['Let me ', '<thinking>both at once</thinking>', 'look.'],
      until: firstPiece.promise,
      calls: [
        { id: 'call-a', name: 'get_charge_point_status', arguments: { charge_point_id: id } },
        { id: 'call-b', name: 'list_charge_points', arguments: { limit: 5 } },
      ],
    },
    { text: ['It is ', 'online.'] },
  );
  const looked = await person.ask(`How is ${id}?`);
  expect(model.complaints).toEqual([]);
  expect(looked).toMatchObject({ reason: 'done', turns: 2, usage: { inputTokens: 80, outputTokens: 24 } });
  expect(person.shown()).toBe('Let me look.It is online.');
  expect(eventsOf(person.events, 'call-ended').map(({ isError }) => isError)).toEqual([false, false]);
  const [first, second] = model.requests as [ModelRequest, ModelRequest];
  expect(first.system).toBe('You help operators.');
  expect(first.tools.length).toBeGreaterThan(10);
  expect(first.tools.find(({ name }) => name === 'reset_charge_point')?.schema).toMatchObject({
    properties: { charge_point_id: { type: 'string' } },
  });
  expect(second.messages).toMatchObject([
    { role: 'user', text: expect.stringMatching(`^How is ${id}\\?\n\n.asked at `) as string },
    {
      role: 'assistant',
      calls: [
        { name: 'get_charge_point_status', arguments: { charge_point_id: id } },
        { name: 'list_charge_points', arguments: { limit: 5 } },
      ],
    },
    { role: 'tool', text: expect.stringContaining(id) as string },
    { role: 'tool', text: expect.stringContaining(id) as string },
  ]);

  const hardReset = { charge_point_id: id, type: 'hard', wait_seconds: 60 };
  // A change is proposed, a person approves it elsewhere, and only then it is carried out.
  model.say(
    {
      reasoning: 'It wants a restart.',
      text: ['<thinking>Go.</thinking>', '\n\n'],
      calls: [{ id: 'call-c', name: 'reset_charge_point', arguments: hardReset }],
    },
    async () => {
      expect(await at.resets()).toEqual([]);
      const given = { proposal_id: await approved.promise };
      return { reasoning: 'It may be.', calls: [{ id: 'call-d', name: 'apply_proposal', arguments: given }] };
    },
    ({ messages }) => ({ text: [messages.at(-1)?.text.includes('it has booted again') === true ? 'Back.' : 'Lost.'] }),
  );
  expect(await person.ask('Restart it.')).toMatchObject({ reason: 'done', turns: 3 });
  expect(person.shown()).toBe('Back.');
  expect(eventsOf(person.events, 'proposal-made')).toMatchObject([{ proposal: { targets: [`station:${id}`] } }]);
  expect(await at.resets()).toHaveLength(1);
  expect(at.boots).toBe(2);

  // What the person does not allow does not leave, and the model hears of it.
  model.say(
    {
      reasoning: 'A report.',
      calls: [{ id: 'call-e', name: 'request_charge_point_report', arguments: { charge_point_id: id } }],
    },
    ({ messages }) => ({ text: [messages.at(-1)?.text ?? ''] }),
  );
  await person.ask('Ask it for a report.');
  expect(person.asked.at(-1)).toMatchObject({ tool: { tool: 'request_charge_point_report' } });
  expect(person.shown()).toContain('The person did not allow this call.');
  expect(model.complaints).toEqual([]);
});

test.concurrent.each(names)('%s: what goes wrong is one sentence, or is tried again', async (provider) => {
  await using model = await startModelServer(provider);
  const servers = serversOf({ name: 'find' });
  const person = talk({ mind: await mindOn(provider, model), servers });

  model.say({ refusal: 'rate', retryAfterSeconds: 0 }, { refusal: 'busy' }, { text: ['Here.'] });
  expect(await person.ask('Hello?')).toMatchObject({ reason: 'done' });
  expect(eventsOf(person.events, 'retrying').map(({ inMs }) => inMs)).toEqual([1_000, 2_000]);
  expect(person.shown()).toBe('Here.');

  model.say({ refusal: 'rate', retryAfterSeconds: 3_600 });
  expect(await person.ask('Hello?')).toMatchObject({
    reason: 'failed',
    about: `${provider} was asked too much in a short time. Wait a little, or choose another model.`,
  });
  model.say({ refusal: 'too-long' });
  const tooLong = 'The conversation is too long for m-large. Start a new one, or choose a larger model.';
  expect(await person.ask('Hello?')).toMatchObject({ reason: 'failed', about: tooLong });
  if ('used-up' in wires[provider].refusals) {
    model.say({ refusal: 'used-up' });
    const usedUp = `The account at ${provider} is used up. Add credit there, or choose another provider.`;
    expect(await person.ask('Hello?')).toMatchObject({ reason: 'failed', about: usedUp });
  }

  // A line that is lost in the middle: what was said stays, and nothing is said twice.
  model.say({ text: ['Half of ', 'it'], ending: 'broken' });
  expect(await person.ask('Tell me.')).toMatchObject({
    reason: 'failed',
    about: `${provider} cannot be reached. Check the network, and LLM_BASE_URL if it is set.`,
  });
  expect(person.conversation.messages.at(-1)).toMatchObject({ role: 'assistant', text: 'Half of it' });
  model.say({ text: ['As much as I may'], isCut: true });
  expect(await person.ask('Go on.')).toMatchObject({ reason: 'done' });
  expect(eventsOf(person.events, 'warning')).toMatchObject([
    { text: expect.stringMatching(/^The answer was cut off/) as string },
  ]);

  if (provider !== 'google') {
    // Google sends arguments as an object, never as a text that could be broken.
    const answer = ({ messages }: ModelRequest) => ({ text: [messages.at(-1)?.text ?? ''] });
    model.say({ reasoning: 'hm', calls: [{ id: 'call-x', name: 'find', arguments: '{"page": ' }] }, answer);
    await person.ask('Find it.');
    expect(person.shown()).toContain('Not made: its arguments were no JSON object.');
    expect(servers.calls).toEqual([]);
  }
  expect(model.complaints).toEqual([]);

  const wrongKey = talk({ mind: await mindOn(provider, { ...model, key: 'wrong' }), servers });
  const keySetting = providers[provider].keySetting ?? 'it';
  expect(await wrongKey.ask('Hello?')).toMatchObject({
    about: `${provider} does not accept the key. Check ${keySetting}, and that it may use m-large.`,
  });
  const wrongModel = talk({ mind: await mindOn(provider, { ...model, model: 'm-small' }), servers });
  expect(await wrongModel.ask('Hello?')).toMatchObject({
    about: `${provider} knows no model named m-small. Check LLM_MODEL, and LLM_BASE_URL if it is set.`,
  });
});

test.each(names)(
  '%s: cancelled in the middle of a sentence, it stops there and can be talked to again',
  async (provider) => {
    await using model = await startModelServer(provider);
    const cancel = new AbortController();
    const onEvent = ({ type }: TurnEvent) => type === 'text' && cancel.abort();
    const person = talk({ mind: await mindOn(provider, model), servers: serversOf({ name: 'find' }), onEvent });
    model.say({ text: ['One, '], ending: 'never' });
    expect(await person.ask('Count.', cancel.signal)).toMatchObject({ reason: 'cancelled' });
    await expect.poll(() => model.hangUps).toBe(1); // the provider hears of it, and stops counting too
    expect(person.shown()).toBe('One, ');
    model.say(({ messages }) => ({ text: [messages.map(({ text }) => text.split('\n')[0]).join('|')] }));
    expect(await person.ask('Go on.')).toMatchObject({ reason: 'done' });
    expect(person.shown()).toBe('Count.|One, |Go on.');
    expect(model.complaints).toEqual([]);
  },
);

test('a conversation that was begun at one provider goes on at every other', async () => {
  const servers = serversOf({ name: 'find' });
  const { conversation } = talk({ mind: scriptedMind([]), servers });
  for (const provider of [...names, ...names.toReversed()]) {
    await using model = await startModelServer(provider);
    const person = talk({ mind: await mindOn(provider, model), servers, conversation });
    const given = { at: provider, number: conversation.messages.length };
    model.say(
      { reasoning: 'I look.', text: ['Looking.'], calls: [{ id: `call_${provider}`, name: 'find', arguments: given }] },
      { reasoning: 'I know.', text: [`Found at ${provider}.`] },
    );
    expect([provider, await person.ask('And now?'), model.complaints]).toMatchObject([
      provider,
      { reason: 'done' },
      [],
    ]);
    expect(model.requests.at(-1)?.messages).toHaveLength(conversation.messages.length - 1);
  }
  expect(servers.calls).toHaveLength(10);
  for (const provider of names) {
    // Grown too long, it is summed up, by whoever answers now.
    await using model = await startModelServer(provider);
    const needs = { mind: await mindOn(provider, model), servers, conversation: structuredClone(conversation) };
    const person = talk({ ...needs, budget: { contextTokens: 600 } });
    model.say({ text: ['All was ', 'found.'] }, { text: ['Yes.'] });
    expect([provider, await person.ask('All?'), model.complaints]).toMatchObject([provider, { reason: 'done' }, []]);
    expect(model.requests[0]).toMatchObject({ tools: [], messages: [{ role: 'user' }] });
    expect(model.requests[1]?.messages[0]?.text).toMatch(/^\[Notes .*\]\nAll was found\.$/);
    expect(eventsOf(person.events, 'compacted')).toHaveLength(1);
  }
});

test('where the key of a person allows it, they approve in the conversation, or do not', async () => {
  await using at = await station('CP-asked');
  await using servers = await connected({ kind: 'person', name: 'Bruno', approvesByElicitation: true });
  const reset = { name: 'reset_charge_point', arguments: { charge_point_id: at.station.id, type: 'hard' } };
  for (const isApproved of [false, true]) {
    const answer: TalkNeeds['answer'] = ({ schema }) =>
      isApproved ? { action: 'accept', content: yesTo(schema) } : { action: 'decline' };
    const mind = scriptedMind([{ calls: [reset] }, { say: 'That was it.' }]);
    const person = talk({ mind, servers, answer });
    expect(await person.ask('Restart it.')).toMatchObject({ reason: 'done' });
    expect(eventsOf(person.events, 'question-asked')).toMatchObject([{ question: { server: 'sigec' } }]);
    expect(await at.resets()).toHaveLength(isApproved ? 1 : 0);
  }
});

test('where nobody answers at all, it is tried four times and then said', async () => {
  const gone = { url: 'http://127.0.0.1:1', key: 'k', model: 'm' };
  const tried = names.map(async (provider) => {
    const person = talk({ mind: await mindOn(provider, gone), servers: serversOf() });
    const { about } = await person.ask('Hello?');
    return [about, eventsOf(person.events, 'retrying').length];
  });
  expect(await Promise.all(tried)).toEqual(
    names.map((provider) => [`${provider} cannot be reached. Check the network, and LLM_BASE_URL if it is set.`, 3]),
  );
});

test('anthropic marks what it will read again, and is told how much it may say and think', async () => {
  await using model = await startModelServer('anthropic');
  const choice = { provider: 'anthropic', model: model.model, baseUrl: model.url, key: model.key } as const;
  const limits = { maxOutputTokens: 700, effort: 'low', silenceMs: 60_000 } as const;
  const person = talk({ mind: await mindOfModel({ ...choice, limits }), servers: serversOf({ name: 'find' }) });
  model.say({ text: ['Here.'] });
  expect(await person.ask('Hello?')).toMatchObject({ reason: 'done' });
  const [body] = model.bodies;
  const mark = { cache_control: { type: 'ephemeral' } };
  expect(body).toMatchObject({ system: [mark], messages: [{ content: [mark] }] });
  expect(body?.['max_tokens']).toBeGreaterThanOrEqual(700);
  expect(JSON.stringify(body)).toMatch(/"effort":"low"|"budget_tokens":/); // by the name of the model
});

test.concurrent.each(names)('%s: one that says nothing counts as away', async (provider) => {
  await using model = await startModelServer(provider);
  const choice = { provider, model: model.model, baseUrl: model.url, key: model.key };
  const limits = { maxOutputTokens: 0, effort: 'default', silenceMs: 300 } as const;
  const person = talk({ mind: await mindOfModel({ ...choice, limits }), servers: serversOf({ name: 'find' }) });
  model.say({ text: ['Half'], ending: 'never' });
  const about = `${provider} said nothing for 0.3 seconds (LLM_TIMEOUT_SECONDS). Try again, or choose another model.`;
  expect(await person.ask('Hello?')).toMatchObject({ reason: 'failed', about });
});

test.each(names)(
  '%s: the interpreter comes first, the model when it is needed, and both when it is away',
  async (provider) => {
    await using model = await startModelServer(provider);
    await using at = await station(`CP-${70 + names.indexOf(provider)}`);
    await using servers = await connected();
    const interpreter = interpreterMind({ clock: systemClock, timeZone: 'UTC', language: 'en' });
    const person = talk({ mind: await mindOn(provider, model), interpreter, servers });
    expect(await person.ask(`status of ${at.station.id}`)).toMatchObject({ reason: 'done', answeredBy: 'interpreter' });
    expect(person.shown()).toContain(at.station.id);
    expect(model.requests).toEqual([]);

    model.say({ text: ['A poem.'] });
    expect(await person.ask('write a poem about dolphins')).toMatchObject({ reason: 'done', answeredBy: 'model' });
    expect(model.complaints).toEqual([]); // what the interpreter called and was answered is a conversation that providers take

    model.say({ refusal: 'key' });
    const away = await person.ask('which stations are offline and singing sopranos?');
    expect(away).toMatchObject({
      reason: 'failed',
      about: expect.stringContaining('does not accept the key') as string,
    });
    expect(person.shown()).toContain('sopranos');
  },
);

function mindOn(provider: ProviderName, { url, key, model }: Pick<ModelServer, 'url' | 'key' | 'model'>) {
  return mindOfModel({ provider, model, baseUrl: url, key });
}

/** Whatever is asked: yes. */
function yesTo(schema: Record<string, unknown> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.keys(schema?.['properties'] ?? {}).map((name) => [name, true]));
}

/** The product, as an agent's key sees it. */
async function connected(wanted: Partial<NewKey> = {}): Promise<Servers & AsyncDisposable> {
  const key = { kind: 'agent', role: 'operator', name: 'Scout', ...wanted };
  const { secret } = await sigec.api.post<CreatedKey>('/api/keys', key);
  const headers = { authorization: `Bearer ${secret}` };
  const servers = openServers({
    settings: [{ name: 'sigec', isOwn: true, kind: 'http', url: `${sigec.addresses.mcp}/x/charging`, headers }],
  });
  await servers.settled();
  return Object.assign(servers, { [Symbol.asyncDispose]: () => servers.close() });
}

/** With Ana's own key, elsewhere. */
async function approve(proposalId: string): Promise<string> {
  const { status } = await asker(sigec.addresses.api, ana.secret)('POST', `/api/proposals/${proposalId}/approve`, {});
  const { state } = await sigec.api.get<Proposal>(`/api/proposals/${proposalId}`);
  expect([status, state]).toEqual([200, 'approved']);
  return proposalId;
}

type BootedStation = AsyncDisposable & {
  station: SimulatedStation;
  readonly boots: number;
  resets(): Promise<unknown[]>;
};

async function station(id: string): Promise<BootedStation> {
  let boots = 0;
  const simulated = new SimulatedStation({
    id,
    version: '2.0.1',
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 50,
    onEvent: (event) => {
      if (event.kind === 'exchanged' && event.exchange.action === 'BootNotification') boots += 1;
    },
  });
  simulated.start();
  await expect.poll(() => simulated.state, { timeout: 10_000 }).toBe('accepted');
  return {
    station: simulated,
    get boots() {
      return boots;
    },
    async resets() {
      const path = `/api/stations/${id}/messages?action=Reset&caller=system`;
      return (await sigec.api.get<MessageList>(path)).messages;
    },
    [Symbol.asyncDispose]: () => simulated.stop(),
  };
}
