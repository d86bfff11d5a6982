import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { closureOf, importGraph, knotsBelow } from './support/import-graph.ts';
import type { SourceFile } from './support/imports.ts';
import { type ImportRules, strayImports } from './support/stray-imports.ts';

type Part =
  | ('base' | 'contract' | 'database' | 'ledger' | 'cluster' | 'principals')
  | ('money' | 'charging' | 'bookshop' | 'vehicles' | 'devices' | 'roaming')
  | ('tools' | 'automation' | 'packs' | 'assistant')
  | `doors/${'http-server' | 'ocpp' | 'files' | 'device' | 'rest' | 'mcp' | 'ucp' | 'ocpi' | 'terminal'}`
  | ('doctor' | 'simulator' | 'device-sdk' | 'console');

const model: readonly Part[] = ['principals', 'ledger', 'database', 'contract'];

const shared: readonly Part[] = ['doors/http-server'];

/** Doors import the business, never each other; the business imports no door; the assistant speaks MCP like any other client. */
const rules = {
  mayImport: {
    base: [],
    contract: [],
    database: [],
    ledger: ['database', 'contract'],
    cluster: ['database', 'contract'],
    principals: ['database', 'ledger', 'contract'],
    money: model, // who pays, and what is booked: it knows no session and no book
    charging: [...model, 'money'],
    bookshop: [...model, 'money'],
    vehicles: [...model, 'charging'], // which stations suit a vehicle
    devices: model,
    roaming: [...model, 'charging'], // their drivers charge at our stations, and ours at theirs
    tools: model,
    automation: [...model, 'tools', 'charging'], // rules act by commands and tools, like whoever is behind them
    packs: [...model, 'tools', 'automation', 'money', 'charging', 'bookshop', 'vehicles', 'devices'],
    assistant: ['database', 'contract', 'principals'],
    'doors/http-server': ['principals'], // what every door shares: it knows no business
    'doors/ocpp': [...model, ...shared, 'charging', 'cluster'],
    'doors/files': [...shared, 'charging'],
    'doors/device': [...model, ...shared, 'devices', 'cluster'],
    'doors/rest': [
      ...model,
      ...shared,
      'money',
      'charging',
      'bookshop',
      'vehicles',
      'devices',
      'roaming',
      'tools',
      'automation',
      'assistant',
    ],
    'doors/mcp': [...shared, 'tools', 'principals', 'ledger', 'contract'],
    'doors/ucp': [...model, ...shared, 'bookshop'],
    'doors/ocpi': [...model, ...shared, 'roaming'],
    'doors/terminal': ['contract', 'assistant', 'simulator'],
    doctor: ['database', 'assistant', ...shared], // looks at the installation; the terminal reaches it through main.ts
    'device-sdk': [],
    simulator: ['contract', 'device-sdk'],
    console: ['contract'],
  } satisfies Record<Part, readonly Part[]>,
  forAll: ['base'],
  root: { name: 'main', importedBy: ['doors/terminal'] },
  typesOnly: { simulator: ['typed-ocpp'] }, // code shared with the server could hide one mistake on both sides
} satisfies ImportRules;

const repository = dirname(import.meta.dirname);
const fixtures = join(import.meta.dirname, 'fixtures', 'architecture');

test('no part imports another that it may not know', () => {
  const sources = readSources(repository);
  expect(sources.length).toBeGreaterThan(10);
  expect(strayImports(sources, rules)).toEqual([]);
});

test.each([
  [
    'static',
    'src/charging/stray.ts:2 static import of #doors/ocpp/link/station-link.ts: charging may not import doors/ocpp',
  ],
  [
    'type-only',
    'src/charging/stray.ts:2 type-only import of #doors/ocpp/link/station-link.ts: charging may not import doors/ocpp',
  ],
  [
    'side-effect',
    'src/charging/stray.ts:2 side-effect import of #doors/ocpp/link/station-link.ts: charging may not import doors/ocpp',
  ],
  [
    're-exported',
    'src/charging/stray.ts:2 re-export import of #doors/ocpp/link/station-link.ts: charging may not import doors/ocpp',
  ],
  [
    'dynamic',
    'src/charging/stray.ts:4 dynamic import of #doors/ocpp/link/station-link.ts: charging may not import doors/ocpp',
  ],
  [
    'typeof-import',
    'src/charging/stray.ts:3 import-type import of #doors/ocpp/link/station-link.ts: charging may not import doors/ocpp',
  ],
  [
    'required',
    'src/charging/stray.ts:5 require import of #doors/ocpp/link/station-link.ts: charging may not import doors/ocpp',
  ],
  [
    'worker',
    'src/charging/stray.ts:5 url import of ../doors/ocpp/station-link.ts: a relative import may not leave charging',
  ],
])('the one stray import of the fixture "%s" is reported', (fixture, report) => {
  expect(strayImports(readSources(join(fixtures, fixture)), rules)).toEqual([report]);
});

