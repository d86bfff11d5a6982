import { expect, test } from 'vitest';
import { actor, agent, anybody, callerWith, codeOf, openRegistry, testTool } from '../../test/support/tool-registry.ts';

const tooMany = { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: expect.any(Number) as number } };

test('whatever a principal asks for counts, and beyond the limit one entry tells of all the rest', async () => {
  await using at = await openRegistry({ tools: [testTool({})], callsPerMinute: 10 });
  const { registry } = at;
  const ways: (() => Promise<unknown>)[] = [
    () => registry.execute('look', {}, anybody()),
    () => registry.execute('nothing_like_it', {}, anybody()),
    () => registry.execute('look', { id: 7 }, anybody()),
    () => registry.resources.read('sigec://nothing', anybody()),
    () => registry.resources.list(undefined, anybody()),
    () => registry.resources.complete('sigec://{id}', { parameter: 'id', begun: '' }, anybody()),
    () => registry.prompts.render('nothing', {}, anybody()),
    () => registry.prompts.complete('nothing', { parameter: 'id', begun: '' }, anybody()),
    () => registry.apply('no-id', anybody()),
    () => registry.proposals.approve('no-id', { actor: anybody().actor, via: 'rest' }),
  ];
  const early = await Promise.allSettled(ways.map((way) => way()));
  expect(early.map((end) => (end.status === 'rejected' ? codeOf(end.reason) : 'done'))).not.toContain(tooMany.code);
  const before = (await at.audit()).length;
  const late = await Promise.allSettled(
    Array.from({ length: 30 }, () => ways).flatMap((some) => some.map((way) => way())),
  );
  for (const end of late) expect(end).toMatchObject({ status: 'rejected', reason: tooMany });
  expect(await at.audit(), 'no entry of their own').toHaveLength(before);

  expect((await registry.execute('look', {}, agent)).text, 'others are not held up').toBe('Done.');
  const elsewhere = { ...anybody(), actor: { principal: null, door: 'tools' } as const };
  expect((await registry.execute('look', {}, elsewhere)).text, 'each door has its own').toBe('Done.');

  at.clock.move(60_000);
  expect((await registry.execute('look', {}, anybody())).text, 'the next minute').toBe('Done.');
  await registry.close();
  const told = (await at.audit()).filter(({ action }) => action === 'tools:too-many');
  expect(told).toMatchObject([
    {
      principal: 'anonymous:mcp',
      door: 'mcp',
      outcome: 'refused',
      details: { error: 'TOO_MANY_REQUESTS', refused: 300, perMinute: 10 },
    },
  ]);
  expect((await at.chains()).every(({ isWhole }) => isWhole)).toBe(true);
});

test('a key is one principal by all its doors', async () => {
  await using at = await openRegistry({ tools: [testTool({})], callsPerMinute: 2 });
  await at.registry.execute('look', {}, callerWith({}, 'mcp'));
  await at.registry.execute('look', {}, callerWith({}, 'tools'));
  await expect(at.registry.execute('look', {}, callerWith({}, 'mcp'))).rejects.toMatchObject(tooMany);
  await expect(at.registry.proposals.cancel('no-id', actor())).rejects.toMatchObject(tooMany);
});
