import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditPage } from '#contract/agents/audit.ts';
import type { NewKey } from '#contract/agents/principal.ts';
import type { Proposal, ProposalList } from '#contract/agents/proposal.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { type Lamp, lampPack } from '../../../test/support/lamp-pack.ts';

let door: RestDoor;
let lamp: Lamp;
let agent: string;
let operator: string;
let administrator: string;

beforeAll(async () => {
  door = await openRestDoor();
  const made = lampPack();
  lamp = made.lamp;
  door.registry.addPack(made.pack);
  agent = await door.key({ kind: 'agent', name: 'Scout' });
  operator = await door.key({ kind: 'person', name: 'Ana' });
  administrator = await door.key({ kind: 'person', role: 'administrator', name: 'Root' });
});
afterAll(() => door[Symbol.asyncDispose]());
beforeEach(() => {
  lamp.breaks = 'never';
});

/** What the holder of a key asks for through the tools, and its id. */
async function propose(secret = agent, tool = 'switch_lamp'): Promise<string> {
  const principal = (await door.principals.authenticate(secret)) ?? null;
  const context = { actor: { principal, door: 'mcp' as const }, signal: AbortSignal.timeout(10_000) };
  return String((await door.registry.execute(tool, { note: 'please' }, context)).data['proposal_id']);
}

type Told<Answer> = { status: number; told: Answer };

