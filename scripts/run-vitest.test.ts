import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run-tool.ts';
import { resultOf, sum } from './run-vitest.ts';

const file = (name: string, status: string, ...tests: string[]) => ({
  name: join(root, name),
  status,
  assertionResults: tests.map((result, index) => ({ status: result, fullName: `test ${index}` })),
});
const ended = (code: number) => ({ code, filters: ['src/', 'test/'] });

test('tests are counted one by one, and the failed ones are named', () => {
  const report = { numPassedTests: 2, testResults: [file('src/a.test.ts', 'failed', 'passed', 'passed', 'failed')] };
  expect(resultOf(report, ended(1))).toEqual({ passed: 2, failures: ['src/a.test.ts > test 2'] });
});

test('a file that cannot be loaded counts as a failure', () => {
  const report = {
    numPassedTests: 1,
    testResults: [file('a.test.ts', 'passed', 'passed'), file('b.test.ts', 'failed')],
  };
  expect(resultOf(report, ended(1))).toEqual({ passed: 1, failures: ['b.test.ts: failed outside its tests'] });
});

test('a file whose set-up fails counts as a failure although its tests were only skipped', () => {
  const report = { numPassedTests: 0, testResults: [file('a.test.ts', 'failed', 'skipped', 'skipped')] };
  expect(resultOf(report, ended(1))).toEqual({ passed: 0, failures: ['a.test.ts: failed outside its tests'] });
});

test('an error outside every file counts as a failure', () => {
  const report = { numPassedTests: 1, testResults: [file('a.test.ts', 'passed', 'passed')] };
  const failures = ['the tests of src/ test/: an error outside every file, shown above'];
  expect(resultOf(report, ended(1))).toEqual({ passed: 1, failures });
});

test('a crash without a report counts as a failure', () => {
  const failures = ['the tests of src/ test/ ended with code 139 and no report'];
  expect(resultOf(undefined, ended(139))).toEqual({ passed: 0, failures });
});

test('the last lines hold every run', () => {
  const runs = [
    { passed: 7, failures: ['a'], unsteady: ['c'] },
    { passed: 2, failures: ['b'] },
  ];
  expect(sum(runs)).toEqual({ passed: 9, failures: ['a', 'b'], unsteady: ['c'] });
});
