import { expect, test } from 'vitest';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import {
  actor,
  administrator,
  agent,
  approved,
  callerWith,
  openRegistry,
  operator,
  propose,
  type RegistryAtWork,
  street,
  streetTool,
  type TestRun,
  testTool,
} from '../../../test/support/tool-registry.ts';

test('what has changed since stops it: a precondition, the targets, the sentence, the station, the tool', async () => {
  const long = 'x'.repeat(5_000);
  const here = { ...street(), setting: `${long}a` };
  const tool = streetTool(here);
  await using at = await openRegistry({ tools: [tool] });
  const changes: [change: () => void, undo: () => void, says: string][] = [
    [() => (here.sessions = ['S-2']), () => (here.sessions = ['S-1']), 'this has changed: running.'],
    [() => (here.targets = ['station:CP-8']), () => (here.targets = ['station:CP-7']), 'this has changed: targets.'],
    [() => (here.effect = 'Ends it twice.'), () => (here.effect = street().effect), 'this has changed: effect.'],
    [() => (here.setting = `${long}b`), () => (here.setting = `${long}a`), 'this has changed: setting.'],
    [() => (here.setting = `${long}a\u200b`), () => (here.setting = `${long}a`), 'this has changed: setting.'],
    [() => (here.isOnline = false), () => (here.isOnline = true), 'It is offline.'],
    [
      () => replace(at, streetTool(here, { description: 'Says something else than it did when it was proposed.' })),
      () => replace(at, tool),
      'The tool has changed since',
    ],
    [() => replace(at, streetTool(here, { tier: 'R3' })), () => replace(at, tool), 'The tool has changed since'],
    [() => at.registry.unregister('cut'), () => at.registry.register(tool, 'test'), 'The tool has changed since'],
  ];
  for (const [change, undo, says] of changes) {
    const id = await approved(at);
    change();
    await expect(at.registry.apply(id, agent)).rejects.toThrow(says);
    undo();
    await expect(at.registry.apply(id, agent), 'it is over').rejects.toThrow('had changed, so it was not carried out');
    const seen = await at.registry.proposals.get(id, operator);
    expect(seen).toMatchObject({ state: 'stale', reason: expect.stringContaining(says) as string });
  }
  expect(here.runs).toEqual([]);
  const ran = (await at.audit()).filter(({ details }) => details['did'] === 'ran');
  expect(ran, 'what was not run is not told as run').toEqual([]);
});

test('the order of targets and what only grows do not stop it', async () => {
  const here = { ...street(), targets: ['station:CP-7', 'station:CP-8'] };
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const id = await approved(at);
  here.targets = ['station:CP-8', 'station:CP-7', 'station:CP-7'];
  expect((await at.registry.apply(id, agent)).data['status']).toBe('done');
});

test('what was asked and did not happen ends as failed, with the result and our sentence', async () => {
  const output = z.object({ is_done: z.boolean(), outcome: z.string() });
  let said = {
    text: 'It was not sent: the kill switch blocks all commands.',
    data: { is_done: false, outcome: 'not-sent' },
  };
  const held = { output, run: () => Promise.resolve(said) } as unknown as Parameters<typeof testTool>[0];
  await using at = await openRegistry({ tools: [streetTool(street(), held), testTool({ ...held, tier: 'R1' })] });
  const id = await approved(at);
  const answer = await at.registry.execute('apply_proposal', { proposal_id: id }, agent);
  expect(answer).toMatchObject({ text: said.text, data: { status: 'not-done', result: said.data } });
  const ended = await at.registry.proposals.get(id, operator);
  expect(ended).toMatchObject({ state: 'failed', reason: said.text, result: said });
  await expect(at.registry.apply(id, agent), 'it is used up').rejects.toThrow('carried out and failed');
  await at.registry.execute('look', {}, agent);
  const told = (await at.audit()).map(({ action, outcome, details }) => [action, outcome, details['did']]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['tool:cut', 'failed', 'not-done'],
      ['proposal:end', 'failed', undefined],
      ['tool:apply_proposal', 'failed', 'not-done'],
      ['tool:look', 'failed', 'not-done'],
    ]),
  );
  expect(told.filter(([, , did]) => did === 'ran')).toEqual([]);

  said = { text: 'The station did it.', data: { is_done: true, outcome: 'accepted' } };
  const other = await approved(at);
  expect((await at.registry.apply(other, agent)).data['status']).toBe('done');
  expect(await at.registry.proposals.get(other, operator)).toMatchObject({ state: 'applied', reason: null });
});

