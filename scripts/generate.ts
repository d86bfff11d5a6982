// `npm run generate`: writes every file that comes from a source. With `--check` it only says which are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cliReference } from './generators/cli-reference.ts';
import { consoleTexts } from './generators/console-texts.ts';
import { eventsReference } from './generators/events-reference.ts';
import { filledPlaces } from './generators/filled-places.ts';
import type { GeneratedFile } from './generators/generated-file.ts';
import { ocppCoverage } from './generators/ocpp-coverage.ts';
import { ocppMessages } from './generators/ocpp-messages.ts';
import { restReference } from './generators/rest-reference.ts';
import { settingsReference } from './generators/settings-reference.ts';
import { tablesReference } from './generators/tables-reference.ts';
import { toolsReference } from './generators/tools-reference.ts';
import { root } from './run-tool.ts';

const generators: readonly (() => Promise<GeneratedFile[]>)[] = [
  settingsReference,
  restReference,
  toolsReference,
  cliReference,
  eventsReference,
  tablesReference,
  consoleTexts,
  ocppMessages,
  ocppCoverage,
  filledPlaces,
];

const isCheck = process.argv.includes('--check');
const files = (await Promise.all(generators.map((generate) => generate()))).flat();
for (const { path, content, problems = [] } of files) {
  for (const problem of problems) console.error(problem);
  if (isCheck && problems.length > 0) process.exitCode = 1;
  const target = join(root, path);
  const current = await readFile(target, 'utf8').catch(() => undefined);
  if (current?.replaceAll('\r\n', '\n') === content) continue;
  if (isCheck) {
    console.error(`${path} is out of date: run npm run generate.`);
    process.exitCode = 1;
    continue;
  }
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
  console.log(`wrote ${path}`);
}
