import { execFile } from 'node:child_process';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Scenario = { name: string; passed: number; failed: number; isScored: boolean };
export type SuiteReport = { scenarios: Scenario[]; notScored: string; exitCode: number };

const modules = join(import.meta.dirname, '..', '..', 'node_modules');
export const suite = join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
export const olderSuite = join(modules, 'conformance-older', 'dist', 'index.js');

/** Runs a conformance suite as a person would, without a file of expected failures. */
export async function runSuite(script: string, args: string[]): Promise<SuiteReport> {
  const cwd = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const child = promisify(execFile)(process.execPath, [script, ...args], { cwd, maxBuffer: 64 * 1024 * 1024 });
    const ended = await child.catch((thrown: unknown) => thrown as { stdout: string; code: number });
    const report = ended.stdout.split(/=== (?:SUITE )?SUMMARY ===/).at(-1) ?? '';
    const [summary = '', others = ''] = report.split('Not scored for');
    const notScored = [...others.matchAll(/^ +([✓✗]) (\S+)/gm)].map(([, mark, name]) => `${mark} ${name}`);
    const scenarios = [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map(
      ([, name = '', passed, failed]): Scenario => ({
        name,
        passed: Number(passed),
        failed: Number(failed),
        isScored: !notScored.some((line) => line.endsWith(` ${name}`)),
      }),
    );
    return { scenarios, notScored: notScored.join(', ') || 'none', exitCode: 'code' in ended ? ended.code : 0 };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

export type Check = { id: string; status: string; errorMessage?: string };

/** Runs one scenario of a suite, with everything that it checked. */
export async function runScenario(args: string[]): Promise<{ checks: Check[]; exitCode: number }> {
  const cwd = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const child = promisify(execFile)(process.execPath, [suite, ...args, '-o', cwd], { cwd });
    const exitCode = await child.then(
      () => 0,
      (thrown: unknown) => (thrown as { code: number }).code,
    );
    const files = await Array.fromAsync(glob('**/checks.json', { cwd }));
    const written = await Promise.all(files.map((file) => readFile(join(cwd, file), 'utf8')));
    return { checks: written.flatMap((text) => JSON.parse(text) as Check[]), exitCode };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}
