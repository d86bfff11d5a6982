import type { ElicitRequest } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { openAgentDoor } from '../../../test/support/agent-door.ts';
import { connect, eras, modern, post, textOf } from '../../../test/support/mcp-client.ts';
import { trialPack } from '../../../test/support/trial-pack.ts';

const elicitation = { capabilities: { elicitation: { form: {} } } } as const;
const person = { kind: 'person', role: 'operator', approvesByElicitation: true } as const;
type Said = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, boolean> };

test.each(eras)('a person approves in their agent’s window, and it is done once (%s)', async (_version, options) => {
  await using at = await openTrial(options, { says: { action: 'accept', content: { approve: true } } });
  const answer = await at.client.callTool({ name: 'cut_power', arguments: { thing: 'T-1' } });
  expect(answer.structuredContent).toMatchObject({ status: 'done', targets: ['thing:T-1'], result: { was: 'calm' } });
  expect(textOf(answer)).toBe('It went dark.');
  expect(at.effects).toEqual(['cut_power T-1']);
  expect(at.asked).toHaveLength(1);
  const { message } = at.asked[0] as { message: string };
  expect(message).toContain('cut_power');
  expect(message).toContain('One thing would go dark.');
  expect(message).toContain('thing:T-1');
  expect(message).not.toContain('IGNORE');
  expect((await at.door.audit('proposal:')).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    ...['proposal:approve done', 'proposal:apply done', 'proposal:end done'],
  ]);
});

test.each(eras)('through call_tool the person sees the tool that would really run (%s)', async (_version, options) => {
  await using at = await openTrial(options, { says: { action: 'accept', content: { approve: true } } });
  const given = { name: 'cut_power', arguments: { thing: 'T-2' } };
  const answer = await at.client.callTool({ name: 'call_tool', arguments: given });
  expect(answer.structuredContent).toMatchObject({ tool: 'cut_power', data: { status: 'done' } });
  expect((at.asked[0] as { message: string }).message).toContain('cut_power');
  expect(at.effects).toEqual(['cut_power T-2']);
});

test.each(eras)('a person who declines ends it, and nothing is done (%s)', async (_version, options) => {
  await using at = await openTrial(options, { says: { action: 'decline' } });
  const answer = await at.client.callTool({ name: 'cut_power', arguments: { thing: 'T-1' } });
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toContain('declined');
  const { proposals } = await at.proposals();
  expect(proposals).toMatchObject([{ state: 'denied' }]);
  expect(at.effects).toEqual([]);
});

test.each(eras)('a window that is only clicked away leaves the proposal waiting (%s)', async (_version, options) => {
  const answers: Said[] = [{ action: 'cancel' }, { action: 'accept', content: { approve: false } }];
  await using at = await openTrial(options, { says: () => answers.shift() as Said });
  for (const thing of ['T-1', 'T-2']) {
    const answer = await at.client.callTool({ name: 'cut_power', arguments: { thing } });
    expect(answer.structuredContent).toMatchObject({ status: 'proposed', targets: [`thing:${thing}`] });
  }
  expect((await at.proposals()).proposals.map(({ state }) => state)).toEqual(['proposed', 'proposed']);
  expect(at.effects).toEqual([]);
  const told = await at.door.audit('tool:cut_power');
  expect(new Set(told.map(({ details }) => details['did']))).toEqual(new Set(['proposed']));
});

test('a client of the older era that fails to ask leaves the proposal waiting', async () => {
  await using at = await openTrial(eras[0][1], {
    says: () => {
      throw new Error('no window');
    },
  });
  const answer = await at.client.callTool({ name: 'cut_power', arguments: { thing: 'T-1' } });
  expect(answer.structuredContent).toMatchObject({ status: 'proposed' });
  expect(at.effects).toEqual([]);
});

type Case = { version: string; options: (typeof eras)[number][1]; who: string; tool?: string } & Omit<Given, 'says'>;

