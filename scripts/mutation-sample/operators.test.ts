import { expect, test } from 'vitest';
import { operatorChanges, withChange } from './operators.ts';

test('every operator of the code is found, none of types or texts', () => {
  const text =
    "type A = 'a' | 'b' & C;\nexport const f = (a: number, b?: string) => !(a < 3 && b !== 'a < b') || a * 2 > 1;\n";
  const changes = operatorChanges('f.ts', text);
  expect(changes.map(({ from, to, line }) => [from, to, line])).toEqual([
    ['!', '', 2],
    ['<', '<=', 2],
    ['&&', '||', 2],
    ['!==', '===', 2],
    ['||', '&&', 2],
    ['*', '/', 2],
    ['>', '>=', 2],
  ]);
  const [, , and] = changes;
  if (and === undefined) throw new Error('&& was not found');
  expect(withChange(text, and)).toContain("(a < 3 || b !== 'a < b')");
});

test('a change beside a ?? stays a program', () => {
  const text = 'export const f = (a, b, c) => a ?? b ?? c;\n';
  const changed = operatorChanges('f.ts', text).map((change) => withChange(text, change));
  expect(changed).toEqual([
    'export const f = (a, b, c) => ((a )&&( b)) ?? c;\n',
    'export const f = (a, b, c) => ((a ?? b )&&( c));\n',
  ]);
  for (const each of changed) expect(operatorChanges('f.ts', each)).toHaveLength(2);
});
