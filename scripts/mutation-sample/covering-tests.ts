import { posix } from 'node:path';
import { importsOf, type SourceFile } from '../../test/support/imports.ts';

/** For each source file the test files that load it, directly or through others. */
export function coveringTests(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, Set<string>>();
  for (const file of files)
    for (const { specifier, isType } of importsOf(file)) {
      const target = isType || specifier === undefined ? undefined : targetOf(file.path, specifier);
      if (target === undefined) continue;
      const known = importers.get(target) ?? new Set();
      importers.set(target, known.add(file.path));
    }
  return new Map(files.map(({ path }) => [path, testsThatLoad(path, importers)]));
}

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return posix.join('src', specifier.slice(1));
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
}

function testsThatLoad(path: string, importers: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const seen = new Set([path]);
  for (const each of seen) for (const importer of importers.get(each) ?? []) seen.add(importer);
  return [...seen].filter((each) => /\.test\.tsx?$/.test(each));
}
