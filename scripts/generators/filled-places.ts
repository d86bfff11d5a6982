import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../../src/base/config.ts';
import { commands } from '../../src/contract/commands/commands.ts';
import { events } from '../../src/contract/events/events.ts';
import { quirks } from '../../src/doors/ocpp/quirks/quirks.ts';
import { root } from '../run-tool.ts';
import { terminalCommands } from './cli-reference.ts';
import type { GeneratedFile } from './generated-file.ts';
import { messageCounts } from './ocpp-coverage.ts';
import { code } from './reference-page.ts';
import { endpoints } from './rest-reference.ts';
import { sqlTables } from './tables-reference.ts';
import { tierList, tools } from './tools-reference.ts';

/** Written by hand but for the places `<!-- fill NAME -->…<!-- /fill -->`. The changelog keeps the numbers of its time. */
const documents = ['*.md', 'docs/*.md', 'docs/guides/**/*.md'];
const exceptions = ['CHANGELOG.md'];

/** A number of something that is counted here, written by hand, would be wrong one day. */
const handWrittenCount =
  /\b\d+ (tools|commands|endpoints|named rules|kinds of events|settings|tables|ferramentas|comandos|regras nomeadas)\b/;

/** Fills the marked places of the documents with what the code says now. */
export async function filledPlaces(): Promise<GeneratedFile[]> {
  const fills = await fillings();
  return globSync(documents, { cwd: root, exclude: exceptions })
    .toSorted()
    .map((path) => fillPlaces(path, readFileSync(join(root, path), 'utf8'), fills));
}

async function fillings(): Promise<Record<string, string>> {
  const messages = await messageCounts();
  const counts = {
    tools: tools.length,
    'station commands': Object.keys(commands).length,
    'terminal commands': terminalCommands.length,
    endpoints: endpoints.length,
    'event kinds': Object.keys(events).length,
    'quirk rules': quirks.length,
    settings: Object.keys(settings).length,
    tables: sqlTables.length,
    'messages of 1.6': messages['1.6'],
    'messages of 2.0.1': messages['2.0.1'],
    'messages of 2.1': messages['2.1'],
  };
  return {
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
    'charging subjects': folders('src/charging').map(code).join(', '),
    tiers: `\n\n${tierList().join('\n')}\n\n`,
  };
}

const place = /(<!-- fill (.+?) -->).*?(<!-- \/fill -->)/gs;

function folders(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** What is between the marks is replaced. Unknown marks, and counts outside of marks, are problems. */
export function fillPlaces(path: string, text: string, fills: Readonly<Record<string, string>>): GeneratedFile {
  const problems: string[] = [];
  const content = text.replaceAll('\r\n', '\n').replaceAll(place, (whole, begin: string, name: string, end: string) => {
    const fill = fills[name];
    if (fill === undefined) problems.push(`${path} has a place for "${name}", which nothing fills.`);
    return fill === undefined ? whole : `${begin}${fill}${end}`;
  });
  const unmarked = handWrittenCount.exec(content.replaceAll(place, ''))?.[0];
  if (unmarked !== undefined) problems.push(`${path} says "${unmarked}": mark the number with <!-- fill … -->.`);
  return { path, content, problems };
}
