import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import catalogue from '../console/text/server-texts-pt-BR.json' with { type: 'json' };
import { settings } from '../src/base/config.ts';
import type { JsonSchema } from '../src/base/json-schema.ts';
import { commands } from '../src/contract/commands/commands.ts';
import { ownReasons } from '../src/contract/commands/own-reasons.ts';
import { quirks } from '../src/doors/ocpp/quirks/quirks.ts';
import type { Pack } from '../src/tools/pack.ts';
import { packs, registryOfAllPacks } from './support/all-packs.ts';

const registry = registryOfAllPacks();
afterAll(() => registry.close());

/** What the console shows of schemas and of the server is written in English there, and in Portuguese in one catalogue of the console. */
const schemas = Object.values(commands).flatMap(({ input }) =>
  within(z.toJSONSchema(input, { io: 'input' }) as JsonSchema),
);
const properties = schemas.flatMap((schema) =>
  Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>),
);

const wanted = {
  fields: properties.map(([name]) => name),
  settings: Object.values(settings).map(({ env }) => env),
  quirks: quirks.map(({ id }) => id),
  texts: [
    ...schemas.flatMap(({ description }) => (typeof description === 'string' ? [description] : [])),
    ...Object.values<Pack>(packs).flatMap(({ title, levels }) => [title, ...levels.map(({ about }) => about)]),
    ...registry.listAll().map(({ title }) => title),
  ],
  reasons: Object.values<string>(ownReasons),
};

test.each(Object.entries(wanted))('of the %s each has a Portuguese text, and no text is for nothing', (kind, texts) => {
  const known = new Set(Object.keys(catalogue[kind as keyof typeof catalogue]));
  expect([...new Set(texts)].filter((text) => !known.has(text))).toEqual([]);
  expect([...known].filter((text) => !texts.includes(text))).toEqual([]);
});

function within(schema: JsonSchema): JsonSchema[] {
  const parts: unknown[] = Object.values(schema).flatMap((part) => (Array.isArray(part) ? part : [part]));
  for (const named of ['properties', '$defs'])
    parts.push(...Object.values((schema[named] ?? {}) as Record<string, unknown>));
  return [schema, ...parts.filter(isSchema).flatMap(within)];
}

function isSchema(part: unknown): part is JsonSchema {
  return typeof part === 'object' && part !== null && ['type', 'anyOf', 'oneOf', '$ref'].some((key) => key in part);
}
