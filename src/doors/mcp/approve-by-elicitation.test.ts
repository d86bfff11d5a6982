import type { ServerContext } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import type { Registry } from '#tools/registry.ts';
import type { ToolAnswer } from '#tools/tool.ts';
import { Approvals, type Exchange, type ToolCall } from './approve-by-elicitation.ts';

type Said = { action: string; content?: Record<string, unknown> } | Error;

const ana = {
  id: 'ana00000',
  name: 'Ana',
  kind: 'person',
  role: 'operator',
  scopes: [],
  approvesByElicitation: true,
} as const;
const proposal = {
  id: 'p-1',
  hash: 'h-1',
  state: 'proposed',
  tier: 'R2',
  tool: 'cut_power',
  title: 'Cut power',
  effect: 'It goes dark.',
  targets: ['thing:T-1'],
  details: {},
  proposedBy: 'ana00000',
  expiresAt: '2099-01-01T00:00:00.000Z',
};
const proposed: ToolAnswer = { text: 'wait', data: { status: 'proposed', proposal_id: 'p-1' } };
const form = { elicitation: { form: {} } };

type World = { proposal?: object; said?: Said; principal?: object | null; capabilities?: object; name?: string };

function window(world: World = {}) {
  const { said = { action: 'accept', content: { approve: true } }, principal = ana, capabilities = form } = world;
  const done: string[] = [];
  const shown: { message: string }[] = [];
  const noted: object[] = [];
  const registry = {
    proposals: {
      get: () => Promise.resolve({ ...proposal, ...world.proposal }),
      approve: (id: string, { via, hash }: { via: string; hash: string }) =>
        Promise.resolve(void done.push(`approve ${id} ${via} ${hash}`)),
      deny: (id: string, { via }: { via: string }) => Promise.resolve(void done.push(`deny ${id} ${via}`)),
    },
    apply: (id: string) => {
      done.push(`apply ${id}`);
      return Promise.resolve({ text: 'done', data: { status: 'done' } });
    },
    note: (_name: string, _given: unknown, _context: unknown, what: object) => Promise.resolve(void noted.push(what)),
  } as unknown as Registry;
  const approvals = new Approvals({ registry, installationKey: Buffer.alloc(32) });
  const call: ToolCall = {
    name: world.name ?? 'cut_power',
    given: { thing: 'T-1' },
    context: { actor: { principal: principal as never, door: 'mcp' }, signal: AbortSignal.timeout(60_000) },
  };
  const request = (more: object = {}) =>
    ({
      mcpReq: {
        method: 'tools/call',
        signal: AbortSignal.timeout(60_000),
        envelope: { 'io.modelcontextprotocol/clientCapabilities': capabilities },
        send: ({ params }: { params: { message: string } }) => {
          shown.push(params);
          return said instanceof Error ? Promise.reject(said) : Promise.resolve(said);
        },
        ...more,
      },
      http: { authInfo: { clientId: 'ana00000' } },
    }) as unknown as ServerContext;
  const server = { getClientCapabilities: () => capabilities } as unknown as Exchange['server'];
  return {
    approvals,
    call,
    done,
    shown,
    noted,
    request,
    server,
    /** What a call of the older era is answered, whose window opens while it waits. */
    ask: (answer = proposed) =>
      approvals.ask(call, answer, { request: request(), server, era: 'legacy' }) as Promise<ToolAnswer>,
  };
}

test('yes in the window approves exactly what was shown, and carries it out', async () => {
  const { ask, done, shown } = window();
  expect((await ask()).data).toEqual({ status: 'done' });
  expect(done).toEqual(['approve p-1 elicitation h-1', 'apply p-1']);
  expect(shown[0]?.message).toContain('Cut power (cut_power): It goes dark. It touches "thing:T-1".');
});

test('no ends it, and nothing is done', async () => {
  const { ask, done } = window({ said: { action: 'decline' } });
  await expect(ask()).rejects.toThrow('declined');
  expect(done).toEqual(['deny p-1 elicitation']);
});

test.each([
  { action: 'cancel' },
  { action: 'accept' },
  { action: 'accept', content: { approve: false } },
  { action: 'accept', content: { approve: 'true' } },
  { action: 'cancel', content: { approve: true } },
  new Error('gone'),
])('whatever is no yes leaves it waiting: %j', async (said) => {
  const { ask, done } = window({ said });
  expect((await ask()).data).toMatchObject({ status: 'proposed', proposal_id: 'p-1', targets: ['thing:T-1'] });
  expect(done).toEqual([]);
});

