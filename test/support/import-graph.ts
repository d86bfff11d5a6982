import { posix } from 'node:path';
import { importsOf, type SourceFile } from './imports.ts';

/** Which files each file imports, types included. Packages are left out. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export function importGraph(files: readonly SourceFile[]): ImportGraph {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => {
      const targets = importsOf(file).flatMap(({ specifier = '' }) => targetOf(file.path, specifier) ?? []);
      return [file.path, targets.filter((target) => known.has(target))];
    }),
  );
}

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return posix.join('src', specifier.slice(1));
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
}

/** All files that are read to type-check one of them, itself included. */
export function closureOf(graph: ImportGraph, path: string): ReadonlySet<string> {
  const found = new Set([path]);
  for (const each of found) for (const target of graph.get(each) ?? []) found.add(target);
  return found;
}

/** The circles of folders directly below `root` that import each other, by whatever way, each as one sentence. */
export function knotsBelow(graph: ImportGraph, root: string): string[] {
  const folderOf = (path: string) =>
    path.startsWith(`${root}/`) ? path.slice(root.length + 1).match(/^[^/]+(?=\/)/)?.[0] : undefined;
  const imported = new Map<string, Map<string, string>>();
  for (const [path, targets] of graph) {
    const from = folderOf(path);
    if (from === undefined || path.includes('.test.')) continue;
    const folders = imported.get(from) ?? new Map<string, string>();
    imported.set(from, folders);
    for (const target of targets) {
      const to = folderOf(target);
      if (to !== undefined && to !== from && !folders.has(to)) folders.set(to, `${path} imports ${target}`);
    }
  }
  return [...imported.keys()].flatMap((folder) => {
    const circle = circleFrom(imported, folder);
    if (circle === undefined || circle.toSorted()[0] !== folder) return []; // told once, by its first folder
    const steps = circle.map((from, index) => imported.get(from)?.get(circle[(index + 1) % circle.length] ?? ''));
    return [`${[...circle, folder].join(' → ')}: ${steps.join('; ')}`];
  });
}

/** The shortest way from a folder back to itself. */
function circleFrom(imported: ReadonlyMap<string, ReadonlyMap<string, string>>, folder: string): string[] | undefined {
  const seen = new Set<string>();
  const ways = [[folder]];
  for (const way of ways)
    for (const next of imported.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === folder) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  return undefined;
}
