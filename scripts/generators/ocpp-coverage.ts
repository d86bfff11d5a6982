import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { commands16 } from '../../src/doors/ocpp/v16/commands.ts';
import { handlers16 } from '../../src/doors/ocpp/v16/handlers.ts';
import { commands21 } from '../../src/doors/ocpp/v21/commands.ts';
import { handlers21 } from '../../src/doors/ocpp/v21/handlers.ts';
import { commands201 } from '../../src/doors/ocpp/v201/commands.ts';
import { handlers201 } from '../../src/doors/ocpp/v201/handlers.ts';
import { parseShown, type ShownMessages } from '../../test/support/shown-messages.ts';
import { root } from '../run-tool.ts';
import type { GeneratedFile } from './generated-file.ts';
import {
  type CoveredMessage,
  type CoveredVersion,
  coverageProblems,
  type TestedUseCase,
} from './ocpp-coverage-facts.ts';
import { coveragePage } from './ocpp-coverage-page.ts';

const tables16 = {
  handlers: { file: 'src/doors/ocpp/v16/handlers.ts', rows: handlers16 },
  commands: { file: 'src/doors/ocpp/v16/commands.ts', rows: commands16 },
};
const tables201 = {
  handlers: { file: 'src/doors/ocpp/v201/handlers.ts', rows: handlers201 },
  commands: { file: 'src/doors/ocpp/v201/commands.ts', rows: commands201 },
};
const tables21 = {
  handlers: { file: 'src/doors/ocpp/v21/handlers.ts', rows: handlers21 },
  commands: { file: 'src/doors/ocpp/v21/commands.ts', rows: commands21 },
  elder: tables201,
};

type Source = { version: CoveredVersion['version']; schemas: string; tables: VersionTables };

const sources: readonly Source[] = [
  { version: '1.6', schemas: 'ocpp16', tables: tables16 },
  { version: '2.0.1', schemas: 'ocpp20', tables: tables201 },
  { version: '2.1', schemas: 'ocpp21', tables: tables21 },
];

const testFolder = 'test/conformance';

/** What of OCPP is implemented where and tested by what; it fails the check while anything is missing. */
export async function ocppCoverage(): Promise<GeneratedFile[]> {
  const tests = await readTests();
  const versions = await Promise.all(sources.map((source) => coverVersion(source, tests)));
  return [
    {
      path: 'docs/reference/ocpp-coverage.md',
      content: coveragePage(versions, tests),
      problems: coverageProblems(versions, tests),
    },
  ];
}

/** What every test of a use case showed when it last passed; a test file that is gone shows nothing any more. */
async function readTests(): Promise<TestedUseCase[]> {
  const folder = join(root, testFolder, 'shown');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jsonl')).toSorted();
  const read = async (file: string) => {
    const test = `${testFolder}/${basename(file, '.jsonl')}.test.ts`;
    if (!existsSync(join(root, test))) return [];
    const shown: ShownMessages[] = parseShown(await readFile(join(folder, file), 'utf8'));
    return shown.map((row) => ({ ...row, file: test }));
  };
  return (await Promise.all(files.map(read))).flat();
}

/** How many messages each version of OCPP has; all of them are implemented, or the check fails. */
export async function messageCounts(): Promise<Record<CoveredVersion['version'], number>> {
  const counts = await Promise.all(
    sources.map(async ({ version, schemas }) => [version, (await actionsOf(schemas)).length] as const),
  );
  return Object.fromEntries(counts) as Record<CoveredVersion['version'], number>;
}

async function actionsOf(schemas: string): Promise<string[]> {
  const known = (await import(`typed-ocpp/dist/${schemas}/schemas.js`)) as object;
  return Object.keys(known)
    .filter((name) => !name.endsWith('Response'))
    .map((name) => name.replace(/Request$/, ''))
    .toSorted();
}

async function coverVersion(
  { version, schemas, tables }: Source,
  tests: readonly TestedUseCase[],
): Promise<CoveredVersion> {
  const actions = await actionsOf(schemas);
  const { handlerOf, commandsOf } = await readSources(tables);
  const messages = actions.map((action): CoveredMessage => {
    // Every message that stations send has a handler: one without is ours, and then has to have a command.
    const direction = !Object.hasOwn(tables.handlers.rows, action)
      ? 'to-station'
      : action === 'DataTransfer'
        ? 'both'
        : 'from-station';
    return {
      action,
      direction,
      handler: direction === 'to-station' ? undefined : handlerOf(action),
      commands: direction === 'from-station' ? [] : commandsOf(action),
      tests: tests.filter((test) => test.version === version && test.messages.includes(action)),
    };
  });
  return { version, messages };
}

type Table = { file: string; rows: object };
export type VersionTables = {
  handlers: Table;
  commands: Table;
  /** The version whose rows it takes over where it has none of its own. */
  elder?: { handlers: Table; commands: Table };
};

/** Who implements what: the registered tables say what is there, their sources in which file it stands, from package.json on. */
export async function readSources({ handlers, commands, elder }: VersionTables): Promise<{
  handlerOf(action: string): string | undefined;
  commandsOf(action: string): string[];
}> {
  const handlerFiles = new Map([
    ...(elder === undefined ? [] : await filesOfRows(elder.handlers)),
    ...(await filesOfRows(handlers)),
  ]);
  const own = new Map(await filesOfRows(commands));
  const taken = elder === undefined ? [] : await filesOfRows(elder.commands);
  const commandFiles = new Set([...own.values(), ...taken.filter(([name]) => !own.has(name)).map(([, file]) => file)]);
  const calls = await callsIn([...commandFiles]);
  return {
    handlerOf: (action) => (action in handlers.rows ? handlerFiles.get(action) : undefined),
    commandsOf: (action) => calls.get(action) ?? [],
  };
}

/** Each row of a table whose value was imported, with the file it came from; what a version lacks has none. */
async function filesOfRows({ file, rows }: Table): Promise<[string, string][]> {
  const source = await readFile(join(root, file), 'utf8');
  const imported = new Map(
    [...source.matchAll(/^import \{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => [name.trim(), beside(file, from)] as const),
    ),
  );
  return [...source.matchAll(/^ {2}(?:'?([\w-]+)'?: )?(\w+)\b/gm)].flatMap(([, name, value = '']) => {
    const row = name ?? value;
    const from = imported.get(value);
    return from !== undefined && value !== 'missing' && row in rows ? [[row, from] satisfies [string, string]] : [];
  });
}

/** The messages that are sent by these files or by what they import, each with the files that name it. */
async function callsIn(files: readonly string[]): Promise<Map<string, string[]>> {
  const calls = new Map<string, string[]>();
  const seen = new Set(files);
  for (const file of seen) {
    const source = await readFile(join(root, file), 'utf8');
    for (const action of new Set([...source.matchAll(/\bcall\(\s*'(\w+)'/g)].map(([, name = '']) => name)))
      calls.set(action, [...(calls.get(action) ?? []), file]);
    // A set that grows while it is walked is walked to its end.
    for (const [, from = ''] of source.matchAll(/^import (?!type)[^;]*? from '(\.[^']+)'/gm))
      seen.add(beside(file, from));
  }
  return calls;
}

function beside(file: string, from: string): string {
  return posix.join(dirname(file), from);
}
