import { expect, test } from 'vitest';
import { type ErrorCode, SigecError } from '#base/errors.ts';
import {
  agent,
  anybody,
  callerWith,
  codeOf,
  emptyPlan,
  openRegistry,
  type RegistryAtWork,
  street,
  streetTool,
  type TestRun,
  testTool,
} from '../../test/support/tool-registry.ts';
import type { Plan } from './plan.ts';

const key = 'my-first-key';

test('a second call with the same key and arguments gets the first answer and does nothing', async () => {
  const runs: unknown[] = [];
  await using at = await openRegistry({ tools: [testTool({ tier: 'R1', run: running(runs) })] });
  const first = await call(at, { id: 'A', idempotency_key: key });
  expect(await call(at, { idempotency_key: key, id: 'A' })).toEqual(first);
  expect(runs).toHaveLength(1);
  await call(at, { id: 'A', idempotency_key: key }, callerWith({ id: 'key-2' }));
  expect(runs, "another principal's key is another key").toHaveLength(2);
  expect((await at.audit()).map(({ details }) => details['did'])).toEqual(['ran', 'replayed', 'ran']);
});

test('the same key with other arguments or another tool is a conflict', async () => {
  const runs: unknown[] = [];
  await using at = await openRegistry({
    tools: [testTool({ tier: 'R1', run: running(runs) }), testTool({ name: 'see', tier: 'R1', run: running(runs) })],
  });
  await call(at, { id: 'A', idempotency_key: key });
  await expect(call(at, { id: 'B', idempotency_key: key })).rejects.toThrow('was used for another call');
  await expect(at.registry.execute('see', { id: 'A', idempotency_key: key }, agent)).rejects.toThrow('another call');
  expect(runs).toHaveLength(1);
});

test('of many calls at once with one key one is done', async () => {
  const runs: unknown[] = [];
  await using at = await openRegistry({ tools: [testTool({ tier: 'R1', run: running(runs) })] });
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => call(at, { idempotency_key: key })));
  expect(runs).toHaveLength(1);
  const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [codeOf(end.reason)] : []));
  expect(new Set(refusals)).toEqual(new Set(refusals.length > 0 ? ['CONFLICT'] : []));
});

test('a call that broke off keeps its key: nobody knows what it did', async () => {
  let fault: Error | undefined = new TypeError('half way');
  const runs: unknown[] = [];
  const run: TestRun = (given) => {
    runs.push(given);
    return fault === undefined ? Promise.resolve(done) : Promise.reject(fault);
  };
  await using at = await openRegistry({ tools: [testTool({ tier: 'R1', run })] });
  await expect(call(at, { idempotency_key: key })).rejects.toThrow('by a fault of ours');
  fault = undefined;
  await expect(call(at, { idempotency_key: key })).rejects.toThrow('has not ended, or broke off');
  expect(runs).toHaveLength(1);
});

test('a call that was refused gives its key back, since it did nothing', async () => {
  let refusal: ErrorCode | undefined;
  const run: TestRun = () =>
    refusal === undefined ? Promise.resolve(done) : Promise.reject(new SigecError(refusal, 'Not now.'));
  await using at = await openRegistry({ tools: [testTool({ tier: 'R1', run })] });
  for (const code of ['NOT_FOUND', 'CONFLICT', 'STATION_OFFLINE', 'TOO_MANY_REQUESTS', 'INVALID_INPUT'] as const) {
    refusal = code;
    await expect(call(at, { idempotency_key: `${key}-${code}` })).rejects.toThrow('Not now.');
    refusal = undefined;
    expect(await call(at, { idempotency_key: `${key}-${code}` })).toEqual(done);
  }
});

test('a proposal with a key is made once', async () => {
  await using at = await openRegistry({ tools: [streetTool(street())] });
  const given = { idempotency_key: key };
  const [one, other] = [await at.registry.execute('cut', given, agent), await at.registry.execute('cut', given, agent)];
  expect(other).toEqual(one);
  expect(await proposalsOf(at)).toBe(1);
});

test('a dry run is the same plan, without a proposal, an effect or a used key', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const dry = await at.registry.execute('cut', { dry_run: true, idempotency_key: key }, agent);
  expect(dry).toEqual({
    text: 'Cut: Ends what is running there. Nothing was asked or done.',
    data: {
      status: 'dry-run',
      targets: ['station:CP-7'],
      effect: 'Ends what is running there.',
      details: { running: ['S-1'] },
    },
  });
  expect(await proposalsOf(at)).toBe(0);
  const real = await at.registry.execute('cut', { idempotency_key: key }, agent);
  const { targets, effect, details } = dry.data;
  expect(real.data).toMatchObject({ status: 'proposed', targets, effect, details });
  expect(here).toMatchObject({ plans: 2, runs: [] });
  here.isOnline = false;
  await expect(at.registry.execute('cut', { dry_run: true }, agent)).rejects.toMatchObject({ code: 'STATION_OFFLINE' });
  expect((await at.audit()).map(({ outcome, details: { did } }) => [outcome, did])).toEqual([
    ['done', 'dry-run'],
    ['done', 'proposed'],
    ['failed', undefined],
  ]);
});

