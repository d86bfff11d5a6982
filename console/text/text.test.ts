import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enPages } from './page-texts.generated.ts';
import { ptBRPages } from './page-texts-pt-BR.generated.ts';
import { en } from './texts.generated.ts';
import { ptBR } from './texts-pt-BR.generated.ts';

const texts = { en: flat({ ...en, ...enPages }), 'pt-BR': flat({ ...ptBR, ...ptBRPages }) };

test('every text exists in both languages', () => {
  expect([...texts['pt-BR'].keys()]).toEqual([...texts.en.keys()]);
});

test('no text is empty', () => {
  const all = [...texts.en, ...texts['pt-BR']];
  expect(all.filter(([, words]) => words.trim() === '')).toEqual([]);
});

test('a text and its translation name the same values', () => {
  const named = ([key, words]: [string, string]) => [key, valuesIn(words)];
  expect([...texts['pt-BR']].map(named)).toEqual([...texts.en].map(named));
});

test('every text is used', () => {
  const used = keysUsed();
  const unused = [...texts.en.keys()].filter((key) => !used.has(withoutPlural(key)));
  expect(unused).toEqual([]);
});

test('a key that nobody uses would be found', () => {
  expect(keysUsed().has('equipment.nobodyUsesThis')).toBe(false);
  expect(keysUsed().has('equipment.title')).toBe(true);
});

function flat(texts: object, above = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(texts)) {
    const key = above === '' ? name : `${above}.${name}`;
    if (typeof value === 'string') found.set(key, value);
    else for (const [inner, words] of flat(value as object, key)) found.set(inner, words);
  }
  return found;
}

function valuesIn(words: string): string[] {
  return [...words.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').toSorted();
}

function withoutPlural(key: string): string {
  return key.replace(/_(one|many|other)$/, '');
}

/** Keys stand as 'equipment.title', or as `link.${state}`, which uses every key of that form: one word per hole. */
function keysUsed(): Set<string> {
  const sources = globSync('**/*.{ts,tsx}', {
    cwd: join(import.meta.dirname, '..'),
    exclude: (path) => path.startsWith('dist'),
  })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(import.meta.dirname, '..', path), 'utf8'))
    .join('\n');
  const keys = [...new Set([...sources.matchAll(keyInSource)].map(([, key = '']) => key))];
  const exact = new Set(keys.filter((key) => !key.includes('$')));
  const patterns = keys.filter((key) => key.includes('$')).map(patternOf);
  const isUsed = (key: string) => exact.has(key) || patterns.some((pattern) => pattern.test(key));
  return new Set([...texts.en.keys()].map(withoutPlural).filter(isUsed));
}

const keyInSource = /[`'"]([a-zA-Z]+(?:\.(?:[\w-]+|\$\{[^}]+\}))+)[`'"]/g;

function patternOf(key: string): RegExp {
  return new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '[^.]+')}$`);
}
