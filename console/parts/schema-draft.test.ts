import { expect, test } from 'vitest';
import { z } from 'zod';
import { commands } from '#contract/commands/commands.ts';
import { draftOf, type JsonSchema, kindOf, readDraft } from './schema-draft.ts';

const lamp: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 5 },
    level: { type: 'integer', minimum: 0, maximum: 100 },
    mode: { type: 'string', enum: ['on', 'off'], default: 'on' },
    isKept: { type: 'boolean' },
    place: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } }, required: ['x'] },
    steps: { type: 'array', items: { type: 'integer' }, minItems: 1 },
    extra: { anyOf: [{ type: 'string' }, { type: 'object' }] },
  },
  required: ['name', 'level'],
};

test('a form begins with the defaults, and what is empty is left out', () => {
  const draft = draftOf(lamp);
  expect(draft).toMatchObject({ mode: 'on', name: undefined });
  const { value, problems } = readDraft(lamp, { ...(draft as object), name: 'door', level: '7' });
  expect(value).toEqual({ name: 'door', level: 7, mode: 'on' });
  expect([...problems]).toEqual([]);
});

test('a value that is there comes back as it was', () => {
  const value = {
    name: 'door',
    level: 7,
    mode: 'off',
    isKept: false,
    place: { x: 1.5, y: 2 },
    steps: [1, 2],
    extra: { a: 1 },
  };
  expect(readDraft(lamp, draftOf(lamp, value))).toEqual({ value, problems: new Map() });
});

test.each([
  [{ level: '1' }, 'name', { what: 'missing' }],
  [{ name: 'x', level: '1' }, 'name', { what: 'tooShort', limit: 2 }],
  [{ name: 'door bell', level: '1' }, 'name', { what: 'tooLong', limit: 5 }],
  [{ name: 'door', level: '1,5' }, 'level', { what: 'notWhole' }],
  [{ name: 'door', level: 'much' }, 'level', { what: 'notNumber' }],
  [{ name: 'door', level: '101' }, 'level', { what: 'tooLarge', limit: 100 }],
  [{ name: 'door', level: '1', place: { y: '2' } }, 'place.x', { what: 'missing' }],
  [{ name: 'door', level: '1', steps: ['1', 'a'] }, 'steps.1', { what: 'notNumber' }],
  [{ name: 'door', level: '1', extra: '{' }, 'extra', { what: 'notJson' }],
])('%j is told at %s', (draft, path, problem) => {
  expect([...readDraft(lamp, draft).problems]).toEqual([[path, problem]]);
});

test('every command of the table has a form', () => {
  for (const { input } of Object.values(commands)) {
    const schema = z.toJSONSchema(input, { io: 'input' }) as JsonSchema;
    expect(kindOf(schema)).toBe('object');
    expect(() => readDraft(schema, draftOf(schema))).not.toThrow();
  }
});