test.each(
  eras.flatMap(([version, options]): Case[] => [
    { version, options, who: 'a key that does not allow it', key: { ...person, approvesByElicitation: false } },
    { version, options, who: 'an agent’s key', key: { kind: 'agent', role: 'operator' } as const },
    { version, options, who: 'a client that cannot ask', key: person, isMute: true },
    { version, options, who: 'a tool of R3', key: { ...person, role: 'administrator' } as const, tool: 'reflash_all' },
  ]),
)('$who gets the proposal and no question ($version)', async ({ options, tool = 'cut_power', ...given }) => {
  await using at = await openTrial(options, { ...given, says: { action: 'accept', content: { approve: true } } });
  const answer = await at.client.callTool({ name: tool, arguments: { thing: 'T-1' } });
  expect(answer.structuredContent).toMatchObject({ status: 'proposed' });
  expect(at.asked).toEqual([]);
  expect(at.effects).toEqual([]);
});

test('what was approved is not done when it no longer rests upon the same', async () => {
  await using at = await openTrial(eras[1][1], {
    says() {
      at.setState('stormy');
      return { action: 'accept', content: { approve: true } };
    },
  });
  const answer = await at.client.callTool({ name: 'cut_power', arguments: { thing: 'T-1' } });
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toContain('state');
  expect(at.effects).toEqual([]);
});

test('what was asked is good once, for this call, of this caller, and unchanged', async () => {
  await using at = await openTrial(eras[1][1], { says: { action: 'cancel' } });
  const call = { name: 'cut_power', arguments: { thing: 'T-1' } };
  const ask = async () => {
    const { body } = await at.send(call);
    return (body as { result: { requestState: string } }).result.requestState;
  };
  const answered = (requestState: string, said: Said = { action: 'accept', content: { approve: true } }) => ({
    requestState,
    inputResponses: { approval: said },
  });
  const refused = { error: { code: -32_602 } };

  const state = await ask();
  expect((await at.send({ ...call, ...answered(`${state.slice(0, -2)}AA`) })).body).toMatchObject(refused);
  const stranger = await at.door.makeKey(person);
  expect((await at.send({ ...call, ...answered(state) }, stranger)).body).toMatchObject(refused);
  const other = { ...call, arguments: { thing: 'T-2' } };
  expect((await at.send({ ...other, ...answered(state) })).body).toMatchObject(refused);
  expect((await at.send({ ...call, ...answered(state) })).body).toMatchObject(refused); // used up by the call before
  expect(at.effects).toEqual([]);
  const told = await at.door.audit('tool:cut_power');
  expect(told.map(({ outcome }) => outcome)).toEqual(['done', ...Array.from({ length: 4 }, () => 'refused')]);

  const second = await ask();
  const sent = { ...call, ...answered(second) };
  const both = await Promise.all([at.send(sent), at.send(sent)]);
  expect(both.map(({ body }) => ('error' in (body as object) ? 'refused' : 'done')).toSorted()).toEqual([
    ...['done', 'refused'],
  ]);
  expect(at.effects).toEqual(['cut_power T-1']);
});

type Given = {
  says: Said | (() => Said);
  key?: { kind: 'person' | 'agent'; role: 'operator' | 'administrator'; approvesByElicitation?: boolean };
  isMute?: boolean;
};

async function openTrial(options: (typeof eras)[number][1], { says, key = person, isMute = false }: Given) {
  const door = await openAgentDoor();
  const trial = trialPack();
  // Listed from the first level on: what is approved here is no matter of levels.
  door.registry.addPack({ ...trial.pack, tools: trial.pack.tools.map((tool) => ({ ...tool, level: 'observe' })) });
  const secret = await door.makeKey(key);
  const client = await connect(door.mcp.address, { ...options, ...(!isMute && elicitation) }, secret);
  const asked: ElicitRequest['params'][] = [];
  if (!isMute)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params);
      return typeof says === 'function' ? says() : says;
    });
  return {
    door,
    client,
    asked,
    effects: trial.effects,
    setState: trial.setState,
    proposals: async () => {
      const { structuredContent } = await client.callTool({ name: 'list_proposals' });
      return structuredContent as { proposals: { state: string }[] };
    },
    send(params: Record<string, unknown> & { name: string }, by = secret) {
      const { text, headers } = modern('tools/call', params);
      const message = { text: text.replace('"io.modelcontextprotocol/clientCapabilities":{}', declared), headers };
      return post(door.mcp.address, message, { authorization: `Bearer ${by}` });
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await door[Symbol.asyncDispose]();
    },
  };
}

const declared = '"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}';
