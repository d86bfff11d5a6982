import { expect, test } from 'vitest';
import {
  agent,
  anybody,
  callerWith,
  openRegistry,
  type RegistryAtWork,
  street,
  streetTool,
  testTool,
} from '../../../test/support/tool-registry.ts';
import type { CallContext } from '../context.ts';
import type { Level } from '../pack.ts';

const hours = 3_600_000;
const shopLevels: readonly [Level, ...Level[]] = [
  { name: 'basic', about: 'Looking' },
  { name: 'shopping', about: 'Choosing', after: 3 },
  { name: 'advanced', about: 'Buying', after: 7 },
];
const shopTools = shopLevels.flatMap(({ name: level }) =>
  [1, 2, 3].map((number) => testTool({ name: `${level}_${number}`, level })),
);

test('as in the seed: three tools, six after three calls, nine after seven; 403 before', async () => {
  await using at = await openRegistry({ pack: { levels: shopLevels }, tools: shopTools });
  const session = { ...anybody(), sessionId: 'S-1' };
  expect(await shown(at, session)).toHaveLength(3);
  await expect(at.registry.execute('shopping_1', {}, session)).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
    message:
      'shopping_1 belongs to the level shopping of test, and this session is at basic. Raise the level (raise_level), or unlock the tool, first.',
    details: { level: 'shopping', pack: 'test' },
  });
  const counts: number[] = [];
  for (let call = 1; call <= 7; call += 1) {
    await at.registry.execute('basic_1', {}, session);
    counts.push((await shown(at, session)).length);
  }
  expect(counts).toEqual([3, 3, 6, 6, 6, 6, 9]);
  expect(await context(at, session)).toMatchObject({ level: 'advanced', interactions: 7 });
  expect(await at.registry.execute('advanced_3', {}, session)).toBeDefined();
});

