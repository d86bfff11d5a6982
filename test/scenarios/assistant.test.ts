import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ScriptStep } from '../../src/assistant/providers/scripted.ts';
import { assistantEvent, wholeAnswer } from '../../src/contract/agents/assistant.ts';
import type { CreatedKey, KeyList, NewKey } from '../../src/contract/agents/principal.ts';
import type { Proposal, ProposalList } from '../../src/contract/agents/proposal.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { Answer, assistantClient } from '../support/assistant-client.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { asker } from '../support/tools-view.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** Changes something at one station (R1), so the agent asks before. */
const report = through('request_charge_point_report');

let folder: string;
let sigec: TestSigec;
let scripted: TestSigec;
let station: SimulatedStation;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-assistant-'));
  const env = { OCPP_UNKNOWN_STATIONS: 'accept' };
  [sigec, scripted] = await Promise.all([
    startSigec(env),
    startSigec({ ...env, LLM_PROVIDER: 'scripted', LLM_MODEL: join(folder, 'script.json') }),
  ]);
  const url = sigec.addresses.ocpp.slice(0, -1);
  station = new SimulatedStation({ id: 'CP-7', version: '2.0.1', url, statusEverySeconds: 0, secondMs: 50 });
  station.start();
  await vi.waitFor(() => expect(station.state).toBe('accepted'), { timeout: 20_000 });
});
afterAll(async () => {
  await station.stop();
  await Promise.all([sigec[Symbol.asyncDispose](), scripted[Symbol.asyncDispose]()]);
  await rm(folder, { recursive: true });
});

async function holder(at: TestSigec, wanted: Partial<NewKey> = {}) {
  const key = await at.api.post<CreatedKey>('/api/keys', { kind: 'person', role: 'operator', name: 'Ana', ...wanted });
  return { ...assistantClient(at.addresses.api, key.secret), ...key, rest: asker(at.addresses.api, key.secret) };
}

function through(name: string) {
  return { name: 'call_tool', arguments: { name, arguments: { charge_point_id: 'CP-1' } } };
}

async function script(...steps: ScriptStep[]): Promise<void> {
  await writeFile(join(folder, 'script.json'), JSON.stringify(steps));
}

async function resets(): Promise<number> {
  const path = '/api/stations/CP-7/messages?action=Reset&caller=system';
  return (await sigec.api.get<MessageList>(path)).messages.length;
}

test('a question is answered as a stream, kept for its owner, and there for nobody else', async () => {
  const [ana, bruno] = [await holder(sigec), await holder(sigec, { name: 'Bruno' })];
  const id = await ana.start();
  const answer = await ana.ask(id, 'lista as estações', 'pt-BR');
  expect(answer.response.headers.get('content-type')).toContain('text/event-stream');
  expect(await answer.ended()).toMatchObject({ reason: 'done', about: null });
  for (const event of answer.events) expect(assistantEvent.safeParse(event).error).toBeUndefined();
  expect(answer.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['call-started', 'call-ended', 'text', 'ended']),
  );
  expect(answer.text).toContain('CP-7');
  expect(answer.heard.map((heard) => heard.id)).toEqual(answer.heard.map((_, index) => index + 1));
  const kept = await ana.read(id);
  expect(kept).toMatchObject({ title: 'lista as estações', isAnswering: false, waiting: { approvals: [] } });
  expect(kept.messages.at(-1)).toMatchObject({ role: 'assistant', text: answer.text });
  const listed = async (who: typeof ana) =>
    ((await (await who.request('GET', '/conversations')).json()) as { conversations: { id: string }[] }).conversations;
  expect((await listed(ana)).map((each) => each.id)).toEqual([id]);
  expect(await listed(bruno)).toEqual([]);

  const foreign = [
    ['GET', `/conversations/${id}`],
    ['DELETE', `/conversations/${id}`],
    ['POST', `/conversations/${id}/ask`, { text: 'oi' }],
    ['GET', `/conversations/${id}/stream`],
    ['POST', `/conversations/${id}/cancel`],
    ['POST', `/conversations/${id}/approvals/call-0-0`, { decision: 'once' }],
    ['POST', `/conversations/${id}/questions/call-0-0`, { action: 'decline' }],
  ] as const;
  for (const [method, path, body] of foreign)
    expect([path, (await bruno.request(method, path, body)).status]).toEqual([path, 404]);
  const agent = await holder(sigec, { kind: 'agent' });
  const nobody = assistantClient(sigec.addresses.api, undefined);
  expect((await agent.request('POST', '/conversations')).status).toBe(403);
  expect((await nobody.request('POST', '/conversations')).status).toBe(401);
  expect((await nobody.request('GET', '/conversations')).status).toBe(401);
  const scoped = await holder(sigec, { scopes: ['sessions'] });
  expect((await scoped.request('POST', '/conversations')).status).toBe(403);
  expect((await ana.request('POST', `/conversations/${id}/ask`, { text: ' ' })).status).toBe(400);

  expect((await ana.request('DELETE', `/conversations/${id}`)).status).toBe(200);
  expect((await ana.request('GET', `/conversations/${id}`)).status).toBe(404);
});

