import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scale } from '../support/scale.ts';
import { type NaiveMutant, naiveMutants } from './naive-mutants.ts';

const root = resolve(import.meta.dirname, '../..');
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

const patterns = ['src/roaming/**/*.test.ts', 'src/doors/ocpi/*.test.ts', 'test/roaming/*.test.ts'];
const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
const nameOf = (trap: number) => new RegExp(`trap ${trap}:`);

test('each of the twenty traps has a mutant, whose text stands in its file once', async () => {
  const traps = new Set(naiveMutants.map(({ trap }) => trap));
  expect([...traps]).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  for (const { file, from, trap } of naiveMutants)
    expect([trap, (await readFile(join(root, file), 'utf8')).split(from)]).toEqual([
      trap,
      [expect.anything(), expect.anything()],
    ]);
});

async function copyOfAll(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigec-traps-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  for (const part of ['src', 'test', 'bin', 'scripts', 'package.json', 'vitest.config.ts', 'tsconfig.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'console']) await symlink(join(root, part), join(folder, part));
  return folder;
}

type Report = { testResults: { assertionResults: { title: string; status: string }[] }[] };

/** Runs the tests named after the trap in a copy with the mutant, and tells which of them failed. */
async function failedTestsOf(folder: string, { trap, file, from, to }: NaiveMutant): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8');
  await writeFile(
    join(folder, file),
    text.replace(from, () => to),
  );
  const named: string[] = [];
  for (const each of files) if (nameOf(trap).test(await readFile(join(root, each), 'utf8'))) named.push(each);
  const report = join(folder, 'report.json');
  const program = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const wanted = ['run', ...named, '-t', nameOf(trap).source, '--reporter', 'json', '--outputFile', report];
  const run = spawn(process.execPath, [program, ...wanted, '--bail', '1'], {
    cwd: folder,
    env: { ...process.env, SIGEC_SOAK: '0' },
    stdio: 'ignore',
  });
  await once(run, 'exit');
  await writeFile(join(folder, file), text);
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ title }) => title);
}

/** A few minutes for all of them, so that only the soak takes the time. */
test.each(scale({ test: [], soak: [...naiveMutants] }))(
  'who falls into trap $trap is noticed',
  { timeout: 300_000 },
  async (mutant) => {
    const folder = await copyOfAll();
    expect(await failedTestsOf(folder, mutant)).not.toEqual([]);
  },
);