test('a row that was changed in the database is neither approved nor carried out', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const third = await propose(at, 'cut', { id: 'CP-9' });
  const assignments = [
    ...["effect = 'Does no harm.'", "title = 'Look'", "targets = '{station:CP-8}'", "subject = 'CP-8'", "tier = 'R3'"],
    ...[`details = '{"running":[]}'`, `preconditions = '{"running":[]}'`, `arguments = '{"id":"CP-9"}'`],
    ...["door = 'tools'", "expires_at = expires_at + interval '1 hour'", "hash = sha256('x')", 'sealed = null'],
    ...["proposed_at = proposed_at - interval '1 second'", "tool_hash = 'x'"],
    `sealed = (select sealed from proposal where id = '${third}')`,
  ];
  for (const assignment of assignments) {
    const ready = await approved(at, 'cut', { id: 'CP-7' });
    await change(at, ready, assignment);
    await expect(at.registry.apply(ready, agent)).rejects.toThrow(/not what a person approved|has changed/);
    expect(await at.registry.proposals.get(ready, operator)).toMatchObject({ state: 'stale' });
    const waiting = await propose(at, 'cut', { id: 'CP-7' });
    await change(at, waiting, assignment);
    const approval = at.registry.proposals.approve(waiting, { actor: administrator, via: 'console' });
    await expect(approval).rejects.toThrow('What is stored is not what was proposed');
  }
  const moved = await approved(at);
  await change(at, moved, "principal = 'key-2'");
  await expect(at.registry.apply(moved, callerWith({ id: 'key-2' }))).rejects.toThrow('not what a person approved');
  expect(here.runs).toEqual([]);
});

test('a row that was approved by SQL is not carried out, nor one whose approver was exchanged', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const forged = "state = 'approved', decided_by = 'person-2', decided_via = 'console', decided_at = now()";
  const byHand = await propose(at);
  await change(at, byHand, forged);
  const copied = await propose(at);
  const real = await approved(at);
  await change(at, copied, `${forged}, approval = (select approval from proposal where id = '${real}')`);
  const exchanged = await approved(at);
  await change(at, exchanged, "decided_by = 'person-1'");
  for (const id of [byHand, copied, exchanged])
    await expect(at.registry.apply(id, agent)).rejects.toThrow('not what a person approved');
  expect(here.runs).toEqual([]);
});

test('an approval ends with the key that gave it', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  await at.database.pool.query(
    `insert into principal_key (id, name, kind, role, scopes, secret_hash, created_at, revoked_at)
     values ('person-2', 'Ana', 'person', 'administrator', '{}', '', now(), null)`,
  );
  const [one, other] = [await approved(at), await approved(at)];
  expect((await at.registry.apply(one, agent)).data['status']).toBe('done');
  await at.database.pool.query("update principal_key set revoked_at = now() where id = 'person-2'");
  await expect(at.registry.apply(other, agent)).rejects.toThrow('has been revoked since');
  expect(here.runs).toHaveLength(1);
});

test('what a revoked key proposed is neither approved nor carried out, and can be denied', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  await at.database.pool.query(
    `insert into principal_key (id, name, kind, role, scopes, secret_hash, created_at, revoked_at)
     values ('key-1', 'Stolen', 'agent', 'operator', '{}', '', now(), null)`,
  );
  const [ready, waiting] = [await approved(at), await propose(at)];
  await at.database.pool.query("update principal_key set revoked_at = now() where id = 'key-1'");
  const { proposals } = at.registry;
  await expect(proposals.approve(waiting, { actor: administrator, via: 'console' })).rejects.toThrow(
    'The key that proposed this has been revoked',
  );
  await expect(at.registry.apply(ready, { ...agent, actor: administrator })).rejects.toThrow('has been revoked since');
  expect(await proposals.deny(waiting, { actor: operator, via: 'console' })).toMatchObject({ state: 'denied' });
  expect(here.runs).toEqual([]);
});

