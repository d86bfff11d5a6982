import { expect, test } from 'vitest';
import { type AgentDoor, openAgentDoor } from '../support/agent-door.ts';
import { conformanceAddress } from './fixtures/pack.ts';
import { olderSuite, runSuite, suite } from './run-suite.ts';

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
    const url = door.mcp.address.replace(/\/mcp$/, '/mcp-conformance');
    const report = await runSuite(script, ['server', ...args, '--url', url]);
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

async function auditedActions(door: AgentDoor): Promise<string[]> {
  return (await door.audit('')).map(({ action }) => action);
}