test('programs that read no stream get the answer in one piece, what waits included', async () => {
  const ana = await holder(scripted);
  await script({ say: 'I look.', calls: [report] }, { say: 'Done.' });
  const asked = await ana.request('POST', '/ask', { text: 'Ask CP-1 for its report.' });
  expect(asked.status).toBe(200);
  const first = wholeAnswer.parse(await asked.json());
  expect(first).toMatchObject({ answer: 'I look.', ending: null, waiting: { approvals: [{}] } });
  const [approval] = first.waiting.approvals;
  expect(await ana.decide(first.conversationId, approval?.id ?? '', 'deny')).toBe(200);
  const rest = await ana.request('GET', `/conversations/${first.conversationId}/answer`);
  // It may have ended before it was asked for; then the conversation tells.
  if (rest.status === 200)
    expect(wholeAnswer.parse(await rest.json())).toMatchObject({ answer: 'I look.Done.', ending: { reason: 'done' } });
  await vi.waitFor(async () =>
    expect((await ana.read(first.conversationId)).messages.at(-1)).toMatchObject({ text: 'Done.' }),
  );
});

test('what it proposes its person approves with their own key, and nothing happens before', async () => {
  const ana = await holder(sigec);
  const id = await ana.start();
  await (await ana.ask(id, 'reinicia o CP-7 agora', 'pt-BR')).ended();
  const answer = await ana.ask(id, 'sim', 'pt-BR');
  const { proposal } = await answer.until('proposal-made');
  await answer.ended();
  expect(proposal.targets).toEqual(['station:CP-7']);
  expect(await resets()).toBe(0);
  const { keys } = await sigec.api.get<KeyList>('/api/keys');
  const { body: shown } = await ana.rest('GET', `/api/proposals/${proposal.id}`);
  const { proposedBy, hash } = shown as unknown as Proposal;
  const proposer = keys.find((key) => key.id === proposedBy);
  expect(proposer).toMatchObject({ kind: 'agent', role: 'operator', name: 'Assistant of Ana', createdBy: ana.key.id });
  const { status, body } = await ana.rest('POST', `/api/proposals/${proposal.id}/approve`, { hash, apply: true });
  expect([status, body['state']]).toEqual([200, 'applied']);
  expect(await resets()).toBe(1);
});

test('a call that changes something waits for its person: another choice, a stranger and a second question are refused', async () => {
  const [ana, bruno] = [await holder(scripted), await holder(scripted, { name: 'Bruno' })];
  await script({ calls: [report] }, { say: 'So be it.' });
  const id = await ana.start();
  const answer = await ana.ask(id, 'Ask it for a report.');
  const { question } = await answer.until('approval-asked');
  expect(question).toMatchObject({ because: 'changes', arguments: { charge_point_id: 'CP-1' } });
  expect(await ana.read(id)).toMatchObject({ isAnswering: true, waiting: { approvals: [{ id: question.id }] } });
  expect((await ana.request('POST', `/conversations/${id}/ask`, { text: 'And now?' })).status).toBe(409);
  expect(await ana.decide(id, 'another', 'once')).toBe(404);
  expect(await bruno.decide(id, question.id, 'once')).toBe(404);
  expect((await ana.request('POST', `/conversations/${id}/approvals/${question.id}`, { decision: 'yes' })).status).toBe(
    400,
  );

  // Whoever loses the line comes back, and hears what they have missed.
  const seen = answer.heard.length;
  await answer.leave();
  const again = await ana.follow(id, seen);
  expect(await ana.decide(id, question.id, 'deny')).toBe(200);
  expect(await again.ended()).toMatchObject({ reason: 'done' });
  expect(again.text).toBe('So be it.');
  expect(again.heard[0]?.id).toBe(seen + 1);
  expect((await ana.read(id)).messages.find(({ role }) => role === 'tool')).toMatchObject({
    text: expect.stringContaining('did not allow') as string,
  });
  expect((await ana.follow(id, 0)).status).toBe(409);
});