test.each<[string, World]>([
  ['a key that may not', { principal: { ...ana, approvesByElicitation: false } }],
  ['nobody', { principal: null }],
  ['a client without a window', { capabilities: {} }],
  ['a client that only opens addresses', { capabilities: { elicitation: { url: {} } } }],
  ['what somebody else proposed', { proposal: { proposedBy: 'bia00000' } }],
  ['what is decided already', { proposal: { state: 'approved' } }],
  ['what an administrator grants', { proposal: { tier: 'R3' } }],
])('%s is not asked', async (_what, world) => {
  const { ask, shown, done } = window(world);
  expect(await ask()).toBe(proposed);
  expect([shown, done]).toEqual([[], []]);
});

test('an answer that proposes nothing is the answer', async () => {
  const { ask, shown } = window();
  for (const data of [{ status: 'done', proposal_id: 'p-1' }, { status: 'proposed' }, { data: proposed.data }]) {
    const answer = { text: '', data };
    expect(await ask(answer)).toBe(answer);
  }
  expect(shown).toEqual([]);
});

test('a client of before the modes were told apart is asked', async () => {
  const { ask, done } = window({ capabilities: { elicitation: {} } });
  await ask();
  expect(done).toHaveLength(2);
});

test('through the tool that passes calls on, the answer keeps its shape', async () => {
  const { ask } = window({ name: 'call_tool' });
  const passed = { text: '', data: { tool: 'cut_power', data: proposed.data } };
  expect((await ask(passed)).data).toEqual({ tool: 'cut_power', text: 'done', data: { status: 'done' } });
});

test('of many targets ten are shown, none longer than a name', async () => {
  const targets = Array.from({ length: 12 }, (_, n) => `thing:${n}${'x'.repeat(200)}`);
  const { ask, shown } = window({ proposal: { targets } });
  await ask();
  expect(shown[0]?.message).toContain(' and 2 more');
  expect(shown[0]?.message.length).toBeLessThan(1_300);
  const ten = window({ proposal: { targets: targets.slice(0, 10) } });
  await ten.ask();
  expect(ten.shown[0]?.message).not.toContain('more');
});

/** The newer era: the question goes out with a state, and the call comes back with it. */
async function comesBack(world: World, change: { call?: Partial<ToolCall>; proposal?: object } = {}) {
  const first = window(world);
  const { requestState } = (await first.approvals.ask(first.call, proposed, {
    request: first.request(),
    server: first.server,
    era: 'modern',
  })) as { requestState: string };
  const back = window({ ...world, ...(change.proposal && { proposal: change.proposal }) });
  const state = await back.approvals.verify(requestState, back.request());
  const said = world.said ?? { action: 'accept', content: { approve: true } };
  const request = back.request({ requestState: () => state, inputResponses: { approval: said } });
  const settle = () =>
    back.approvals.settle({ ...back.call, ...change.call }, { request, server: back.server, era: 'modern' });
  return { ...back, settle, requestState };
}

test('what comes back with a yes is carried out', async () => {
  const { settle, done, noted } = await comesBack({});
  expect((await settle())?.data).toEqual({ status: 'done' });
  expect([done, noted]).toEqual([['approve p-1 elicitation h-1', 'apply p-1'], []]);
});

test('what comes back without a yes is written down as proposed', async () => {
  const { settle, done, noted } = await comesBack({ said: { action: 'cancel' } });
  await settle();
  expect([done, noted]).toEqual([[], [{ did: 'proposed' }]]);
});

test('a yes belongs to the call that it was asked for', async () => {
  const { settle, done, noted } = await comesBack({}, { call: { given: { thing: 'T-2' } } });
  await expect(settle()).rejects.toThrow('another call');
  expect([done, noted.length]).toEqual([[], 1]);
});

test('a yes belongs to what was shown', async () => {
  const { settle, done } = await comesBack({}, { proposal: { hash: 'h-2' } });
  await expect(settle()).rejects.toBeInstanceOf(SigecError);
  expect(done).toEqual([]);
});

test('a state is good once, and one that is none of ours is refused', async () => {
  const { approvals, request, requestState, call, server, noted } = await comesBack({});
  for (const state of [requestState, 'none of ours']) {
    const verified = await approvals.verify(state, request());
    const again = request({ requestState: () => verified, inputResponses: {} });
    await expect(approvals.settle(call, { request: again, server, era: 'modern' })).rejects.toThrow(
      'Invalid or expired',
    );
  }
  expect(noted).toHaveLength(2);
  await expect(approvals.verify('none of ours', request({ method: 'prompts/get' }))).rejects.toThrow();
});

test('a first half has nothing to settle', async () => {
  const { approvals, call, request, server } = window();
  const first = request({ requestState: () => undefined });
  expect(await approvals.settle(call, { request: first, server, era: 'modern' })).toBeUndefined();
});
