import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { events } from '../src/contract/events/events.ts';
import { projectionOrder } from '../src/ledger/projection-order.ts';

const repository = dirname(import.meta.dirname);
const sources = globSync('{src,console}/**/*.{ts,tsx}', { cwd: repository, exclude: (name) => name === 'node_modules' })
  .filter((path) => !/\.test\.tsx?$|simulator/.test(path)) // simulated stations have events of their own
  .map((path) => ({ path, text: readFileSync(`${repository}/${path}`, 'utf8') }));

test('every projection has one row in the list, and every row one projection', () => {
  const names = sources.flatMap(({ text }) => namesOfProjections(text));
  expect(names.toSorted()).toEqual([...projectionOrder].toSorted());
});

test('what is written into the ledger is of a kind that the table of events knows', () => {
  const strays = sources.flatMap(({ path, text }) =>
    kindsWritten(text)
      .filter((kind) => !Object.hasOwn(events, kind))
      .map((kind) => `${path}: ${kind}`),
  );
  expect(strays).toEqual([]);
});

test('what is read from the ledger by SQL is of such a kind too', () => {
  const strays = sources.flatMap(({ path, text }) =>
    kindsRead(text)
      .filter((kind) => !Object.hasOwn(events, kind))
      .map((kind) => `${path}: ${kind}`),
  );
  expect(strays).toEqual([]);
});

test('the look-out sees a projection and a kind', () => {
  expect(namesOfProjections("Projection<Row> = {\n  name: 'rows',\n  isIndependent: true,")).toEqual(['rows']);
  expect(namesOfProjections("Projection<Row> {\n  return {\n    name: 'rows',\n    identity: idOf")).toEqual(['rows']);
  expect(namesOfProjections("tableProjection<Row>({ name: 'rows', table: 'row', key: ['id'] })")).toEqual(['rows']);
  expect(namesOfProjections("statementProjection<Row>({\n  name: 'rows',\n  key: ['id'],")).toEqual(['rows']);
  expect(namesOfProjections("reportProjection<Row>('rows', tables)")).toEqual(['rows']);
  expect(kindsWritten("{ kind: 'token-addded', stationId, happenedAt: at, body }")).toEqual(['token-addded']);
  expect(kindsWritten("{\n kind: 'token-addded',\n stationId: null,\n")).toEqual(['token-addded']);
  expect(kindsRead("select 1 from event where kind in ('a-b', 'c-d') or event.kind = 'e-f'")).toEqual([
    'a-b',
    'c-d',
    'e-f',
  ]);
});

function namesOfProjections(text: string): string[] {
  const literals = text.matchAll(/name: '([^']+)',\s+(?:isIndependent|identity|table|key)\b/g);
  const reports = text.matchAll(/\breportProjection<\w+>\('([^']+)'/g);
  return [...literals, ...reports].map(([, name = '']) => name);
}

/** A kind beside the station of its event. Types refuse a wrong one already, unless somebody casts it. */
function kindsWritten(text: string): string[] {
  return [...text.matchAll(/kind: '([a-z-]+)'(?: as const)?,\s+stationId/g)].map(([, kind = '']) => kind);
}

function kindsRead(text: string): string[] {
  if (!/\bfrom event\b/.test(text)) return [];
  const lists = text.matchAll(/\bkind (?:=|<>|in|not in|when) \(?('[a-z-]+'(?:, '[a-z-]+')*)/g);
  return [...lists].flatMap(([, list = '']) => list.replaceAll("'", '').split(', '));
}
