import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from './tool.ts';

const tool = (names: Record<string, string>) =>
  defineTool({
    name: 'buscar',
    title: 'Find',
    description: 'Finds what is asked for; only here to be tested.',
    category: 'test',
    level: 'observe',
    tier: 'R0' as const,
    input: z.object({ cor: z.enum(['Azul', 'Verde']).describe('Which'), ano: z.int().optional().describe('When') }),
    output: z.object({ cor: z.string() }),
    otherSpellings: { names, values: { cor: (given) => (given.toLowerCase() === 'blue' ? 'Azul' : given) } },
    run: ({ cor }) => Promise.resolve({ text: '', data: { cor } }),
  });
const finder = tool({ color: 'cor', colour: 'cor', year: 'ano' });
const context = { actor: { principal: null, door: 'mcp' }, signal: AbortSignal.timeout(10_000) } as const;

test('another name and another word are read as ours, and not advertised', async () => {
  for (const given of [{ cor: 'Azul' }, { color: 'Azul', year: 2020 }, { colour: 'BLUE' }])
    expect((await finder.prepare(given).run(context)).data).toEqual({ cor: 'Azul' });
  expect(Object.keys(finder.inputSchema.properties)).toEqual(['cor', 'ano']);
});

test('what is wrong is told by the advertised name', () => {
  expect(() => finder.prepare({ color: 'pink' })).toThrow('buscar was not run. cor accepts one of: "Azul", "Verde".');
  expect(() => finder.prepare({ cor: 'Azul', color: 'Verde' })).toThrow(/cor was given twice/);
  expect(() => finder.prepare({ cor: 'Azul', hue: 1 })).toThrow(/hue is not an argument/);
  for (const odd of [null, 'Azul', ['Azul']]) expect(() => finder.prepare(odd)).toThrow(/was not run/);
});

test('a name of an object itself is no other spelling', () => {
  expect(() => finder.prepare({ cor: 'Azul', toString: 1 })).toThrow(/toString is not an argument/);
  expect(() => finder.prepare(JSON.parse('{"cor":"Azul","__proto__":1}'))).toThrow(/__proto__ is not an argument/);
});

test('a table of spellings that cannot be right is refused at once', () => {
  expect(() => tool({ color: 'farbe' })).toThrow(/farbe is no argument/);
  expect(() => tool({ ano: 'cor' })).toThrow(/ano is an argument of its own/);
});
