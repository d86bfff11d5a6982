import { expect, test } from 'vitest';
import type { SigecError } from '#base/errors.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { inEnglish, inWords, type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { sentence } from '#contract/sentence.ts';
import { readAudit } from '#ledger/audit/audit-chain.ts';
import type { Actor, Door } from '#principals/actor.ts';
import {
  actor,
  administrator,
  agent,
  approved,
  callerWith,
  codeOf,
  emptyPlan,
  openRegistry,
  operator,
  propose,
  street,
  streetTool,
  testTool,
} from '../../../test/support/tool-registry.ts';
import { readOverdue } from './proposal-store.ts';

const minutes = 60_000;

test('a proposal is what a person will see: frozen, without secrets, and good for fifteen minutes', async () => {
  await using at = await openRegistry({ tools: [streetTool(street())] });
  const answer = await at.registry.execute('cut', { id: 'CP-7' }, agent);
  const id = String(answer.data['proposal_id']);
  expect(answer.text).toBe(
    `Cut: Ends what is running there. A person has to approve it in the console, in the terminal or over REST; then call apply_proposal with proposal_id ${id}.`,
  );
  const seen = await at.registry.proposals.get(id, operator);
  expect(seen).toMatchObject({
    id,
    tool: 'cut',
    title: 'Cut',
    tier: 'R2',
    proposedBy: 'key-1',
    state: 'proposed',
    targets: ['station:CP-7'],
    effect: 'Ends what is running there.',
    details: { running: ['S-1'] },
    arguments: { id: 'CP-7' },
    decidedBy: null,
    result: null,
  });
  expect(Date.parse(seen.expiresAt) - Date.parse(seen.proposedAt)).toBe(15 * minutes);
  const { rows } = await at.database.pool.query<{ sealed: Buffer }>('select sealed from proposal');
  expect(rows[0]?.sealed.toString('latin1'), 'arguments are sealed').not.toContain('CP-7');
});

test('its effect can be read in another language, unless somebody changed those words in the table', async () => {
  const effect = sentenceOf('effect-reset', { what: sentenceOf('place-whole') });
  const plan = () => Promise.resolve({ ...emptyPlan, effect });
  await using at = await openRegistry({ tools: [testTool({ name: 'restart', tier: 'R2', plan })] });
  const id = await propose(at, 'restart', {});
  const seen = await at.registry.proposals.get(id, operator);
  expect(seen.effect).toBe('Restarts the whole charge point. No session is running there.');
  expect(inWords(seen.said ?? { code: '', values: {} }, { language: 'pt-BR' })).toBe(
    'Reinicia a estação inteira. Não há sessão em andamento ali.',
  );
  await at.database.pool.query('update proposal set said = $1', [JSON.stringify(sentenceOf('effect-unlock'))]);
  expect(await at.registry.proposals.get(id, operator)).toMatchObject({ effect: seen.effect, said: null });
});

test('twenty who ask for the same at once make one proposal, and another one only once it is decided', async () => {
  await using at = await openRegistry({ tools: [streetTool(street())] });
  const ids = await Promise.all(Array.from({ length: 20 }, () => propose(at, 'cut', { id: 'CP-7' })));
  expect(new Set(ids).size).toBe(1);
  expect(await propose(at, 'cut', { id: 'CP-8' })).not.toBe(ids[0]);
  await at.registry.proposals.deny(String(ids[0]), { actor: operator, via: 'console' });
  expect(ids).not.toContain(await propose(at, 'cut', { id: 'CP-7' }));
});