test.each<[text: string, path: string, source: string, fault: string]>([
  [
    'a relative import that leaves its part',
    'src/doors/rest/a.ts',
    "import { b } from '../../charging/b.ts';",
    'may not leave doors/rest',
  ],
  [
    'a relative import that leaves src',
    'src/doors/rest/a.ts',
    "import { b } from '../../../test/support/b.ts';",
    'may not leave doors/rest',
  ],
  [
    'a shared file by a relative path',
    'src/doors/rest/a.ts',
    "import { b } from '../../base/errors.ts';",
    'may not leave doors/rest',
  ],
  [
    'one door in another',
    'src/doors/mcp/a.ts',
    "export * from '#doors/rest/b.ts';",
    'doors/mcp may not import doors/rest',
  ],
  [
    'one door in another, required',
    'src/doors/mcp/a.ts',
    "import b = require('#doors/rest/b.ts');",
    'doors/mcp may not import doors/rest',
  ],
  ['the root in a part', 'src/doors/rest/a.ts', "import { b } from '#main.ts';", 'doors/rest may not import main'],
  [
    'a part in a shared file',
    'src/base/log.ts',
    "import type { B } from '#ledger/b.ts';",
    'base may not import ledger',
  ],
  ['the root in a shared file', 'src/base/log.ts', "import { b } from '../main.ts';", 'may not leave base'],
  ['a part that does not exist', 'src/doors/rest/a.ts', "import { b } from '#nowhere/b.ts';", 'nowhere is no part'],
  [
    'its own part by its public name',
    'src/doors/rest/a.ts',
    "import { b } from '#doors/rest/b.ts';",
    'inside doors/rest imports are relative',
  ],
  [
    'a computed module',
    'src/doors/rest/a.ts',
    'export const load = (name: string) => import(name);',
    'named by a literal',
  ],
  ['an absolute path', 'src/doors/rest/a.ts', "import { b } from '/srv/b.ts';", 'relative path or by #part'],
  [
    'code of the OCPP package in the simulator',
    'src/simulator/a.ts',
    "import { b } from 'typed-ocpp';",
    'only take types',
  ],
  [
    'anything in the device SDK',
    'src/device-sdk/a.ts',
    "import type { B } from '#contract/b.ts';",
    'device-sdk may not import contract',
  ],
  [
    'the server in the console',
    'console/a.tsx',
    "import type { B } from '#base/errors.ts';",
    'console may not import base',
  ],
  [
    'the contract in the console by path',
    'console/a.tsx',
    "import type { B } from '../src/contract/b.ts';",
    'may not leave console',
  ],
  [
    'a script in a test',
    'src/doors/rest/a.test.ts',
    "import { b } from '../../../scripts/b.ts';",
    'may not leave doors/rest',
  ],
  ['a file outside every part', 'src/helpers.ts', '', 'belongs to no part'],
])('%s is reported', (_name, path, text, fault) => {
  expect(strayImports([{ path, text }], rules)).toEqual([expect.stringContaining(fault)]);
});

