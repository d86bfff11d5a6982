// `npm run test:mutations -- [--count N] [--seed S] [--path src/doors/rest]`: changes one operator at a time in a copy of the product and
// runs the unit tests that evaluate it. Ends with the share of changes that some test noticed, and names the others. `--unevaluated`: lists by
// file the operators that no unit test evaluates, and changes nothing; with `--path` each of them with its line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { coveringTests } from './mutation-sample/covering-tests.ts';
import { isMutated } from './mutation-sample/mutated-files.ts';
import { type OperatorChange, operatorChanges, withChange } from './mutation-sample/operators.ts';
import { operatorKey } from './mutation-sample/switched.ts';
import { root } from './run-tool.ts';

type Mutation = OperatorChange & { path: string; key: string; source: string };
type Verdict = 'noticed' | 'not noticed' | 'equivalent' | 'not judged';

/** A change that alters nothing anybody could see, and why. */
type Equivalent = { path: string; line: string; from: string; to: string; why: string };

const workers = 2;
/** A change that makes a loop endless is noticed by its time, unless the same tests take as long without it. */
const patienceMs = 60_000;
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

const startedAt = performance.now();
const equivalent = JSON.parse(readFileSync(join(root, 'test/mutations/equivalent.json'), 'utf8')) as Equivalent[];
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string', default: '' },
    unevaluated: { type: 'boolean', default: false },
  },
});
const sources = globSync('{src,test/{support,energy,oracle},scripts,bench}/**/*.ts', { cwd: root }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(join(root, path), 'utf8'),
}));
const sample = drawn(allMutations(values.path), Number(values.count), Number(values.seed));
const testsByFile = coveringTests(sources);
const testsByKey = await reachingTests();
const verdicts = new Map<Mutation, Verdict>();
const waiting = values.unevaluated ? [] : [...sample];
await Promise.all(Array.from({ length: workers }, work));
if (values.unevaluated) listUnevaluated();
else report();

function allMutations(below: string): Mutation[] {
  return sources
    .filter(({ path }) => isMutated(path) && path.startsWith(below))
    .flatMap(({ path, text }) =>
      operatorChanges(path, text).map((change, index) => {
        const source = text.split('\n')[change.line - 1]?.trim() ?? '';
        return { ...change, path, source, key: operatorKey(path, index) };
      }),
    );
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

/** One run of the unit ring with a switch at every operator: which test files evaluate which. */
async function reachingTests(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const folder = await mkdtemp(join(tmpdir(), 'sigec-reach-'));
  const file = join(folder, 'reach.jsonl');
  const config = join(root, 'scripts/mutation-sample/reach.config.ts');
  await run([`--config=${config}`], { cwd: root, env: { ...process.env, MUTATION_REACH: file } });
  const found = new Map<string, Set<string>>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) {
    const { test, reached } = JSON.parse(line) as { test: string; reached: string[] };
    for (const key of reached) found.set(key, (found.get(key) ?? new Set()).add(relative(root, test)));
  }
  await rm(folder, { recursive: true });
  console.log(`The unit ring evaluates ${found.size} operators (${seconds()} s).`);
  return found;
}

/** What is evaluated when a file is loaded shows in whatever loads it. */
function testsOf({ key, path, isStatic }: Mutation): string[] {
  const loading = isStatic ? (testsByFile.get(path) ?? []).filter(isUnitTest) : [];
  return [...new Set([...(testsByKey.get(key) ?? []), ...loading])];
}

function isUnitTest(test: string): boolean {
  return /^(src|test\/energy|test\/oracle)\//.test(test) && !test.endsWith('.integration.test.ts');
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
  const file = join(folder, mutation.path);
  const text = readFileSync(join(root, mutation.path), 'utf8');
  for (const tests of nearestFirst(mutation)) {
    const args = ['--project=unit', '--project=database', '--bail=1', '--maxWorkers=1', ...tests];
    await writeFile(file, withChange(text, mutation));
    const code = await run(args, { cwd: folder });
    await writeFile(file, text);
    if (code === null && (await run(args, { cwd: folder })) !== 0) return 'not judged';
    if (code !== 0) return 'noticed';
  }
  return 'not noticed';
}

/** Most changes are noticed beside the code, so that the many tests further away need not run. */
function nearestFirst(mutation: Mutation): string[][] {
  const isNear = (test: string) => dirname(test).startsWith(dirname(mutation.path));
  const { near = [], far = [] } = Object.groupBy(testsOf(mutation), (test) => (isNear(test) ? 'near' : 'far'));
  return [near, far].filter((tests) => tests.length > 0);
}

async function run(args: readonly string[], { cwd, env = process.env }: { cwd: string; env?: NodeJS.ProcessEnv }) {
  const timeout = env === process.env ? patienceMs : 0;
  const child = spawn(process.execPath, [vitest, 'run', ...args], { cwd, env, stdio: 'ignore', timeout });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

function isEquivalent({ path, from, to, source }: Mutation): boolean {
  return equivalent.some((each) => each.path === path && each.line === source && each.from === from && each.to === to);
}

/** The files with the most first. */
function listUnevaluated(): void {
  const all = Map.groupBy(allMutations(values.path), ({ path }) => path);
  const files = [...all].map(([path, own]) => ({
    path,
    count: own.length,
    missed: own.filter((each) => testsOf(each).length === 0),
  }));
  for (const { path, count, missed } of files.toSorted((a, b) => b.missed.length - a.missed.length)) {
    if (missed.length === 0) continue;
    console.log(`${missed.length} of ${count}: ${path}`);
    for (const { line, from, source } of values.path === '' ? [] : missed)
      console.log(`  ${line} ${from} in ${source}`);
  }
  const sum = files.reduce((total, { missed }) => total + missed.length, 0);
  console.log(
    `${sum} of ${files.reduce((total, { count }) => total + count, 0)} operators are evaluated by no unit test.`,
  );
}

function described(mutation: Mutation): string {
  const { path, line, from, to, source } = mutation;
  const untested = testsOf(mutation).length === 0 ? ' (no unit test evaluates it)' : '';
  return `${path}:${line} ${from} → ${to === '' ? 'nothing' : to}${untested}: ${source}`;
}

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1_000);
}

function report(): void {
  const count = (wanted: Verdict) => [...verdicts.values()].filter((verdict) => verdict === wanted).length;
  for (const [mutation, verdict] of verdicts) if (verdict === 'not noticed') console.log(`✗ ${described(mutation)}`);
  const judgedCount = sample.length - count('equivalent') - count('not judged');
  const share = ((100 * count('noticed')) / judgedCount).toFixed(1);
  console.log(
    `${count('noticed')} of ${judgedCount} changes noticed (${share} %), ${count('equivalent')} equivalent, ${count('not judged')} not judged, seed ${values.seed}, ${seconds()} s`,
  );
}
