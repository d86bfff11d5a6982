import { expect, test } from 'vitest';
import { filesToRunAgain, withSecondRun } from './run-again.ts';

test('each file with a failure is run again once', () => {
  const failures = ['test/a.test.ts > one', 'test/a.test.ts > two', 'src/b.test.tsx: failed outside its tests'];
  expect(filesToRunAgain(failures)).toEqual(['test/a.test.ts', 'src/b.test.tsx']);
});

test('many files, or an error that is of no file, are not run again', () => {
  expect(filesToRunAgain(Array.from({ length: 9 }, (_, nth) => `test/${nth}.test.ts > one`))).toEqual([]);
  expect(filesToRunAgain(['test/a.test.ts > one', 'the tests of src/: an error outside every file'])).toEqual([]);
  expect(filesToRunAgain([])).toEqual([]);
});

test('what passes alone is counted and named, what fails twice is a failure', () => {
  const first = { passed: 7, failures: ['test/a.test.ts > one', 'test/a.test.ts > two'] };
  const second = { passed: 3, failures: ['test/a.test.ts > two'] };
  expect(withSecondRun(first, second)).toEqual({
    passed: 8,
    failures: ['test/a.test.ts > two'],
    unsteady: ['test/a.test.ts > one'],
  });
});

test('a failure that only the second run shows counts too', () => {
  const first = { passed: 7, failures: ['test/a.test.ts > one'] };
  const second = { passed: 3, failures: ['test/a.test.ts > three'] };
  expect(withSecondRun(first, second)).toMatchObject({ failures: ['test/a.test.ts > three'] });
});
