import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { EventDefinition } from '../../src/contract/events/define-event.ts';
import { events } from '../../src/contract/events/events.ts';
import { root } from '../run-tool.ts';
import type { GeneratedFile } from './generated-file.ts';
import { code, referencePage, table } from './reference-page.ts';

const folder = join(root, 'src/contract/events');

/** The reference of the ledger's events, from the table in contract/events. */
export async function eventsReference(): Promise<GeneratedFile[]> {
  const files = globSync('*.ts', { cwd: folder }).toSorted();
  const groups = await Promise.all(files.map(eventsOf));
  const lines = [
    `The ${Object.keys(events).length} kinds of events that the ledger takes, as \`/api/events\` streams them and \`sigec event follow\` words them. Readers should expect`,
    'others: the ledger keeps events of older versions for ever. A field with a question mark may be missing. In a sentence, a name in braces stands for',
    'a field, and a part in brackets is left out where its field is missing.',
    ...groups.flatMap(({ name, kinds }) => (kinds.length === 0 ? [] : ['', `## ${name}`, '', ...kindTable(kinds)])),
  ];
  return [referencePage('events', { title: 'Events', source: 'src/contract/events', lines })];
}

type Kinds = [kind: string, definition: EventDefinition][];

/** The kinds in the table of events that a file of the folder defines. */
async function eventsOf(file: string): Promise<{ name: string; kinds: Kinds }> {
  const exported = Object.entries((await import(join(folder, file))) as Record<string, unknown>);
  const own = exported
    .filter(([name]) => name.endsWith('Events'))
    .flatMap(([, group]) => Object.entries(group as Record<string, EventDefinition>));
  return { name: basename(file, '.ts'), kinds: own.filter(([kind]) => Object.hasOwn(events, kind)) };
}

function kindTable(kinds: Kinds): string[] {
  const rows = kinds.map(([kind, { body, sentence }]) => [
    code(kind),
    Object.entries(body.shape).map(fieldText).join(', '),
    sentence.en,
    sentence['pt-BR'],
  ]);
  return table(['kind', 'fields', 'in English', 'in Portuguese'], rows);
}

function fieldText([name, field]: [string, unknown]): string {
  return code(field instanceof z.ZodOptional ? `${name}?` : name);
}
