import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { openQuickTemp } from './quick-temp.ts';
import { root, runTool } from './run-tool.ts';

/** The zone and the language of the machine decide nothing: a test that is about one names it. */
const environment = {
  TZ: 'UTC',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'sigec'), // what one process compiled, the next one reads
};

/** What a run showed: how many tests passed, each failure by its name, and what failed beside the others and passed alone. */
export type TestResult = { passed: number; failures: string[]; unsteady?: string[] };

const reportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

/** Runs the test files whose path contains one of the filters, or those of a project, and reads the outcome from Vitest's own report. */
export async function runVitest(
  filters: readonly string[],
  { env }: { env: Record<string, string> },
): Promise<TestResult> {
  const temp = openQuickTemp();
  const folder = mkdtempSync(join(temp.folder, 'sigec-test-'));
  try {
    const file = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { code } = await runTool('vitest', ['run', ...reporters, ...filters], {
      show: true,
      env: { ...env, ...environment, TMPDIR: temp.folder },
    });
    return resultOf(readReport(file), { code, filters });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    temp.remove();
  }
}

/** A file that fails outside its tests, an error outside every file, and a crash without a report each count as one failure. */
export function resultOf(report: Report | undefined, run: { code: number; filters: readonly string[] }): TestResult {
  const tests = `the tests of ${run.filters.join(' ').replaceAll('--project=', '')}`;
  if (report === undefined) return { passed: 0, failures: [`${tests} ended with code ${run.code} and no report`] };
  const failures = report.testResults.flatMap(failuresOf);
  if (failures.length === 0 && run.code !== 0) failures.push(`${tests}: an error outside every file, shown above`);
  return { passed: report.numPassedTests, failures };
}

function failuresOf({ name, status, assertionResults }: Report['testResults'][number]): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${file}: failed outside its tests`];
  return failed.map(({ fullName }) => `${file} > ${fullName}`);
}

export function sum(results: readonly TestResult[]): TestResult {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    unsteady: results.flatMap(({ unsteady = [] }) => unsteady),
  };
}

function readReport(file: string): Report | undefined {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // Vitest ended before it could write one
  }
}
