import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { longFiles } from './longest-first.ts';
import { root } from './run-tool.ts';

test('the files that begin first exist', () => {
  const known = new Set(globSync('test/**/*.test.ts', { cwd: root }));
  expect(longFiles.filter((file) => !known.has(file))).toEqual([]);
});
