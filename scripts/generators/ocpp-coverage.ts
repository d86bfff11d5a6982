import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
import { readSources, type VersionTables } from './ocpp-sources.ts';

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
