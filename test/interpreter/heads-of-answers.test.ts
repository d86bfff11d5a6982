import { expect, test } from 'vitest';
import { en } from '../../src/assistant/interpreter/texts/en.ts';
import { ptBr } from '../../src/assistant/interpreter/texts/pt-br.ts';
import type { JsonSchema } from '../../src/base/json-schema.ts';
import { definitions } from './scripted-tools.ts';

function fieldsIn(schema: JsonSchema | undefined): string[] {
  if (schema === undefined || typeof schema !== 'object') return [];
  const own = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const inner = [schema['items'], ...((schema['anyOf'] ?? []) as JsonSchema[])] as (JsonSchema | undefined)[];
  return [...own.flatMap(([name, each]) => [name, ...fieldsIn(each)]), ...inner.flatMap(fieldsIn)];
}

const answersOf = (isWanted: (tool: string) => boolean) =>
  [...definitions.values()].filter(({ name }) => isWanted(name)).flatMap(({ outputSchema }) => fieldsIn(outputSchema));

test('whatever a tool answers has a head in Portuguese', () => {
  const fields = new Set(answersOf(() => true));
  expect(fields.size).toBeGreaterThan(300);
  expect([...fields].filter((name) => !(name in ptBr.fields))).toEqual([]);
});

test('what the vehicles name in Portuguese has a head in English', () => {
  const english = new Set(answersOf((tool) => !/veiculo|listar|range|financiamento/.test(tool)));
  const portuguese = answersOf((tool) => /veiculo|listar|range|financiamento/.test(tool)).filter(
    (name) => !english.has(name),
  );
  expect(portuguese.length).toBeGreaterThan(30);
  expect([...new Set(portuguese)].filter((name) => !(name in en.fields) && !english_.has(name))).toEqual([]);
});

/** Written in English among them. */
const english_ = new Set(['id', 'dry_run', 'added', 'changed', 'rows']);
