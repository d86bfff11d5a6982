import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPatch } from '../mutations/apply-patch.ts';
import { scale } from '../support/scale.ts';

/** Each patch takes one guard away, is named after the row of docs/security.md that it opens, and says by what the test of the row then fails. */
const root = resolve(import.meta.dirname, '../..');
const patches = globSync('guards/*.patch', { cwd: import.meta.dirname }).toSorted();
const parts = ['src', 'test', 'bin', 'scripts', 'package.json', 'vitest.config.ts', 'tsconfig.json'];
/** Ends what hangs, however slow the machine: a test that ran out of time is no witness. */
const patienceMs = 1_800_000;
/** On a busy machine something else may fail first. */
const tries = 3;
const read = (patch: string) => readFile(join(import.meta.dirname, patch), 'utf8');
const rowOf = (patch: string) => /A\d+/.exec(patch)?.[0] ?? '';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-guards-'));
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'console']) await symlink(join(root, part), join(folder, part));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Takes the guard away for as long as `look` takes. */
async function without<Seen>(patch: string, look: () => Promise<Seen>): Promise<Seen> {
  const patched = await applyPatch(folder, await read(patch));
  try {
    return await look();
  } finally {
    for (const file of patched) await cp(join(root, file), join(folder, file));
  }
}

type Report = { testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] };

/** Runs the tests of a row in the copy, and tells which of them failed, and by which sentence. */
async function failuresOf(row: string): Promise<string[]> {
  const named = `${row} `;
  const files: string[] = [];
  for (const file of globSync('test/attacks/*.test.ts', { cwd: root }))
    if ((await readFile(join(root, file), 'utf8')).includes(`'${named}`)) files.push(file);
  const report = join(folder, 'report.json');
  const wanted = [
    'run',
    '--project',
    'system',
    ...files,
    '-t',
    named,
    '--testTimeout',
    String(patienceMs),
    '--hookTimeout',
    String(patienceMs),
  ];
  const program = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const run = spawn(
    process.execPath,
    [program, ...wanted, '--bail', '1', '--reporter', 'json', '--outputFile', report],
    {
      cwd: folder,
      env: { ...process.env, SIGEC_SOAK: '0' },
      stdio: 'ignore',
    },
  );
  await once(run, 'exit');
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return results.flatMap(({ title, status, failureMessages: [why = ''] }) =>
    status === 'failed' ? [`${title}: ${why.split('\n')[0]}`] : [],
  );
}

test('every row has a patch that takes its guard away', () => {
  const rows = new Set(patches.map(rowOf));
  const wanted = Array.from({ length: 18 }, (_, nth) => `A${nth + 1}`);
  expect(wanted.filter((row) => !rows.has(row))).toEqual([]);
});

test.each(patches)('%s fits, and says by what its row fails', async (patch) => {
  expect(wordsIn(await read(patch))).not.toBe('');
  await expect(without(patch, () => Promise.resolve(patch))).resolves.toBe(patch);
});

/** A quarter of an hour for all of them on a quiet machine, so that only the soak takes the time; the tests of the rows bound it. */
test.each(scale({ test: [], soak: patches }))('%s makes its row fail', { timeout: 0 }, async (patch) => {
  const words = wordsIn(await read(patch));
  const isWitness = (failure: string) => failure.startsWith(`${rowOf(patch)} `) && failure.includes(words);
  let failures: string[] = [];
  for (let count = 0; count < tries && !failures.some(isWitness); count += 1)
    failures = await without(patch, () => failuresOf(rowOf(patch)));
  expect(failures.filter(isWitness), `nothing failed by "${words}": ${failures.join('; ')}`).not.toEqual([]);
});

function wordsIn(patch: string): string {
  return /^Fails with: (.+)$/m.exec(patch)?.[1] ?? '';
}
