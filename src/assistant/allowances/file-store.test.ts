import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toolOf } from '../../../test/support/agent-parts.ts';
import { fileAllowanceStore } from './file-store.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigec-approvals-'));
});
afterAll(() => rm(root, { recursive: true }));

const lamp = toolOf({ name: 'home__lamp', tool: 'lamp', server: 'home', isForeign: true });

test('always is for this server, this tool, and what it said then', async () => {
  const path = join(root, 'new', 'approvals.json');
  const store = fileAllowanceStore(path);
  expect(await store.isAlways(lamp)).toBe(false);
  await store.rememberAlways(lamp);
  expect(await fileAllowanceStore(path).isAlways(lamp)).toBe(true);
  expect(await store.isAlways({ ...lamp, hash: 'another' })).toBe(false);
  expect(await store.isAlways({ ...lamp, server: 'office' })).toBe(false);
  await store.rememberAlways({ ...lamp, hash: 'another' });
  expect(await store.list()).toEqual([{ server: 'home', tool: 'lamp', hash: 'another' }]);
  await fileAllowanceStore(path).forget('home', 'lamp');
  expect(await store.isAlways({ ...lamp, hash: 'another' })).toBe(false);
  expect((await stat(path)).mode & 0o077).toBe(0);
});

test('decisions made at the same moment are all kept', async () => {
  const store = fileAllowanceStore(join(root, 'many.json'));
  const tools = Array.from({ length: 12 }, (_, number) => ({ ...lamp, tool: `lamp-${number}` }));
  await Promise.all(tools.map((tool) => store.rememberAlways(tool)));
  expect(await store.list()).toHaveLength(12);
});

test('a broken file allows nothing, and is not overwritten', async () => {
  const path = join(root, 'broken.json');
  await writeFile(path, '{"approvals": [{"server": "home"}]}');
  const store = fileAllowanceStore(path);
  expect(await store.isAlways(lamp)).toBe(false);
  const named = { message: `What was allowed for ever cannot be read. Mend ${path}, or remove it.` };
  await expect(store.rememberAlways(lamp)).rejects.toMatchObject(named);
  await expect(store.list()).rejects.toMatchObject(named);
});

test('rules that cannot be read let no call pass', async () => {
  const store = fileAllowanceStore(join(root, 'ruled', 'approvals.json'));
  expect(await store.rules()).toEqual([]);
  const rule = { effect: 'deny' as const, tool: 'home/*', arguments: {} };
  await store.setRules([rule]);
  expect(await store.rules()).toEqual([rule]);
  await writeFile(join(root, 'ruled', 'permissions.json'), '{"rules": [{"effect": "sometimes"}]}');
  await expect(store.rules()).rejects.toMatchObject({
    message: expect.stringMatching(/^Your rules for calls cannot be read/) as string,
  });
});
