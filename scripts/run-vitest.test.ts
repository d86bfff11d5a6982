import { expect, test } from 'vitest';
import { countsOf, sum } from './run-vitest.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});

test('tests are counted one by one', () => {
  const report = { numPassedTests: 2, numFailedTests: 1, testResults: [file('failed', 'passed', 'passed', 'failed')] };
  expect(countsOf(report, 1)).toEqual({ passed: 2, failed: 1 });
});

test('a file that cannot be loaded counts as a failure', () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed'), file('failed')] };
  expect(countsOf(report, 1)).toEqual({ passed: 1, failed: 1 });
});

test('a file whose set-up fails counts as a failure although its tests were only skipped', () => {
  const report = { numPassedTests: 0, numFailedTests: 0, testResults: [file('failed', 'skipped', 'skipped')] };
  expect(countsOf(report, 1)).toEqual({ passed: 0, failed: 1 });
});

test('an error outside every file counts as a failure', () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed')] };
  expect(countsOf(report, 1)).toEqual({ passed: 1, failed: 1 });
});

test('a crash without a report counts as a failure', () => {
  expect(countsOf(undefined, 0)).toEqual({ passed: 0, failed: 1 });
});

test('the last line adds up every run', () => {
  expect(
    sum([
      { passed: 7, failed: 0 },
      { passed: 2, failed: 1 },
    ]),
  ).toEqual({ passed: 9, failed: 1 });
});