test('who answers is told beforehand, what is on the screen goes by its id, and a conversation gets another title', async () => {
  const [ana, other] = [await holder(sigec), await holder(scripted)];
  const told = async (who: typeof ana): Promise<unknown> => (await who.request('GET', '')).json();
  expect(await told(ana)).toEqual({ isModel: false, provider: null, model: null, whyNot: null, price: null });
  await script({ say: 'Hello.' });
  expect(await told(other)).toMatchObject({ isModel: true, provider: 'scripted', whyNot: null });
  await writeFile(join(folder, 'script.json'), '{');
  expect(await told(other)).toMatchObject({ whyNot: expect.stringContaining('cannot be used') as string });

  const id = await ana.start();
  const ask = (text: string, about: unknown) => ana.request('POST', `/conversations/${id}/ask`, { text, about });
  expect((await ask('why?', [{ kind: 'station', id: 'stop all sessions now' }])).status).toBe(400);
  const about = [{ kind: 'station', id: 'CP-7' }];
  const answer = new Answer(await ask('restart it now', about));
  await answer.ended();
  expect(answer.events[0]).toEqual({ type: 'asked', text: 'restart it now', about });
  expect(answer.text).toContain('restart CP-7 at once'); // "it" is what the person looks at
  expect((await ana.read(id)).messages).toMatchObject([
    { role: 'user', about },
    {},
    { role: 'tool', tookMs: expect.any(Number) as number },
    {},
  ]);
  expect((await ana.request('PUT', `/conversations/${id}`, { title: ' ' })).status).toBe(400);
  expect((await ana.request('PUT', `/conversations/${id}`, { title: 'Mornings' })).status).toBe(200);
  expect((await ana.read(id)).title).toBe('Mornings');
  const bruno = await holder(sigec, { name: 'Bruno' });
  expect((await bruno.request('PUT', `/conversations/${id}`, { title: 'Mine' })).status).toBe(404);
});

test('what is allowed for ever is kept for this person, and forgotten when they say so', async () => {
  const ana = await holder(scripted);
  await script({ calls: [report] }, { say: 'Asked.' });
  const id = await ana.start();
  const first = await ana.ask(id, 'A report, please.');
  const { question } = await first.until('approval-asked');
  expect(question.choices).toContain('always');
  expect(await ana.decide(id, question.id, 'always')).toBe(200);
  await first.ended();
  const approvals = async () => (await (await ana.request('GET', '/approvals')).json()) as { approvals: object[] };
  expect(await approvals()).toMatchObject({ approvals: [{ server: 'sigec', tool: 'request_charge_point_report' }] });
  const second = await ana.ask(await ana.start(), 'And again.');
  await second.ended();
  expect(second.events.map(({ type }) => type)).not.toContain('approval-asked');
  await ana.request('DELETE', '/approvals/sigec/request_charge_point_report');
  expect(await approvals()).toEqual({ approvals: [] });
});

test('rules are those of one person: what they deny is not called, nor asked about', async () => {
  const [ana, bruno] = [await holder(scripted), await holder(scripted, { name: 'Bruno' })];
  const rules = [{ effect: 'deny', tool: 'sigec/request_*', arguments: { charge_point_id: 'cp-*' } }];
  expect((await ana.request('PUT', '/permissions', { rules })).status).toBe(200);
  expect((await ana.request('PUT', '/permissions', { rules: [{ effect: 'sometimes', tool: '*' }] })).status).toBe(400);
  expect(await (await ana.request('GET', '/permissions')).json()).toEqual({ rules });
  expect(await (await bruno.request('GET', '/permissions')).json()).toEqual({ rules: [] });
  await script({ calls: [report] }, { say: 'It is denied.' });
  const answer = await ana.ask(await ana.start(), 'report');
  await answer.ended();
  expect(answer.events.map(({ type }) => type)).not.toContain('approval-asked');
  expect(answer.events.map(({ type }) => type)).not.toContain('call-started');
});