test('from the proposal over the approval to the effect, once, and all of it in the audit', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const { registry } = at;
  const id = await propose(at, 'cut', { id: 'CP-7' });
  await expect(registry.apply(id, agent)).rejects.toThrow('nobody has approved it yet');
  await registry.proposals.approve(id, { actor: operator, via: 'console' });
  const answer = await registry.execute('apply_proposal', { proposal_id: id }, agent);
  expect(answer).toEqual({
    text: 'The station did it.',
    data: {
      status: 'done',
      proposal_id: id,
      targets: ['station:CP-7'],
      effect: 'Ends what is running there.',
      details: { running: ['S-1'] },
      result: { ok: true },
    },
  });
  expect(here.runs).toEqual([{ id: 'CP-7' }]);
  await expect(registry.apply(id, agent)).rejects.toThrow('a proposal is good for one time');

  const seen = await registry.proposals.get(id, agent.actor);
  expect(seen).toMatchObject({ state: 'applied', decidedBy: 'person-1', decidedVia: 'console' });
  expect(seen.result).toEqual({ text: 'The station did it.', data: { ok: true } });
  const { rows } = await at.database.pool.query<{ sealed: Buffer | null }>('select sealed from proposal');
  expect(rows[0]?.sealed, 'the arguments are gone').toBeNull();

  const by = { proposedBy: 'key-1', tool: 'cut', tier: 'R2' };
  expect(await at.audit()).toMatchObject([
    { action: 'tool:cut', subject: 'CP-7', outcome: 'done', details: { did: 'proposed', proposalId: id } },
    { action: 'proposal:apply', subject: id, outcome: 'refused', principal: 'key-1', details: { error: 'CONFLICT' } },
    {
      action: 'proposal:approve',
      subject: id,
      outcome: 'done',
      principal: 'person-1',
      details: { ...by, to: 'approved' },
    },
    {
      action: 'proposal:apply',
      subject: id,
      outcome: 'done',
      details: { ...by, decidedBy: 'person-1', to: 'applying' },
    },
    {
      action: 'tool:cut',
      subject: 'CP-7',
      outcome: 'done',
      principal: 'key-1',
      details: {
        did: 'ran',
        proposalId: id,
        proposedBy: 'key-1',
        approvedBy: 'person-1',
        approvedVia: 'console',
        arguments: { id: 'CP-7' },
        tier: 'R2',
        toolHash: registry.get('cut')?.contentHash,
      },
    },
    { action: 'proposal:end', subject: id, outcome: 'done', details: { ...by, decidedBy: 'person-1', to: 'applied' } },
    { action: 'tool:apply_proposal', subject: id, outcome: 'done' },
    { action: 'proposal:apply', subject: id, outcome: 'refused', details: { error: 'CONFLICT' } },
  ]);
  expect((await at.chains()).map(({ isWhole }) => isWhole)).toEqual([true]);
  const events = await at.database.pool.query<{ kind: string }>('select kind from event order by id');
  expect(events.rows.map(({ kind }) => kind)).toEqual([
    ...['proposal-made', 'proposal-decided', 'proposal-moved', 'proposal-moved'],
  ]);
});

test.each<[who: string, principal: Partial<Principal> | null, door: Door, says: string]>([
  ['the agent itself', {}, 'rest', 'Only a person approves'],
  ['another agent', { id: 'key-2' }, 'rest', 'Only a person approves'],
  ['a program', { id: 'key-2', kind: 'program', role: 'administrator' }, 'rest', 'Only a person approves'],
  ['a person at the MCP address', { id: 'person-1', kind: 'person', role: 'administrator' }, 'mcp', 'decided here'],
  ['a person at the view of tools', { id: 'person-1', kind: 'person', role: 'administrator' }, 'tools', 'decided here'],
  ['a person of too low a role', { id: 'person-1', kind: 'person', role: 'viewer' }, 'console', 'the role operator'],
  ['a person for something else', { id: 'person-1', kind: 'person', scopes: ['sites'] }, 'console', 'stations:operate'],
  ['nobody', null, 'rest', 'Only a person approves'],
  ['the system', null, 'system', 'decided here'],
])('%s decides nothing, and that is written down', async (_who, principal, door, says) => {
  await using at = await openRegistry({ tools: [streetTool(street())] });
  const { proposals } = at.registry;
  const id = await propose(at);
  const someone = principal === null ? { principal, door } : actor(principal, door);
  for (const act of ['approve', 'deny'] as const) {
    await expect(proposals[act](id, { actor: someone, via: 'rest' })).rejects.toThrow(says);
    expect((await at.audit()).at(-1)).toMatchObject({ action: `proposal:${act}`, subject: id, outcome: 'refused' });
  }
  expect((await proposals.get(id, operator)).state).toBe('proposed');
});

