// `npm run test:mutations -- [--count N] [--seed S]`: changes one operator at a time in a copy of the product and runs the unit tests
// that load the changed file. Ends with the share of changes that some test noticed, and names the others.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { coveringTests } from './mutation-sample/covering-tests.ts';
import { type OperatorChange, operatorChanges, withChange } from './mutation-sample/operators.ts';
import { root } from './run-tool.ts';

type Mutation = OperatorChange & { path: string; tests: readonly string[] };
type Verdict = 'noticed' | 'not noticed' | 'equivalent';

/** A change that alters nothing anybody could see, and why. */
type Equivalent = { path: string; line: string; from: string; to: string; why: string };

const mutated = ['charging', 'ledger', 'tools', 'principals', 'doors'];
const workers = 2;
/** A change that makes a loop endless is noticed by its time. */
const patienceMs = 60_000;

const equivalent = JSON.parse(readFileSync(join(root, 'test/mutations/equivalent.json'), 'utf8')) as Equivalent[];
const { values } = parseArgs({
  options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const sample = drawn(allMutations(), Number(values.count), Number(values.seed));
const verdicts = new Map<Mutation, Verdict>();
const waiting = [...sample];
await Promise.all(Array.from({ length: workers }, work));
report();

function allMutations(): Mutation[] {
  const paths = globSync('{src,test/support,scripts,bench}/**/*.ts', { cwd: root });
  const files = paths.map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
  const testsOf = coveringTests(files);
  return files
    .filter(
      ({ path }) => mutated.some((part) => path.startsWith(`src/${part}/`)) && !/\.(test|generated)\.ts$/.test(path),
    )
    .flatMap(({ path, text }) =>
      operatorChanges(path, text).map((change) => ({ ...change, path, tests: unitTests(testsOf.get(path) ?? []) })),
    );
}

function unitTests(tests: readonly string[]): string[] {
  return tests.filter((test) => test.startsWith('src/') && !test.endsWith('.integration.test.ts'));
}

/** The same seed draws the same sample for as long as the code is the same. */
function drawn(all: readonly Mutation[], count: number, seed: number): Mutation[] {
  const left = [...all];
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

async function work(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigec-mutations-'));
  for (const part of ['src', 'test', 'scripts', 'bench', 'package.json', 'vitest.config.ts', 'tsconfig.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (let mutation = waiting.shift(); mutation !== undefined; mutation = waiting.shift()) {
    const verdict = isEquivalent(mutation) ? 'equivalent' : await judged(mutation, folder);
    verdicts.set(mutation, verdict);
    console.log(`${verdicts.size}/${sample.length} ${verdict}: ${described(mutation)}`);
  }
  await rm(folder, { recursive: true, force: true });
}

async function judged(mutation: Mutation, folder: string): Promise<Verdict> {
  if (mutation.tests.length === 0) return 'not noticed';
  const file = join(folder, mutation.path);
  const text = readFileSync(join(root, mutation.path), 'utf8');
  await writeFile(file, withChange(text, mutation));
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const run = spawn(
    process.execPath,
    [vitest, 'run', '--project=unit', '--bail=1', '--maxWorkers=1', ...mutation.tests],
    { cwd: folder, stdio: 'ignore', timeout: patienceMs },
  );
  const [code] = (await once(run, 'close')) as [number | null];
  await writeFile(file, text);
  return code === 0 ? 'not noticed' : 'noticed';
}

function isEquivalent({ path, from, to, line }: Mutation): boolean {
  const source = readFileSync(join(root, path), 'utf8').split('\n')[line - 1]?.trim();
  return equivalent.some((each) => each.path === path && each.line === source && each.from === from && each.to === to);
}

function described({ path, line, from, to, tests }: Mutation): string {
  return `${path}:${line} ${from} → ${to === '' ? 'nothing' : to}${tests.length === 0 ? ' (no unit test loads it)' : ''}`;
}

function report(): void {
  const count = (wanted: Verdict) => [...verdicts.values()].filter((verdict) => verdict === wanted).length;
  for (const [mutation, verdict] of verdicts) if (verdict === 'not noticed') console.log(`✗ ${described(mutation)}`);
  const judgedCount = sample.length - count('equivalent');
  const share = ((100 * count('noticed')) / judgedCount).toFixed(1);
  console.log(`${count('noticed')} of ${judgedCount} changes noticed (${share} %), ${count('equivalent')} equivalent`);
}