test.each<[text: string, path: string, source: string]>([
  ['a neighbour', 'src/doors/ocpp/v201/a.ts', "import { b } from '../rpc/b.ts';"],
  ['a part in the table', 'src/doors/ocpp/a.ts', "import { b } from '#charging/b.ts';"],
  ['a shared file', 'src/device-sdk/a.ts', "import { SigecError } from '#base/errors.ts';"],
  ['a shared file by another', 'src/base/config.ts', "import { SigecError } from './errors.ts';"],
  [
    'every part by the root',
    'src/main.ts',
    "import { b } from './doors/rest/b.ts'; import { c } from '#doors/ocpp/c.ts';",
  ],
  [
    'the root by the terminal',
    'src/doors/terminal/a.ts',
    "const { b } = await import('#main.ts'); const c = await import(`../../main.ts`);",
  ],
  [
    'types of the OCPP package by the simulator',
    'src/simulator/a.ts',
    "import type { B } from 'typed-ocpp'; export type { C } from 'typed-ocpp';",
  ],
  ['the contract by the console', 'console/pages/a.tsx', "import type { B } from '#contract/b.ts'; import '../a.css';"],
  [
    'real parts and helpers by a test',
    'src/doors/ocpp/a.test.ts',
    "import { b } from '#simulator/b.ts'; import '../../../test/support/c.ts';",
  ],
  [
    'what only looks like an import',
    'src/doors/ocpp/a.ts',
    "// import '#doors/rest/b.ts'\nexport const c = \"import '#doors/rest/b.ts'\";",
  ],
])('%s may be imported', (_name, path, text) => {
  expect(strayImports([{ path, text }], rules)).toEqual([]);
});

const graph = importGraph(readSources(repository));

test('the subjects of charging do not import each other in a circle', () => {
  expect(knotsBelow(graph, 'src/charging')).toEqual([]);
});

const fee = { path: 'src/charging/billing/fee.ts', text: "import { b } from '../sessions/store/b.ts';" };

test.each<[text: string, others: SourceFile[], report: string[]]>([
  ['one way', [{ path: 'src/charging/sessions/store/b.ts', text: "import { c } from '../c.ts';" }], []],
  [
    'both ways',
    [{ path: 'src/charging/sessions/store/b.ts', text: "import type { Fee } from '../../billing/fee.ts';" }],
    [
      'billing → sessions → billing: src/charging/billing/fee.ts imports src/charging/sessions/store/b.ts; src/charging/sessions/store/b.ts imports src/charging/billing/fee.ts',
    ],
  ],
  [
    'by way of a third',
    [
      { path: 'src/charging/sessions/store/b.ts', text: "import { c } from '../../tariffs/c.ts';" },
      { path: 'src/charging/tariffs/c.ts', text: "export type { Fee } from '../billing/fee.ts';" },
    ],
    [expect.stringContaining('billing → sessions → tariffs → billing')],
  ],
  [
    'only in a test',
    [
      { path: 'src/charging/sessions/store/b.ts', text: '' },
      { path: 'src/charging/sessions/b.test.ts', text: "import { fee } from '../billing/fee.ts';" },
    ],
    [],
  ],
])('two subjects that import each other %s', (_name, others, report) => {
  expect(knotsBelow(importGraph([fee, ...others]), 'src/charging')).toEqual(report);
});

const handlers = [...graph.keys()].filter((path) => /^src\/doors\/ocpp\/v\d+\/handlers\/[^.]+\.ts$/.test(path));

test('a handler of a message needs fewer than 100 files to be type-checked', () => {
  expect(handlers.length).toBeGreaterThan(25);
  const wide = handlers
    .map((path) => ({ path, files: closureOf(graph, path).size }))
    .filter(({ files }) => files >= 100);
  expect(wide).toEqual([]);
});

test('the files that a file needs are those it imports, by value or by type, and what they import', () => {
  const files = [
    { path: 'src/doors/ocpp/a.ts', text: "import { b } from './b.ts'; import type { C } from '#charging/c.ts';" },
    { path: 'src/doors/ocpp/b.ts', text: "import 'node:fs'; export * from './a.ts';" },
    { path: 'src/charging/c.ts', text: "export type D = import('./d.ts').D;" },
    { path: 'src/charging/d.ts', text: '' },
    { path: 'src/charging/e.ts', text: '' },
  ];
  const [a, b, c, d] = files.map(({ path }) => path);
  expect([...closureOf(importGraph(files), a ?? '')]).toEqual([a, b, c, d]);
});

function readSources(root: string): SourceFile[] {
  const paths = globSync(['src/**/*.{ts,tsx,js}', 'console/**/*.{ts,tsx,js}'], {
    cwd: root,
    exclude: ['console/dist/**'],
  });
  return paths.map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }));
}
