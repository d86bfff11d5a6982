import { posix } from 'node:path';
import { type Import, importsOf, type SourceFile } from './imports.ts';

export type ImportRules = {
  /** Which other parts a part may import. A part is a folder of `src/`, a folder of `src/doors/`, or `console`. */
  mayImport: Readonly<Record<string, readonly string[]>>;
  /** Parts that every part of `src/` may import. */
  forAll: readonly string[];
  /** The file directly in `src/` that knows every part, and the parts that may import it. */
  root: { name: string; importedBy: readonly string[] };
  /** Packages of which a part may only take types. */
  typesOnly: Readonly<Record<string, readonly string[]>>;
};

type FileRole = { part: string; isTest: boolean };

/** One sentence for every import that the rules do not allow; none when the house is in order. */
export function strayImports(files: readonly SourceFile[], rules: ImportRules): string[] {
  return files.flatMap((file) => {
    const place = placeOf(file.path);
    if (!isKnown(place.part, rules))
      return [`${file.path} belongs to no part: give it a place in the table of test/architecture.test.ts`];
    return importsOf(file).flatMap((each) => {
      const fault = faultOf(each, { path: file.path, place, rules });
      const what = each.specifier === undefined ? '' : ` of ${each.specifier}`;
      return fault === undefined ? [] : [`${file.path}:${each.line} ${each.kind} import${what}: ${fault}`];
    });
  });
}

function faultOf(
  { specifier, isType }: Import,
  from: { path: string; place: FileRole; rules: ImportRules },
): string | undefined {
  const { place, rules } = from;
  if (specifier === undefined) return 'the module must be named by a literal, so that it can be read here';
  if (specifier.startsWith('/') || specifier.startsWith('file:'))
    return 'a module is named by a relative path or by #part/file.ts';
  if (specifier.startsWith('.'))
    return faultOfRelative(posix.join(posix.dirname(from.path), specifier), { place, rules });
  if (specifier.startsWith('#')) return faultOfCrossing(posix.join('src', specifier.slice(1)), { place, rules });
  const takesTypesOnly = rules.typesOnly[place.part]?.some(
    (name) => specifier === name || specifier.startsWith(`${name}/`),
  );
  if (takesTypesOnly && !isType) return `${place.part} may only take types from this package`;
  return undefined;
}

function faultOfRelative(
  target: string,
  { place, rules }: { place: FileRole; rules: ImportRules },
): string | undefined {
  if (place.isTest && target.startsWith('test/support/')) return undefined;
  const { part } = placeOf(target);
  if (part === place.part) return undefined;
  if (place.part === rules.root.name && isKnown(part, rules)) return undefined;
  if (rules.forAll.includes(place.part) && rules.forAll.includes(part)) return undefined;
  if (part === rules.root.name && rules.root.importedBy.includes(place.part)) return undefined;
  return `a relative import may not leave ${place.part}`;
}

function faultOfCrossing(
  target: string,
  { place, rules }: { place: FileRole; rules: ImportRules },
): string | undefined {
  const { part } = placeOf(target);
  if (part === place.part) return `inside ${part} imports are relative`;
  if (!isKnown(part, rules)) return `${part} is no part`;
  if (place.part === rules.root.name) return undefined;
  if (place.isTest && place.part !== 'console') return undefined; // a test puts real parts together, as the root does
  if (part === rules.root.name && rules.root.importedBy.includes(place.part)) return undefined;
  if (rules.forAll.includes(part) && place.part !== 'console') return undefined;
  if (rules.mayImport[place.part]?.includes(part)) return undefined;
  return `${place.part} may not import ${part}`;
}

/** `src/doors/ocpp/link/rpc/frame.ts` lies in `doors/ocpp`, `src/ledger/feed.ts` in `ledger`, `src/main.ts` in `main`, `console/main.tsx` in `console`. */
function placeOf(path: string): FileRole {
  const [top = '', second = '', third = '', ...deeper] = path.split('/');
  return { part: partOf(), isTest: /\.test\.tsx?$/.test(path) };
  function partOf(): string {
    if (top !== 'src') return top;
    if (second === 'doors' && deeper.length > 0) return `doors/${third}`;
    return third === '' ? second.replace(/(\.test)?\.\w+$/, '') : second;
  }
}

function isKnown(part: string, { mayImport, forAll, root }: ImportRules): boolean {
  return Object.hasOwn(mayImport, part) || forAll.includes(part) || part === root.name;
}