test('what is refused does not count; what fails does, as in the seed', async () => {
  await using at = await openRegistry({ pack: { levels: shopLevels }, tools: shopTools });
  const session = { ...anybody(), sessionId: 'S-1' };
  for (let call = 0; call < 5; call += 1)
    await expect(at.registry.execute('advanced_1', {}, session)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await at.registry.execute('search_tools', { query: 'look' }, session);
  expect((await context(at, session)).interactions).toBe(0);
  await expect(at.registry.execute('basic_1', { nothing: 1 }, session)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect((await context(at, session)).interactions).toBe(1);
});

test('a level without a count is never reached by calling, only by hand', async () => {
  await using at = await openRegistry({
    tools: [testTool({}), testTool({ name: 'later', level: 'operate' }), streetTool(street(), { level: 'operate' })],
  });
  const session = { ...agent, sessionId: 'S-1' };
  for (let call = 0; call < 30; call += 1) await at.registry.execute('look', {}, session);
  expect(await shown(at, session)).toEqual(['look']);
  const { newTools } = await at.registry.disclosure.upgrade('test', 'operate', { ...session, sessionId: 'S-1' });
  expect(newTools).toEqual(['cut', 'later']);
  expect(await shown(at, session)).toEqual(['cut', 'later', 'look']);
  const down = await at.registry.disclosure.upgrade('test', 'observe', { ...session, sessionId: 'S-1' });
  expect(down).toMatchObject({ newTools: [], context: { level: 'observe', interactions: 30 } });
  expect(await shown(at, session)).toEqual(['look']);
});

test('raising shows nothing that policy does not allow', async () => {
  await using at = await openRegistry({ tools: [testTool({}), streetTool(street(), { level: 'operate' })] });
  const viewer = { ...callerWith({ role: 'viewer' }), sessionId: 'S-1' };
  const { data } = await at.registry.execute('raise_level', { pack: 'test', level: 'operate' }, viewer);
  expect(data).toEqual({ pack: 'test', level: 'operate', new_tools: [] });
  expect(await shown(at, viewer)).toEqual(['look']);
  await expect(at.registry.execute('cut', {}, viewer)).rejects.toThrow('needs the role operator');
});

test('one tool can be unlocked, twice is once, and unknown levels and packs are told', async () => {
  await using at = await openRegistry({ pack: { levels: shopLevels }, tools: shopTools });
  const session = { ...anybody(), sessionId: 'S-1' };
  const { disclosure } = at.registry;
  const tool = { name: 'advanced_2', pack: 'test' };
  await disclosure.unlock(tool, session);
  expect((await disclosure.unlock(tool, session)).unlocked).toEqual(['advanced_2']);
  expect(await shown(at, session)).toContain('advanced_2');
  await expect(at.registry.execute('advanced_2', {}, session)).resolves.toBeDefined();
  await expect(at.registry.execute('advanced_1', {}, session)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await expect(disclosure.upgrade('test', 'root', session)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'test has no such level; it has basic, shopping, advanced.',
  });
  await expect(disclosure.upgrade('core', 'core', session)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no such pack; there are test.',
  });
  for (const sessionId of ['', 'x'.repeat(101), 'a b', 'a\u0000', 'é'])
    await expect(disclosure.contextOf('test', { ...session, sessionId })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
});

test('a session belongs to the principal who began it, in every pack, until it is over', async () => {
  await using at = await openRegistry({ tools: [testTool({})] });
  at.registry.addPack({ name: 'other', title: 'Other', instructions: '', levels: shopLevels, tools: shopTools });
  const { disclosure } = at.registry;
  const [mine, theirs] = [agent, callerWith({ id: 'key-2' })].map((each) => ({ ...each, sessionId: 'S-1' })) as [
    Session,
    Session,
  ];
  await disclosure.upgrade('test', 'operate', mine);
  for (const pack of ['test', 'other']) {
    await expect(disclosure.contextOf(pack, theirs)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(disclosure.upgrade(pack, 'basic', theirs)).rejects.toThrow();
  }
  await expect(at.registry.execute('look', {}, theirs)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  await expect(at.registry.listFor(theirs)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect(await disclosure.clear(theirs)).toBe(false);
  expect((await disclosure.contextOf('other', mine)).level, 'packs are raised one by one').toBe('basic');

  at.clock.move(23 * hours);
  expect((await disclosure.contextOf('test', mine)).level, 'using it keeps it').toBe('operate');
  at.clock.move(24 * hours);
  expect((await disclosure.contextOf('test', mine)).level, 'it begins anew').toBe('observe');
  at.clock.move(25 * hours);
  expect((await disclosure.contextOf('test', theirs)).level, 'its name is free again').toBe('observe');
  expect(await disclosure.clear(theirs)).toBe(true);
  expect(await disclosure.clear(theirs)).toBe(false);
});

test('a key whose scopes name a level begins there', async () => {
  await using at = await openRegistry({ tools: [testTool({}), testTool({ name: 'later', level: 'operate' })] });
  const named = callerWith({ scopes: ['stations', 'test:operate'] });
  expect(await shown(at, named)).toEqual(['later', 'look']);
  expect((await context(at, { ...named, sessionId: 'S-1' })).level).toBe('operate');
  const whole = callerWith({ id: 'key-2', scopes: ['stations', 'test'] });
  expect((await context(at, { ...whole, sessionId: 'S-2' })).level, 'the pack names its highest').toBe('operate');
  const level = callerWith({ id: 'key-3', scopes: ['test:operate'] });
  expect(await shown(at, level), 'a level allows nothing by itself').toEqual([]);
});

test('calls at once lose no count, and counting does not undo what was raised by hand', async () => {
  await using at = await openRegistry({ pack: { levels: shopLevels }, tools: shopTools });
  const session = { ...anybody(), sessionId: 'S-1' };
  await Promise.all(Array.from({ length: 20 }, () => at.registry.execute('basic_1', {}, session)));
  expect((await context(at, session)).interactions).toBe(20);
  for (let round = 0; round < 10; round += 1) {
    const fresh = { ...anybody(), sessionId: `S-race-${round}` };
    await Promise.all([
      ...Array.from({ length: 3 }, () => at.registry.execute('basic_1', {}, fresh)),
      at.registry.disclosure.upgrade('test', 'advanced', fresh),
    ]);
    expect((await context(at, fresh)).level).toBe('advanced');
  }
});

test('nobody without a key locks others without one out: the session used longest ago makes room', async () => {
  await using at = await openRegistry({ tools: [testTool({})] });
  const session = (id: string) => ({ ...anybody(), sessionId: id });
  await at.registry.disclosure.upgrade('test', 'operate', session('mine'));
  for (let n = 0; n < 499; n += 1) await context(at, session(`S-${n}`));
  expect((await context(at, session('mine'))).level, 'as many as there may be').toBe('operate');
  for (let n = 0; n < 200; n += 1) await context(at, session(`T-${n}`));
  const { rows } = await at.database.pool.query('select count(*)::int as count from disclosure');
  expect(rows).toEqual([{ count: 500 }]);
  expect((await context(at, session('mine'))).level, 'it was used since').toBe('operate');
  expect((await context(at, session('S-0'))).level, 'one that was thrown out begins anew').toBe('observe');
});

test('an address of one pack lists by the session too, where there is one', async () => {
  await using at = await openRegistry({ pack: { levels: shopLevels }, tools: shopTools });
  expect(await shown(at, { ...anybody(), pack: 'test' })).toHaveLength(9);
  expect(await shown(at, { ...anybody(), pack: 'test', sessionId: 'S-1' })).toHaveLength(3);
});

type Session = CallContext & { sessionId: string };

async function shown({ registry }: RegistryAtWork, given: CallContext): Promise<string[]> {
  return (await registry.listFor(given)).flatMap(({ name, pack }) => (pack === 'core' ? [] : [name]));
}

function context({ registry }: RegistryAtWork, session: Session) {
  return registry.disclosure.contextOf('test', session);
}
