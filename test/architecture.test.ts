import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { SourceFile } from './support/imports.ts';
import { type ImportRules, strayImports } from './support/stray-imports.ts';

type Part =
  | ('base' | 'contract' | 'database' | 'agent' | 'ledger' | 'cluster' | 'principals' | 'charging' | 'ocpp' | 'devices')
  | ('tools' | 'packs' | 'mcp' | 'http' | 'cli' | 'doctor' | 'simulator' | 'console');

/** Doors import the business, never each other; the business imports no door; the agent speaks MCP like any other client. */
const rules = {
  mayImport: {
    base: [],
    contract: [],
    database: [],
    agent: [],
    ledger: ['database', 'contract'],
    cluster: ['database', 'contract'],
    principals: ['database', 'ledger', 'contract'],
    charging: ['principals', 'ledger', 'database', 'contract'],
    ocpp: ['charging', 'cluster', 'ledger', 'database'],
    devices: ['principals', 'ledger', 'database', 'cluster', 'contract'],
    tools: ['principals', 'ledger', 'database', 'contract'],
    packs: ['tools', 'charging', 'devices', 'principals', 'ledger', 'database', 'contract'],
    mcp: ['tools', 'principals', 'ledger'],
    http: ['charging', 'tools', 'agent', 'principals', 'ledger', 'contract'],
    cli: ['contract', 'agent', 'simulator'],
    doctor: ['database'], // looks at the installation; the terminal reaches it through main.ts
    simulator: ['contract'],
    console: ['contract'],
  } satisfies Record<Part, readonly Part[]>,
  forAll: ['base', 'config', 'errors', 'log', 'clock', 'hosts', 'version'],
  root: { name: 'main', importedBy: ['cli'] },
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
  ['static', 'src/charging/stray.ts:2 static import of #ocpp/station-link.ts: charging may not import ocpp'],
  ['type-only', 'src/charging/stray.ts:2 type-only import of #ocpp/station-link.ts: charging may not import ocpp'],
  ['side-effect', 'src/charging/stray.ts:2 side-effect import of #ocpp/station-link.ts: charging may not import ocpp'],
  ['re-exported', 'src/charging/stray.ts:2 re-export import of #ocpp/station-link.ts: charging may not import ocpp'],
  ['dynamic', 'src/charging/stray.ts:4 dynamic import of #ocpp/station-link.ts: charging may not import ocpp'],
  [
    'typeof-import',
    'src/charging/stray.ts:3 import-type import of #ocpp/station-link.ts: charging may not import ocpp',
  ],
  ['required', 'src/charging/stray.ts:5 require import of #ocpp/station-link.ts: charging may not import ocpp'],
  ['worker', 'src/charging/stray.ts:5 url import of ../ocpp/station-link.ts: a relative import may not leave charging'],
])('the one stray import of the fixture "%s" is reported', (fixture, report) => {
  expect(strayImports(readSources(join(fixtures, fixture)), rules)).toEqual([report]);
});

test.each<[text: string, path: string, source: string, fault: string]>([
  [
    'a relative import that leaves its part',
    'src/http/a.ts',
    "import { b } from '../charging/b.ts';",
    'may not leave http',
  ],
  [
    'a relative import that leaves src',
    'src/http/a.ts',
    "import { b } from '../../test/support/b.ts';",
    'may not leave http',
  ],
  ['a shared file by a relative path', 'src/http/a.ts', "import { b } from '../errors.ts';", 'may not leave http'],
  ['one door in another', 'src/mcp/a.ts', "export * from '#http/b.ts';", 'mcp may not import http'],
  ['one door in another, required', 'src/mcp/a.ts', "import b = require('#http/b.ts');", 'mcp may not import http'],
  ['the root in a part', 'src/http/a.ts', "import { b } from '#main.ts';", 'http may not import main'],
  ['a part in a shared file', 'src/log.ts', "import type { B } from '#ledger/b.ts';", 'log may not import ledger'],
  ['the root in a shared file', 'src/log.ts', "import { b } from './main.ts';", 'may not leave log'],
  ['a part that does not exist', 'src/http/a.ts', "import { b } from '#nowhere/b.ts';", 'nowhere is no part'],
  [
    'its own part by its public name',
    'src/http/a.ts',
    "import { b } from '#http/b.ts';",
    'inside http imports are relative',
  ],
  ['a computed module', 'src/http/a.ts', 'export const load = (name: string) => import(name);', 'named by a literal'],
  ['an absolute path', 'src/http/a.ts', "import { b } from '/srv/b.ts';", 'relative path or by #part'],
  [
    'code of the OCPP package in the simulator',
    'src/simulator/a.ts',
    "import { b } from 'typed-ocpp';",
    'only take types',
  ],
  [
    'anything in the agent',
    'src/agent/a.ts',
    "import type { B } from '#contract/b.ts';",
    'agent may not import contract',
  ],
  [
    'the server in the console',
    'console/a.tsx',
    "import type { B } from '#errors.ts';",
    'console may not import errors',
  ],
  [
    'the contract in the console by path',
    'console/a.tsx',
    "import type { B } from '../src/contract/b.ts';",
    'may not leave console',
  ],
  ['a script in a test', 'src/http/a.test.ts', "import { b } from '../../scripts/b.ts';", 'may not leave http'],
  ['a file outside every part', 'src/helpers.ts', '', 'belongs to no part'],
])('%s is reported', (_name, path, text, fault) => {
  expect(strayImports([{ path, text }], rules)).toEqual([expect.stringContaining(fault)]);
});

test.each<[text: string, path: string, source: string]>([
  ['a neighbour', 'src/ocpp/v201/a.ts', "import { b } from '../rpc/b.ts';"],
  ['a part in the table', 'src/ocpp/a.ts', "import { b } from '#charging/b.ts';"],
  ['a shared file', 'src/agent/a.ts', "import { SigecError } from '#errors.ts';"],
  ['a shared file by another', 'src/config.ts', "import { SigecError } from './errors.ts';"],
  ['every part by the root', 'src/main.ts', "import { b } from './http/b.ts'; import { c } from '#ocpp/c.ts';"],
  [
    'the root by the terminal',
    'src/cli/a.ts',
    "const { b } = await import('#main.ts'); const c = await import(`../main.ts`);",
  ],
  [
    'types of the OCPP package by the simulator',
    'src/simulator/a.ts',
    "import type { B } from 'typed-ocpp'; export type { C } from 'typed-ocpp';",
  ],
  ['the contract by the console', 'console/pages/a.tsx', "import type { B } from '#contract/b.ts'; import '../a.css';"],
  [
    'real parts and helpers by a test',
    'src/ocpp/a.test.ts',
    "import { b } from '#simulator/b.ts'; import '../../test/support/c.ts';",
  ],
  [
    'what only looks like an import',
    'src/ocpp/a.ts',
    "// import '#http/b.ts'\nexport const c = \"import '#http/b.ts'\";",
  ],
])('%s may be imported', (_name, path, text) => {
  expect(strayImports([{ path, text }], rules)).toEqual([]);
});

function readSources(root: string): SourceFile[] {
  const paths = globSync(['src/**/*.{ts,tsx,js}', 'console/**/*.{ts,tsx,js}'], {
    cwd: root,
    exclude: ['console/dist/**'],
  });
  return paths.map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }));
}