test('nobody approves with the key that proposed, R3 takes an administrator, and what was shown is what counts', async () => {
  await using at = await openRegistry({
    tools: [streetTool(street()), streetTool(street(), { name: 'flash', tier: 'R3' })],
  });
  const { proposals } = at.registry;
  const own = await propose(at, 'cut', {}, { ...agent, actor: { ...administrator, door: 'mcp' } });
  await expect(proposals.approve(own, { actor: administrator, via: 'console' })).rejects.toThrow(
    'proposed this itself',
  );
  await expect(proposals.deny(own, { actor: administrator, via: 'console' })).rejects.toThrow('proposed this itself');

  const large = await propose(at, 'flash');
  await expect(proposals.approve(large, { actor: operator, via: 'console' })).rejects.toThrow('role administrator');
  const { hash } = await proposals.get(large, administrator);
  await expect(proposals.approve(large, { actor: administrator, via: 'console', hash: 'ab' })).rejects.toThrow(
    'not the proposal that was shown',
  );
  expect(await proposals.approve(large, { actor: administrator, via: 'console', hash })).toMatchObject({
    state: 'approved',
    decidedBy: 'person-2',
  });
});

test('by elicitation a person approves R2 of their own key, where that key says so', async () => {
  await using at = await openRegistry({
    tools: [streetTool(street()), streetTool(street(), { name: 'flash', tier: 'R3' })],
  });
  const { proposals } = at.registry;
  const via = 'elicitation';
  const window = { id: 'person-3', kind: 'person', role: 'administrator', approvesByElicitation: true } as const;
  const person = callerWith(window);
  const id = await propose(at, 'cut', {}, person);
  const without = actor({ ...window, approvesByElicitation: false });
  const refused = [
    ['another key with the flag', id, actor({ ...window, id: 'person-4' })],
    ['the flag gone', id, without],
    ['not through MCP', id, actor(window, 'rest')],
    ['an agent that says it may', await propose(at), actor({ approvesByElicitation: true })],
    ['R3', await propose(at, 'flash', {}, person), person.actor],
    ["an agent's proposal", await propose(at), person.actor],
  ] as const;
  for (const [what, which, who] of refused)
    expect([what, await proposals.approve(which, { actor: who, via }).catch(codeOf)]).toEqual([what, 'NOT_ALLOWED']);
  expect(await proposals.approve(id, { actor: person.actor, via })).toMatchObject({
    state: 'approved',
    decidedVia: via,
  });
  expect((await at.registry.apply(id, person)).data['status']).toBe('done');
});