async function ask<Answer = unknown>(path: string, key?: string, body?: object): Promise<Told<Answer>> {
  const answer = await door.fetch(path, {
    ...(key !== undefined && { key }),
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  return { status: answer.status, told: (await answer.json()) as Answer };
}

async function audited(query: string): Promise<AuditPage['entries']> {
  return (await ask<AuditPage>(`/api/audit?limit=1000&${query}`, administrator)).told.entries;
}

test('people see what everybody proposed, an agent its own, and a stranger nothing', async () => {
  const id = await propose();
  const other = await propose(await door.key({ kind: 'agent' }));
  const ids = async (key?: string) =>
    (await ask<ProposalList>('/api/proposals', key)).told.proposals.map((each) => each.id);
  expect((await ids(operator)).slice(0, 2)).toEqual([other, id]);
  expect(await ids(agent)).toContain(id);
  expect(await ids(agent)).not.toContain(other);
  expect(await ids()).toEqual([]);
  expect((await ask(`/api/proposals/${other}`, agent)).status).toBe(404);
  const { told } = await ask<Proposal>(`/api/proposals/${id}`, operator);
  expect(told).toMatchObject({ state: 'proposed', proposedByName: 'Scout', targets: ['station:LAMP-1'], tier: 'R2' });
});

test('a person approves with the hash of what they saw; another hash is refused', async () => {
  const id = await propose();
  const { told: shown } = await ask<Proposal>(`/api/proposals/${id}`, operator);
  const wrong = await ask(`/api/proposals/${id}/approve`, operator, { hash: shown.hash.replace(/^./, 'x') });
  expect(wrong).toMatchObject({ status: 409, told: { details: { sentence: { code: 'proposal-other-hash' } } } });
  const right = await ask(`/api/proposals/${id}/approve`, operator, { hash: shown.hash });
  expect(right).toMatchObject({ status: 200, told: { state: 'approved', decidedByName: 'Ana', decidedVia: 'rest' } });
  const again = await ask(`/api/proposals/${id}/approve`, operator, { hash: shown.hash });
  expect(again).toMatchObject({ status: 409, told: { details: { sentence: { code: 'proposal-approved' } } } });
});

test('approve and carry out in one step tells the result; a second time is refused', async () => {
  const id = await propose();
  const before = lamp.switched;
  const { status, told } = await ask<Proposal>(`/api/proposals/${id}/approve`, operator, { apply: true });
  expect([status, told.state, told.result?.text]).toEqual([200, 'applied', 'The lamp was switched.']);
  expect(told.result?.data).toMatchObject({ is_on: lamp.isOn });
  for (const again of ['apply', 'approve']) {
    const answer = await ask(`/api/proposals/${id}/${again}`, operator, {});
    expect(answer).toMatchObject({ status: 409, told: { details: { sentence: { code: 'proposal-applied' } } } });
  }
  expect(lamp.switched).toBe(before + 1);
});

test('what was approved is carried out later by who approved it, and by nobody else', async () => {
  const id = await propose();
  await ask(`/api/proposals/${id}/approve`, operator, {});
  expect((await ask(`/api/proposals/${id}/apply`, administrator, {})).status).toBe(404);
  expect((await ask(`/api/proposals/${id}/apply`, agent, {})).status).toBe(403);
  const before = lamp.switched;
  expect(await ask(`/api/proposals/${id}/apply`, operator, {})).toMatchObject({ told: { state: 'applied' } });
  expect(lamp.switched).toBe(before + 1);
});

test('what changed since is told as stale, and nothing is done', async () => {
  const id = await propose();
  lamp.isOn = !lamp.isOn;
  const before = lamp.switched;
  const { status, told } = await ask<Proposal>(`/api/proposals/${id}/approve`, operator, { apply: true });
  expect([status, told.state]).toEqual([200, 'stale']);
  expect(told.reason).toContain('is_on');
  expect(lamp.switched).toBe(before);
  expect((await ask(`/api/proposals/${id}/apply`, operator, {})).status).toBe(409);
});

test('a fault of ours while it is carried out is told by a reference alone', async () => {
  lamp.breaks = 'at-once';
  const id = await propose();
  const { status, told } = await ask<Proposal>(`/api/proposals/${id}/approve`, operator, { apply: true });
  expect([status, told.state]).toEqual([200, 'failed']);
  expect(told.reason).toContain('in the log under');
  expect(JSON.stringify(told)).not.toContain('bulb');
});

test('denying says why, also of what was approved already', async () => {
  const other = await propose();
  await ask(`/api/proposals/${other}/approve`, operator, {});
  const one = await propose(); // an equal one that still waited would be the same
  for (const id of [one, other]) {
    const answer = await ask(`/api/proposals/${id}/deny`, operator, { why: 'Not\u202e during \u0007the day' });
    expect(answer).toMatchObject({ status: 200, told: { state: 'denied', reason: 'Not during the day' } });
  }
  expect((await ask(`/api/proposals/${one}/deny`, operator, { why: 'x'.repeat(301) })).status).toBe(400);
});

test('what is of many stations takes an administrator', async () => {
  const id = await propose(agent, 'blow_lamp_up');
  expect((await ask(`/api/proposals/${id}/approve`, operator, {})).status).toBe(403);
  expect((await ask(`/api/proposals/${id}/deny`, operator, {})).status).toBe(403);
  expect((await ask(`/api/proposals/${id}/approve`, administrator, {})).status).toBe(200);
});

type Holder = [who: string, wanted: Partial<NewKey>, status: number, action: RegExp];
const holders: Holder[] = [
  ['an agent', { kind: 'agent' }, 403, /^POST \/api\/proposals\/:id\/approve$/],
  ['a program', { kind: 'program', role: 'administrator' }, 403, /^proposal:approve$/],
  ['a viewer', { kind: 'person', role: 'viewer' }, 403, /^POST \/api/],
  ['a person limited to other tasks', { kind: 'person', scopes: ['sessions'] }, 403, /^POST \/api/],
];

test.each(holders)('%s cannot approve, whatever door it claims, and the attempt is written down', async (...given) => {
  const [, wanted, status, action] = given;
  const key = await door.key(wanted);
  const id = await propose();
  for (const claim of [{}, { 'x-sigec-door': 'terminal' }]) {
    const headers = { 'content-type': 'application/json', ...claim };
    const answer = await door.fetch(`/api/proposals/${id}/approve`, { method: 'POST', body: '{}', key, headers });
    expect(answer.status).toBe(status);
  }
  const principal = (await door.principals.authenticate(key))?.id;
  const tried = (await audited(`principal=${principal}&outcome=refused`)).filter(({ subject }) => subject === id);
  expect(tried.map((entry) => entry.door)).toEqual(['terminal', 'rest']);
  for (const entry of tried) expect(entry.action).toMatch(action);
  expect((await ask<Proposal>(`/api/proposals/${id}`, operator)).told.state).toBe('proposed');
});

test("a person's own key cannot approve what it proposed itself", async () => {
  const id = await propose(operator);
  const refused = await ask(`/api/proposals/${id}/approve`, operator, {});
  expect(refused).toMatchObject({
    status: 403,
    told: { message: expect.stringContaining('proposed this itself') as string },
  });
  expect((await audited('action=proposal:approve&outcome=refused'))[0]?.subject).toBe(id);
  expect((await ask(`/api/proposals/${id}/approve`, administrator, {})).status).toBe(200);
});

test('what is past its time can be neither approved nor carried out', async () => {
  const [late, later] = [await propose(), await propose()];
  await ask(`/api/proposals/${later}/approve`, operator, {});
  door.clock.forward(15 * 60_000);
  const expired = { status: 409, told: { details: { sentence: { code: 'proposal-expired' } } } };
  expect(await ask(`/api/proposals/${late}/approve`, operator, {})).toMatchObject(expired);
  expect(await ask(`/api/proposals/${later}/apply`, operator, {})).toMatchObject(expired);
  expect((await ask<Proposal>(`/api/proposals/${late}`, operator)).told.state).toBe('expired');
});

test('an id that is none is told, and one that nobody has is not found', async () => {
  expect((await ask('/api/proposals/what', operator)).status).toBe(400);
  expect((await ask('/api/proposals/0199a0a0-0000-7000-8000-000000000000', operator)).status).toBe(404);
  expect((await ask('/api/proposals?state=maybe', operator)).status).toBe(400);
});

test('the trail is read newest first, page by page, and only by administrators', async () => {
  await propose();
  expect((await ask('/api/audit', operator)).status).toBe(403);
  expect((await ask('/api/audit')).status).toBe(401);
  const all = await audited('');
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const paged: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const { told }: { told: AuditPage } = await ask(`/api/audit?limit=3${after && `&after=${after}`}`, administrator);
    paged.push(...told.entries.map(({ id }) => id));
    after = told.next;
  }
  expect(paged).toEqual(all.map(({ id }) => id));
  expect(new Set((await audited('action=tool:switch')).map(({ action }) => action))).toEqual(
    new Set(['tool:switch_lamp']),
  );
  const nowhere = '00000000-0000-0000-0000-000000000000:1';
  expect((await ask(`/api/audit?after=${nowhere}`, administrator)).status).toBe(404);
  expect((await ask('/api/audit?after=7', administrator)).status).toBe(400);
});
