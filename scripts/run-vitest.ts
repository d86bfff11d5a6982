import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openQuickTemp } from './quick-temp.ts';
import { runTool } from './run-tool.ts';

export type Counts = { passed: number; failed: number };

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});
type Report = z.infer<typeof reportSchema>;

/** Runs the test files whose path contains one of the filters and counts them from Vitest's own report. */
export async function runVitest(filters: readonly string[], { env }: { env: Record<string, string> }): Promise<Counts> {
  const temp = openQuickTemp();
  const folder = mkdtempSync(join(temp.folder, 'sigec-test-'));
  try {
    const file = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { code } = await runTool('vitest', ['run', ...reporters, ...filters], {
      show: true,
      env: { ...env, TMPDIR: temp.folder },
    });
    return countsOf(readReport(file), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    temp.remove();
  }
}

/** A file that fails outside its tests, an error outside every file, and a crash without a report each count as one failure. */
export function countsOf(report: Report | undefined, exitCode: number): Counts {
  if (report === undefined) return { passed: 0, failed: 1 };
  const failedOutside = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const failed = report.numFailedTests + failedOutside.length;
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

export function sum(results: readonly Counts[]): Counts {
  const total = (pick: keyof Counts) => results.reduce((so, result) => so + result[pick], 0);
  return { passed: total('passed'), failed: total('failed') };
}

function readReport(file: string): Report | undefined {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // Vitest ended before it could write one
  }
}