test('whoever asked and the person who approved carry it out, nobody else, and only while they may', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const id = await approved(at);
  const strangers = [
    callerWith({ id: 'key-2' }),
    { ...agent, actor: operator }, // a person, but another one
    { ...agent, actor: { ...administrator, door: 'mcp' as const } }, // who approved, but where a model speaks
    { ...agent, pack: 'other' },
    { ...agent, isReadOnly: true },
  ];
  for (const stranger of strangers)
    await expect(at.registry.apply(id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const less of [{ role: 'viewer' as const }, { scopes: ['sessions'] }])
    await expect(at.registry.apply(id, callerWith(less))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect(here.runs).toEqual([]);
  expect((await at.audit()).filter(({ outcome }) => outcome === 'refused')).toHaveLength(7);
  expect((await at.registry.apply(id, { ...agent, actor: administrator })).data['status']).toBe('done');
  expect((await at.audit()).find(({ details }) => details['did'] === 'ran')).toMatchObject({
    action: 'tool:cut',
    principal: 'person-2',
    door: 'console',
    details: { proposedBy: 'key-1', approvedBy: 'person-2' },
  });
});

test('what fails while it is done is told as begun, with a reference or our own sentence', async () => {
  let fault: Error = new SigecError('STATION_OFFLINE', 'It went away.');
  const tool = testTool({ name: 'cut', tier: 'R2', timeoutMs: 100, run: () => Promise.reject(fault) });
  const never = testTool({ name: 'wait', tier: 'R2', timeoutMs: 20, run: () => new Promise(() => {}) });
  await using at = await openRegistry({ tools: [tool, never] });
  const failed = async (name: string, says: string) => {
    const id = await approved(at, name);
    await expect(at.registry.apply(id, agent)).rejects.toThrow(says);
    const { state, reason, result } = await at.registry.proposals.get(id, operator);
    expect({ state, reason, result }).toEqual({
      state: 'failed',
      reason: expect.stringContaining(says) as string,
      result: null,
    });
    expect((await at.audit()).filter(({ action }) => action === `tool:${name}`).at(-1)).toMatchObject({
      outcome: 'failed',
      details: { proposalId: id, approvedBy: 'person-2' },
    });
  };
  await failed('cut', 'It went away.');
  fault = new TypeError('secret detail');
  await failed('cut', 'cut failed by a fault of ours');
  await failed('wait', 'It may have had an effect: look before you try again.');
});

test('what a station answers, however long or broken, does not keep the end from being written', async () => {
  let said = 'a\u0000b\ud800c';
  const shape = { ok: z.boolean(), said: z.string(), facts: z.record(z.string(), z.unknown()) };
  const output = z.object(shape) as never; // a tool that forgot to clean it
  const run: TestRun = () => {
    const data = { ok: true, said, facts: { [said.slice(0, 9)]: { [said.slice(0, 9)]: [1] } } };
    return Promise.resolve({ text: 'Done.', data });
  };
  await using at = await openRegistry({ tools: [testTool({ name: 'cut', tier: 'R2', output, run })] });
  const broken = await approved(at);
  await at.registry.apply(broken, agent);
  expect((await at.registry.proposals.get(broken, operator)).result).toMatchObject({
    data: { said: 'a\uFFFDb\uFFFDc', facts: { 'a\uFFFDb\uFFFDc': { 'a\uFFFDb\uFFFDc': [1] } } },
  });
  said = 'x'.repeat(300_000);
  const long = await approved(at);
  expect(JSON.stringify(await at.registry.apply(long, agent)).length).toBeGreaterThan(300_000);
  expect((await at.registry.proposals.get(long, operator)).result?.data).toEqual({ is_too_large_to_keep: true });
});

test('an end that met a database away is written once it is back', async () => {
  const here = street();
  let isAway = false;
  const ledger = (real: Ledger) => ({
    commit: (entry: Parameters<Ledger['commit']>[0]) =>
      isAway ? Promise.reject(new SigecError('DATABASE_AWAY', 'The database does not answer.')) : real.commit(entry),
  });
  const tool = streetTool(here, {
    run(given) {
      here.runs.push(given);
      isAway = true;
      return Promise.resolve({ text: 'The station did it.', data: { ok: true } });
    },
  });
  await using at = await openRegistry({ tools: [tool], ledger });
  const id = await approved(at);
  await expect(at.registry.apply(id, agent)).rejects.toThrow(
    'It was carried out, and how it ended could not be written',
  );
  await at.registry.proposals.sweep();
  expect((await at.registry.proposals.get(id, operator)).state).toBe('applying');
  isAway = false;
  await expect(at.registry.apply(id, agent), 'it is not done twice').rejects.toThrow('being carried out');
  await at.registry.proposals.sweep();
  expect(await at.registry.proposals.get(id, operator)).toMatchObject({
    state: 'applied',
    result: { data: { ok: true } },
  });
  expect((await at.audit()).filter(({ details }) => details['did'] === 'ran')).toHaveLength(1);
  expect(here.runs).toHaveLength(1);
});

test('an end that still waits is written when we close', async () => {
  let isAway = false;
  const ledger = (real: Ledger) => ({
    commit: (entry: Parameters<Ledger['commit']>[0]) =>
      isAway ? Promise.reject(new SigecError('DATABASE_AWAY', 'The database does not answer.')) : real.commit(entry),
  });
  const run: TestRun = () => {
    isAway = true;
    return Promise.resolve({ text: 'The station did it.', data: { ok: true } });
  };
  await using at = await openRegistry({ tools: [streetTool(street(), { run })], ledger });
  const id = await approved(at);
  await expect(at.registry.apply(id, agent)).rejects.toThrow('could not be written');
  isAway = false;
  await at.registry.close();
  const { rows } = await at.database.pool.query('select state from proposal where id = $1', [id]);
  expect(rows).toEqual([{ state: 'applied' }]);
});

test('what a process left behind while it carried it out ends as failed, and is not done again', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const id = await approved(at);
  await change(at, id, "state = 'applying'");
  at.clock.move(29 * 60_000);
  await at.registry.proposals.sweep();
  expect((await at.registry.proposals.get(id, operator)).state, 'it may still be under way').toBe('applying');
  at.clock.move(2 * 60_000);
  await at.registry.proposals.sweep();
  expect(await at.registry.proposals.get(id, operator)).toMatchObject({
    state: 'failed',
    reason: 'The server stopped while it was carried out. Look at the commands of its stations.',
  });
  await expect(at.registry.apply(id, agent)).rejects.toThrow('It was carried out and failed');
  expect(here.runs).toEqual([]);
  expect((await at.audit()).at(-2)).toMatchObject({
    principal: 'system',
    action: 'proposal:expire',
    details: { to: 'failed' },
  });
});

test('closing ends what is being carried out, and writes that down', async () => {
  const begun = Promise.withResolvers<void>();
  const run: TestRun = () => {
    begun.resolve();
    return new Promise(() => {});
  };
  await using at = await openRegistry({ tools: [testTool({ name: 'cut', tier: 'R2', run })] });
  const id = await approved(at);
  const applying = at.registry.apply(id, agent).catch((thrown: unknown) => thrown);
  await begun.promise;
  await at.registry.close();
  expect(await applying).toMatchObject({ message: expect.stringContaining('cut was cancelled') as string });
  expect((await at.registry.proposals.get(id, actor({ kind: 'person' }, 'console'))).state).toBe('failed');
});

function replace({ registry }: RegistryAtWork, tool: ReturnType<typeof streetTool>): void {
  registry.unregister('cut');
  registry.register(tool, 'test');
}

async function change({ database }: RegistryAtWork, id: string, assignment: string): Promise<void> {
  await database.pool.query(`update proposal set ${assignment} where id = $1`, [id]);
}