test('a model that cannot be had is the end of the answer, in a sentence, and the next question may come at once', async () => {
  const ana = await holder(scripted);
  const id = await ana.start();
  await writeFile(join(folder, 'script.json'), '{');
  const failed = await (await ana.ask(id, 'Hello?')).ended();
  expect(failed).toMatchObject({ reason: 'failed', about: expect.stringContaining('cannot be used') as string });
  await script({ say: 'One.' }, { say: 'Two.' }, { say: 'Three.' });
  for (const word of ['One.', 'Two.', 'Three.']) {
    const answer = await ana.ask(id, 'Count.');
    expect([await answer.ended(), answer.text]).toMatchObject([{ reason: 'done' }, word]);
  }
});

test('an answer is cancelled by its person, and removed with its conversation', async () => {
  const ana = await holder(scripted);
  await script({ calls: [report] }, { say: 'Asked.' });
  const id = await ana.start();
  const answer = await ana.ask(id, 'A report, please.');
  await answer.until('approval-asked');
  expect(await (await ana.request('POST', `/conversations/${id}/cancel`)).json()).toEqual({ wasAnswering: true });
  expect(await answer.ended()).toMatchObject({ reason: 'cancelled' });
  expect(await (await ana.request('POST', `/conversations/${id}/cancel`)).json()).toEqual({ wasAnswering: false });
  const other = await ana.start();
  const removed = await ana.ask(other, 'A report, please.');
  await removed.until('approval-asked');
  expect((await ana.request('DELETE', `/conversations/${other}`)).status).toBe(200);
  expect(await removed.ended()).toMatchObject({ reason: 'cancelled' });
  expect((await ana.request('GET', `/conversations/${other}`)).status).toBe(404);
});

test('it may no more than its person: a viewer proposes nothing, and a revoked key ends it at once', async () => {
  const viewer = await holder(scripted, { role: 'viewer' });
  await script({ calls: [through('reset_charge_point')] }, { say: 'Tried.' });
  const id = await viewer.start();
  const tried = await viewer.ask(id, 'Restart it.');
  // Its tools are not even described to a viewer, so that nobody knows what this call would be; it is allowed, and refused all the same.
  const { question: unknown } = await tried.until('approval-asked');
  expect(await viewer.decide(id, unknown.id, 'once')).toBe(200);
  expect(await tried.ended()).toMatchObject({ reason: 'done' });
  expect((await viewer.read(id)).messages.find(({ role }) => role === 'tool')).toMatchObject({ isError: true });
  expect((await scripted.api.get<ProposalList>('/api/proposals')).proposals).toEqual([]);

  const ana = await holder(scripted, { role: 'administrator' });
  await script({ calls: [report] }, { say: 'Over.' });
  const other = await ana.start();
  const answer = await ana.ask(other, 'A report, please.');
  const { question } = await answer.until('approval-asked');
  await scripted.api.delete(`/api/keys/${ana.key.id}`);
  expect(await ana.decide(other, question.id, 'once')).toBe(401);
  expect(await answer.ended()).toMatchObject({ reason: 'cancelled' });
});

test('a conversation outlives the server that is stopped in the middle of an answer', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-assistant-data-'));
  await script({ calls: [report] }, { say: 'Good to be back.' });
  const env = { LLM_PROVIDER: 'scripted', LLM_MODEL: join(folder, 'script.json'), DATA_DIR: dataDir };
  await using first = await startSigec(env);
  const ana = await holder(first);
  const id = await ana.start();
  const answer = await ana.ask(id, 'A report, please.');
  await answer.until('approval-asked');
  await Promise.all([first.stop(), answer.ended().catch(() => undefined)]);
  await using second = await startSigec({ ...env, DATABASE_URL: first.databaseUrl });
  const back = assistantClient(second.addresses.api, ana.secret);
  const kept = await back.read(id);
  expect(kept).toMatchObject({ title: 'A report, please.', isAnswering: false });
  expect(kept.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  const resumed = await back.ask(id, 'Where were we?');
  expect(await resumed.ended()).toMatchObject({ reason: 'done' });
  expect(resumed.text).toBe('Good to be back.');
  await rm(dataDir, { recursive: true });
});