test('every step has its states: from any other it is refused', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const { registry } = at;
  const { proposals } = registry;
  const acts = {
    approve: (id: string) => proposals.approve(id, { actor: operator, via: 'console' }),
    deny: (id: string) => proposals.deny(id, { actor: operator, via: 'console', why: 'Not\u202e now' }),
    cancel: (id: string) => proposals.cancel(id, agent.actor),
    apply: (id: string) => registry.apply(id, agent),
  };
  const ways: Record<string, (keyof typeof acts)[]> = {
    proposed: [],
    approved: ['approve'],
    denied: ['deny'],
    'denied after approval': ['approve', 'deny'],
    cancelled: ['cancel'],
    'cancelled after approval': ['approve', 'cancel'],
    applied: ['approve', 'apply'],
  };
  const possible: Record<string, string[]> = {
    proposed: ['approve', 'deny', 'cancel'],
    approved: ['deny', 'cancel', 'apply'],
  };
  for (const [way, steps] of Object.entries(ways)) {
    for (const act of Object.keys(acts) as (keyof typeof acts)[]) {
      const id = await propose(at);
      for (const step of steps) await acts[step](id);
      const [state = ''] = way.split(' ');
      expect((await proposals.get(id, operator)).state).toBe(state);
      const end = await acts[act](id).then(() => 'done', codeOf);
      expect([way, act, end]).toEqual([way, act, possible[state]?.includes(act) ? 'done' : 'CONFLICT']);
    }
  }
  const denied = await propose(at);
  expect(await acts.deny(denied)).toMatchObject({ state: 'denied', reason: 'Not now', decidedBy: 'person-1' });
  expect((await at.chains()).map(({ isWhole }) => isWhole)).toEqual([true]);
});

test('what is over cannot be approved nor carried out, and the sweep ends it', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const { registry } = at;
  const { proposals } = registry;
  const [ready, waiting] = [await approved(at), await propose(at)];
  at.clock.move(15 * minutes);
  expect((await proposals.get(waiting, operator)).state).toBe('expired');
  await expect(proposals.approve(waiting, { actor: operator, via: 'console' })).rejects.toThrow('Its time is over');
  await expect(proposals.deny(waiting, { actor: operator, via: 'console' })).rejects.toThrow('Its time is over');
  await expect(registry.apply(ready, agent)).rejects.toThrow('Its time is over');
  expect(here.runs).toEqual([]);
  expect((await proposals.list({ state: 'expired', limit: 9 }, operator)).proposals).toHaveLength(2);
  expect(await proposals.list({ state: 'proposed', limit: 9 }, operator)).toEqual({ proposals: [], waiting: 0 });

  await proposals.sweep();
  const { rows } = await at.database.pool.query('select state, sealed from proposal');
  expect(rows).toEqual([
    { state: 'expired', sealed: null },
    { state: 'expired', sealed: null },
  ]);
  at.clock.move(-10 * minutes);
  await expect(registry.apply(ready, agent)).rejects.toThrow('Its time is over');
});

test('a key proposes so much in an hour, also when it takes all of it back', async () => {
  await using at = await openRegistry({
    tools: [streetTool(street(), { rateLimit: { calls: 9_999, perSeconds: 60 } })],
  });
  for (let n = 0; n < 600; n += 1) await at.registry.proposals.cancel(await propose(at), agent.actor);
  await expect(propose(at)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('600 times in 3600 seconds') as string,
  });
  await propose(at, 'cut', {}, callerWith({ id: 'key-2' }));
  at.clock.move(60 * minutes);
  await propose(at);
}, 120_000);

test('what has ended is forgotten after 400 days, and what waits is not', async () => {
  await using at = await openRegistry({ tools: [streetTool(street())] });
  const { proposals } = at.registry;
  const id = await propose(at);
  await proposals.cancel(id, agent.actor);
  at.clock.move(399 * 24 * 60 * minutes);
  await proposals.sweep();
  expect((await proposals.get(id, operator)).state).toBe('cancelled');
  const waiting = await propose(at);
  at.clock.move(2 * 24 * 60 * minutes);
  await proposals.sweep();
  await expect(proposals.get(id, operator)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await proposals.get(waiting, operator)).state).toBe('expired');
});

test('what waits and what one key did are found by an index, however much there is', async () => {
  await using at = await openRegistry({ tools: [] });
  const client = await at.database.connect();
  const asked: unknown[][] = [];
  const explaining = {
    async query(sql: string, values: unknown[]) {
      await client.query('set enable_seqscan = off');
      asked.push((await client.query(`explain ${sql}`, values)).rows);
      return { rows: [], rowCount: 0 };
    },
  } as unknown as Parameters<typeof readOverdue>[0];
  await readOverdue(explaining, new Date());
  await readAudit(explaining, { principal: 'key-1', limit: 10 });
  await client.end();
  expect(JSON.stringify(asked[0])).toContain('proposal_waiting');
  expect(JSON.stringify(asked[1])).toContain('Index Scan Backward using audit_by_principal');
});

