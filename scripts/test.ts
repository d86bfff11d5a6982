// `npm test` and `npm run soak`: installs what the tests need, runs the check, then every suite, and ends with one line of counts.
import { check } from './check.ts';
import { ensureConsole } from './ensure-console.ts';
import { installTestTools } from './install-test-tools.ts';
import { filesToRunAgain, withSecondRun } from './run-again.ts';
import { runTool, seconds } from './run-tool.ts';
import { runVitest, sum, type TestResult } from './run-vitest.ts';

const startedAt = performance.now();
const wantsSoak = process.argv.includes('--soak');
const filters = process.argv.slice(2).filter((argument) => argument !== '--soak');

process.umask(0o022); // tests hand files to PostgreSQL's account, which a stricter one would keep out
const { passed, failures, unsteady = [] } = sum(await runEverything());
console.log(`The ${wantsSoak ? 'soak' : 'test'} run took ${seconds(performance.now() - startedAt)}.`);
for (const test of unsteady)
  console.log(`≈ ${test}: failed beside the others and passed alone; its test deserves a look`);
for (const failure of failures) console.log(`✗ ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;

async function runEverything(): Promise<TestResult[]> {
  const tools = await prepare(installTestTools);
  if (tools.failures.length > 0) return [tools]; // its sentence says what to install; a thousand failures after it would bury that
  const results = [await prepare(ensureConsole)];
  const env = wantsSoak ? { SIGEC_SOAK: '1' } : {};
  if (filters.length > 0) {
    console.log(`Only the tests that match ${filters.join(' ')}; the check was left out.`);
    return [...results, await runVitest(filters, { env })];
  }
  results.push(await check({ withTests: false }));
  // In one run, so that no suite waits for the last file of another one.
  results.push(
    await runSteadily(
      ['unit', 'database', 'integration', 'system'].map((name) => `--project=${name}`),
      env,
    ),
  );
  results.push(await compareCoverage());
  return results;
}

/** On two cores a test of sockets and processes can fail because of its neighbours: its file is run once more by itself, and named. */
async function runSteadily(filters: string[], env: Record<string, string>): Promise<TestResult> {
  const first = await runVitest(filters, { env });
  const files = filesToRunAgain(first.failures);
  if (files.length === 0) return first;
  for (const failure of first.failures) console.log(`✗ ${failure}: its file is run once more by itself`);
  return withSecondRun(first, await runVitest(['--no-file-parallelism', ...files], { env }));
}

/** The tests of use cases write down what they showed; the page made of it must still say the same. */
async function compareCoverage(): Promise<TestResult> {
  const { code, output } = await runTool('node', ['scripts/generate.ts', '--check']);
  if (code === 0) return { passed: 0, failures: [] };
  console.error(output.trimEnd());
  return { passed: 0, failures: ['scripts/generate.ts --check: the page of what the tests showed is not up to date'] };
}

/** Counts only when it fails: being prepared is no test. */
async function prepare(step: () => void | Promise<void>): Promise<TestResult> {
  try {
    await step();
    return { passed: 0, failures: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    return { passed: 0, failures: [message.trimEnd().split('\n').at(-1) ?? step.name] };
  }
}
