import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSuite, suite } from './run-suite.ts';

const client = `${process.execPath} ${join(import.meta.dirname, 'client-under-test.ts')}`;

// How many scenarios each set scores: one that is no longer run must not pass unseen. The suite starts a program for each, all at once.
test.each([
  { set: '2026-07-28', scored: 32 },
  { set: '2025-11-25', scored: 18 },
])("the client's set of $set passes with the servers of our agent", { timeout: 400_000 }, async ({ set, scored }) => {
  const args = ['client', '--command', client, '--requirements', set, '--timeout', '300000'];
  const { scenarios, notScored, exitCode } = await runSuite(suite, args);
  const passed = scenarios.filter((scenario) => scenario.failed === 0 && scenario.isScored);
  const checks = passed.reduce((sum, scenario) => sum + scenario.passed, 0);
  console.log(
    `client, ${set}: ${passed.length} of ${scored} scored scenarios, ${checks} checks; not scored: ${notScored}`,
  );
  expect(scenarios.filter((scenario) => scenario.failed > 0 && scenario.isScored)).toEqual([]);
  expect(passed).toHaveLength(scored);
  expect(exitCode).toBe(0);
});