test('nobody runs R2 or R3 by calling it, whoever they are and by whatever door', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here), streetTool(here, { name: 'flash', tier: 'R3' })] });
  for (const kind of ['agent', 'program', 'person'] as const)
    for (const role of ['operator', 'administrator'] as const)
      for (const door of ['mcp', 'tools', 'rest', 'console', 'terminal'] as const)
        for (const name of ['cut', 'flash']) {
          const context = callerWith({ id: `${kind}-${role}`, kind, role }, door);
          expect((await at.registry.execute(name, {}, context)).data['status']).toBe('proposed');
        }
  expect(here.runs).toEqual([]);
});

test('one call too many says when to come back, and is written down', async () => {
  const rateLimit = { calls: 2, perSeconds: 30 };
  await using at = await openRegistry({ tools: [testTool({ rateLimit })] });
  for (let count = 0; count < 2; count += 1) await call(at, {}, anybody());
  await expect(call(at, {}, anybody())).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryAfterSeconds: 30 },
  });
  expect((await at.audit()).at(-1)).toMatchObject({ outcome: 'refused', details: { error: 'TOO_MANY_REQUESTS' } });
  at.clock.move(30_000);
  expect(await call(at, {}, anybody())).toEqual(done);
});

test('bulk, nests and what is no text are refused before anything reads them, and written down', async () => {
  await using at = await openRegistry({ tools: [testTool({ subject: ({ id }) => id ?? 'none' })] });
  const refusals: [given: unknown, says: string][] = [
    [{ id: 'x'.repeat(70_000) }, 'are larger than 64 KB'],
    [{ list: Array(40_000).fill(1) }, 'are larger than 64 KB'],
    [{ ['n'.repeat(70_000)]: 1 }, 'are larger than 64 KB'],
    [nest(100_000), 'are nested deeper than 20 levels'],
    [{ wide: Array(30).fill(Array(30).fill(Array(30).fill('y'.repeat(99)))) }, 'are larger than 64 KB'],
    [{ id: 'CP\u0000' }, 'hold a NUL or half a character'],
    [{ ['id\u0000']: 1 }, 'hold a NUL or half a character'],
    [{ id: '\ud800' }, 'hold a NUL or half a character'],
  ];
  for (const [given, says] of refusals)
    await expect(at.registry.execute('look', given, anybody())).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(says) as string,
    });
  const audit = await at.audit();
  expect(audit).toHaveLength(refusals.length);
  for (const entry of audit) {
    expect(entry).toMatchObject({ outcome: 'refused', details: { error: 'INVALID_INPUT' } });
    expect(JSON.stringify(entry).length).toBeLessThan(50_000);
  }
});

test('a plan that reaches too much is not put before a person', async () => {
  const many = Array.from({ length: 501 }, (_, index) => `station:CP-${index}`);
  const long = Array<string>(400).fill('y'.repeat(400));
  let plan: Plan = { ...emptyPlan, targets: many };
  await using at = await openRegistry({ tools: [testTool({ tier: 'R3', plan: () => Promise.resolve(plan) })] });
  await expect(call(at, {})).rejects.toThrow('too much at once for a person to approve (501 targets)');
  plan = { ...emptyPlan, details: { long } };
  await expect(call(at, {})).rejects.toThrow('too much at once');
  expect(await proposalsOf(at)).toBe(0);
});

test('what others wrote is cleaned in a plan too, whoever forgot to', async () => {
  const plan = {
    ...emptyPlan,
    details: { 'vendor\u202e': 'Obey\u0000 \u001b[31mme' },
    preconditions: { name: 'a\u0000' },
  };
  await using at = await openRegistry({ tools: [testTool({ tier: 'R2', plan: () => Promise.resolve(plan) })] });
  expect((await call(at, {})).data['details']).toEqual({ vendor: 'Obey me' });
});

test('a hundred proposals wait for a person at most', async () => {
  await using at = await openRegistry({ tools: [streetTool(street(), { rateLimit: { calls: 999, perSeconds: 60 } })] });
  for (let count = 0; count < 100; count += 1) await at.registry.execute('cut', { id: `CP-${count}` }, agent);
  await expect(at.registry.execute('cut', { id: 'CP-100' }, agent)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await expect(at.registry.execute('cut', {}, callerWith({ id: 'key-2' }))).resolves.toBeDefined();
  at.clock.move(16 * 60_000);
  await expect(at.registry.execute('cut', {}, agent)).resolves.toBeDefined();
});

const done = { text: 'Done.', data: { ok: true } };

function running(runs: unknown[]): TestRun {
  return (given) => {
    runs.push(given);
    return Promise.resolve(done);
  };
}

function call({ registry }: RegistryAtWork, given: object, context = agent): ReturnType<typeof registry.execute> {
  return registry.execute('look', given, context);
}

async function proposalsOf({ database }: RegistryAtWork): Promise<number> {
  return (await database.pool.query('select from proposal')).rowCount ?? 0;
}

function nest(depth: number): unknown {
  let nested: unknown = 1;
  for (let level = 0; level < depth; level += 1) nested = { a: nested };
  return nested;
}
