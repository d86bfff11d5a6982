import { expect, test } from 'vitest';
import { conformanceAddress } from '../../src/doors/mcp/conformance/pack.ts';
import { type AgentDoor, openAgentDoor } from '../support/agent-door.ts';
import { startSigec } from '../support/sigec.ts';
import { olderSuite, runScenario, runSuite, suite } from './run-suite.ts';

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

// What asks for something on its way (confirm_delete) is left out: no tool of ours does.
test.each([
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-required-task-error',
])('the extension for tasks passes: %s', { timeout: 120_000 }, async (scenario) => {
  await using door = await openAgentDoor({ further: (makeRegistry) => [conformanceAddress(makeRegistry)] });
  const url = door.mcp.address.replace(/\/mcp$/, '/mcp-conformance');
  const asked = ['server', '--scenario', scenario, '--spec-version', '2026-07-28', '--force', '--url', url];
  const { checks } = await runScenario(asked);
  const failed = checks.filter(
    ({ status, errorMessage = '' }) => status === 'FAILURE' && !errorMessage.startsWith(asking),
  );
  expect(failed).toEqual([]);
  expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(0);
});

const asking = 'There is no tool named confirm_delete here';

test('the product itself has the suite called against it, where MCP_CONFORMANCE says so', {
  timeout: 60_000,
}, async () => {
  await using sigec = await startSigec({ MCP_CONFORMANCE: '1' });
  const url = `${sigec.addresses.mcp}-conformance`;
  const { checks, exitCode } = await runScenario(['server', '--scenario', 'tools-call-simple-text', '--url', url]);
  expect(checks).toContainEqual(expect.objectContaining({ id: 'tools-call-simple-text', status: 'SUCCESS' }));
  expect(exitCode).toBe(0);
});

test('nobody finds these tools unless they are asked for, nor from another machine', async () => {
  await using sigec = await startSigec();
  expect((await fetch(`${sigec.addresses.mcp}-conformance`, { method: 'POST' })).status).toBe(404);
  const open = startSigec({ MCP_CONFORMANCE: '1', HOST: '0.0.0.0', OCPP_MIN_SECURITY_PROFILE: '1' });
  await expect(open).rejects.toThrow(/^MCP_CONFORMANCE=1 opens tools for a test suite, on this machine alone/);
});

async function auditedActions(door: AgentDoor): Promise<string[]> {
  return (await door.audit('')).map(({ action }) => action);
}
