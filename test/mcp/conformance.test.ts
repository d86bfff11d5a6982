import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type AgentDoor, openAgentDoor } from '../support/agent-door.ts';
import { conformanceAddress } from './fixtures/pack.ts';

const modules = join(import.meta.dirname, '..', '..', 'node_modules');
const suite = join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
const olderSuite = join(modules, 'conformance-older', 'dist', 'index.js');

// How many scenarios each set scores: one that is no longer run must not pass unseen.
test.each([
  { set: 'the set of 2026-07-28', script: suite, args: ['--requirements', '2026-07-28'], scored: 37 },
  { set: 'the set of 2025-11-25', script: suite, args: ['--requirements', '2025-11-25'], scored: 30 },
  { set: 'the older release of the suite', script: olderSuite, args: [], scored: 30 },
])(
  '$set passes, through our registry, policy and audit',
  { timeout: 240_000 },
  async ({ set, script, args, scored }) => {
    await using door = await openAgentDoor({ further: (makeRegistry) => [conformanceAddress(makeRegistry)] });
    const report = await run(script, [...args, '--url', door.mcp.address.replace(/\/mcp$/, '/mcp-conformance')]);
    const failed = report.scenarios.filter((scenario) => scenario.failed > 0 && scenario.isScored);
    const passed = report.scenarios.filter((scenario) => scenario.failed === 0 && scenario.isScored);
    const checks = passed.reduce((sum, scenario) => sum + scenario.passed, 0);
    console.log(
      `${set}: ${passed.length} of ${scored} scored scenarios, ${checks} checks; not scored: ${report.notScored}`,
    );
    expect(failed).toEqual([]);
    expect(passed).toHaveLength(scored);
    expect(report.exitCode).toBe(0);
    expect(await auditedActions(door)).toEqual(
      expect.arrayContaining(['tool:test_simple_text', 'resource:static-text', 'prompt:test_simple_prompt']),
    );
  },
);

type Scenario = { name: string; passed: number; failed: number; isScored: boolean };

/** Runs a suite as a person would, without a file of expected failures. */
async function run(script: string, args: string[]) {
  const cwd = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const child = promisify(execFile)(process.execPath, [script, 'server', ...args], {
      cwd,
      maxBuffer: 64 * 1024 * 1024,
    });
    const ended = await child.catch((thrown: unknown) => thrown as { stdout: string; code: number });
    const [summary = '', others = ''] = ended.stdout.split('=== SUMMARY ===').at(-1)?.split('Not scored for') ?? [];
    const notScored = [...others.matchAll(/^ +([✓✗]) (\S+)/gm)].map(([, mark, name]) => `${mark} ${name}`);
    const scenarios = [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map(
      ([, name = '', passed, failed]): Scenario => ({
        ...{ name, passed: Number(passed), failed: Number(failed) },
        isScored: !notScored.some((line) => line.endsWith(` ${name}`)),
      }),
    );
    return { scenarios, notScored: notScored.join(', ') || 'none', exitCode: 'code' in ended ? ended.code : 0 };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

async function auditedActions(door: AgentDoor): Promise<string[]> {
  return (await door.audit('')).map(({ action }) => action);
}
