import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scale } from '../support/scale.ts';
import { applyPatch } from './apply-patch.ts';

const root = resolve(import.meta.dirname, '../..');
/** What the simulation stands on. */
const parts = ['src', 'test/simulation', 'scripts/simulate-ledger.ts', 'package.json'];
const patches = globSync('*.patch', { cwd: import.meta.dirname }).toSorted();
const sessions = scale({ test: 500, soak: 2_000 });
const timeout = 120_000;

/** One copy for all patches: what Node compiled of it for the first one serves the others. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-mutation-'));
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('every rule has a patch that breaks it', () => {
  const rules = new Set(patches.map(ruleOf));
  expect([...rules]).toEqual(['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8']);
});

test('the product as it is passes', { timeout }, async () => {
  expect(await simulate()).toMatchObject({ code: 0 });
});

test.each(patches)('%s makes the simulation fail', { timeout }, async (name) => {
  const patched = await applyPatch(folder, await readFile(join(import.meta.dirname, name), 'utf8'));
  const { code, complaint } = await simulate();
  for (const file of patched) await cp(join(root, file), join(folder, file));
  expect(complaint).toMatch(new RegExp(`^  ${ruleOf(name)}: `, 'm'));
  expect(code).toBe(1);
});

test('a patch that no longer fits its file says so', async () => {
  const patch =
    '--- a/src/base/clock.ts\n+++ b/src/base/clock.ts\n@@ -1 +1 @@\n-this line was never there\n+nor was this\n';
  await expect(applyPatch(folder, patch)).rejects.toThrow(
    'src/base/clock.ts has changed: the patch no longer fits it.',
  );
});

/** A patch is named after the rule that it breaks. */
function ruleOf(patch: string): string {
  return basename(patch).slice(0, 2);
}

async function simulate(): Promise<{ code: number | null; complaint: string }> {
  const given = ['scripts/simulate-ledger.ts', '--sessions', String(sessions), '--seed', '1'];
  const simulation = spawn(process.execPath, given, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const complaint = text(simulation.stderr);
  const code = await new Promise<number | null>((done) => {
    simulation.once('close', done);
  });
  return { code, complaint: await complaint };
}
