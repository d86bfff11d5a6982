import type { TestResult } from './run-vitest.ts';

/** More files than these do not fail by the load of the others: then something is broken. */
const maxFiles = 8;

/** The files of a run's failures, when it is worth asking whether the load of the other tests made them fail. */
export function filesToRunAgain(failures: readonly string[]): string[] {
  const files = failures.map((failure) => /^(\S+\.test\.tsx?)(?: > |: )/.exec(failure)?.[1]);
  const named = [...new Set(files)].filter((file) => file !== undefined);
  const areAllNamed = files.every((file) => file !== undefined);
  return areAllNamed && named.length <= maxFiles ? named : [];
}

/** What failed beside the others and passed alone counts as passed, and is named; what failed twice is a failure. */
export function withSecondRun(first: TestResult, second: TestResult): TestResult {
  const failures = [...new Set(second.failures)];
  const unsteady = first.failures.filter((failure) => !failures.includes(failure));
  return { passed: first.passed + unsteady.length, failures, unsteady };
}
