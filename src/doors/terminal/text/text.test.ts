import { expect, test } from 'vitest';
import { settings } from '#base/config.ts';
import { texts } from './text.ts';

type Leaf = { path: string; value: unknown };

function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`));
}

const english = leavesOf(texts.en);
const portuguese = new Map(leavesOf(texts['pt-BR']).map(({ path, value }) => [path, value]));

test('both languages have the same texts', () => {
  expect([...portuguese.keys()].toSorted()).toEqual(english.map(({ path }) => path).toSorted());
});

test('no text is empty', () => {
  const empty = [...english, ...leavesOf(texts['pt-BR'])].filter(({ value }) => value === '');
  expect(empty).toEqual([]);
});

test('a text that names something names it in both languages', () => {
  const marks = ['mark-1', 'mark-2'];
  const named = (value: unknown) => {
    const sentence: unknown = typeof value === 'function' ? Reflect.apply(value, undefined, marks) : '';
    return typeof sentence === 'string' ? marks.filter((mark) => sentence.toLowerCase().includes(mark)) : [];
  };
  // What takes an object instead, as the findings of the doctor do, is checked by its type alone.
  const others = english.filter(({ path }) => !/^\.(findings|oddities|database\.problems)\./.test(path));
  const taken = others.filter(({ value }) => named(value).length > 0);
  expect(taken.length).toBeGreaterThan(25);
  for (const { path, value } of taken) expect([path, named(portuguese.get(path))]).toEqual([path, named(value)]);
});

test('every setting is explained in both languages', () => {
  for (const name of Object.keys(settings) as (keyof typeof settings)[]) {
    expect(texts.en.settings[name]).toBe(settings[name].about);
    expect(texts['pt-BR'].settings[name]).not.toBe(settings[name].about);
  }
});
