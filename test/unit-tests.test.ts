import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { coveringTests } from '../scripts/mutation-sample/covering-tests.ts';

const repository = dirname(import.meta.dirname);
const realParts = ['postgres', 'own-postgres', 'product-process', 'sigec-process', 'run-sigec', 'browser'];

test('a unit test starts no database, no product and no browser', () => {
  const paths = globSync('{src,test/support}/**/*.ts', { cwd: repository });
  const files = paths.map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
  const testsOf = coveringTests(files);
  const strays = realParts.flatMap((part) => testsOf.get(`test/support/${part}.ts`) ?? []);
  expect(strays.length).toBeGreaterThan(50);
  const isReal = (path: string) => path.endsWith('.integration.test.ts') || path.endsWith('.database.test.ts');
  expect(strays.filter((path) => !isReal(path))).toEqual([]);
});