test('why somebody cannot decide is said by a code, so that they can read it in their language', async () => {
  const tool = streetTool(street(), { tier: 'R3' });
  await using at = await openRegistry({ tools: [tool] });
  const id = await propose(at);
  const saidTo = async (who: Actor) => {
    const refusal: unknown = await at.registry.proposals.approve(id, { actor: who, via: 'rest' }).catch(identity);
    const { message, details } = refusal as SigecError;
    const said = sentence.parse(details['sentence']);
    expect(inEnglish(said as Sentence)).toBe(message);
    expect(inWords(said, { language: 'pt-BR' })).not.toBeNull();
    return said.code;
  };
  const own = actor({ kind: 'person', role: 'administrator' }, 'rest');
  expect(await saidTo(own)).toBe('proposal-own-key');
  expect(await saidTo({ ...administrator, door: 'mcp' })).toBe('proposal-elsewhere');
  expect(await saidTo(actor({ id: 'key-9', kind: 'program', role: 'administrator' }, 'rest'))).toBe(
    'proposal-only-person',
  );
  expect(await saidTo(operator)).toBe('needs-role');
  expect(await saidTo(actor(scoped, 'rest'))).toBe('needs-scope');
  at.registry.unregister('cut');
  expect(await saidTo(administrator)).toBe('proposal-tool-gone');
  at.registry.register(streetTool(street(), { tier: 'R3', title: 'Another' }), 'test');
  expect(await saidTo(administrator)).toBe('proposal-tool-changed');
});

const scoped: Partial<Principal> = { id: 'person-3', kind: 'person', role: 'administrator', scopes: ['sites'] };

function identity(thrown: unknown): unknown {
  return thrown;
}

test('a clock that is set back does not make a proposal good for longer', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const [ready, waiting] = [await approved(at), await propose(at)];
  at.clock.move(-60 * minutes);
  await expect(at.registry.proposals.approve(waiting, { actor: operator, via: 'console' })).rejects.toThrow('is over');
  await expect(at.registry.apply(ready, agent)).rejects.toThrow('Its time is over');
  expect(here.runs).toEqual([]);
});

test('agents see their own, people all, and through the agents’ doors everybody their own', async () => {
  await using at = await openRegistry({ tools: [streetTool(street())] });
  const { proposals } = at.registry;
  const other = callerWith({ id: 'key-2' });
  const [mine, theirs] = [await propose(at), await propose(at, 'cut', {}, other)];
  const seenBy = async (who: Parameters<typeof proposals.list>[1]) => {
    const { proposals: some, waiting } = await proposals.list({ limit: 9 }, who);
    return [some.map(({ id }) => id), waiting];
  };
  expect(await seenBy(agent.actor)).toEqual([[mine], 1]);
  expect(await seenBy(other.actor)).toEqual([[theirs], 1]);
  expect(await seenBy(operator)).toEqual([[theirs, mine], 2]);
  expect(await seenBy({ ...operator, door: 'mcp' })).toEqual([[], 0]);
  expect(await seenBy({ principal: null, door: 'mcp' })).toEqual([[], 0]);
  await expect(proposals.get(mine, other.actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(proposals.get(mine, { ...operator, door: 'mcp' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(proposals.cancel(mine, other.actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const id of ['nothing', '\u0000', "' or 1=1", '00000000-0000-7000-8000-000000000000'])
    await expect(proposals.cancel(id, other.actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const refusals = (await at.audit()).filter(({ action }) => action === 'proposal:cancel');
  expect(refusals.map(({ outcome }) => outcome)).toEqual(Array(5).fill('refused'));
});
