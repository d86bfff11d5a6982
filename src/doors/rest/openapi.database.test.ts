import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { routes } from './routes.ts';

type Operation = {
  summary?: string;
  parameters?: { name: string; in: string; description?: string }[];
  responses: Record<string, { description: string }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

let door: RestDoor;
let document: Document;

beforeAll(async () => {
  door = await openRestDoor();
  document = (await (await door.fetch('/openapi.json')).json()) as Document;
});
afterAll(() => door[Symbol.asyncDispose]());

test('the document is OpenAPI 3.1 and lists every route of the table, and no other', () => {
  expect(document.openapi).toBe('3.1.0');
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const wanted = routes.filter(({ isInternal }) => !isInternal);
  expect(listed.toSorted()).toEqual(
    wanted.map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).toSorted(),
  );
});

test('every operation says what it does, what it answers and what its address holds', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const { summary, responses, parameters = [] } of Object.values(methods)) {
      expect(summary).toBeTruthy();
      expect(Object.values(responses).every(({ description }) => description !== '')).toBe(true);
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  }
});

test('every shape is a sound schema and every reference leads to one', () => {
  const text = JSON.stringify(document);
  const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
  expect(referred).toEqual(new Set(Object.keys(document.components.schemas)));
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'api');
  for (const name of Object.keys(document.components.schemas)) {
    expect(ajv.getSchema(`api#/components/schemas/${name}`)).toBeTypeOf('function');
  }
});

test('what the API answers is what its document says', async () => {
  await door.fetch('/api/stations/CP-1/accept', { method: 'POST', key: await door.key() });
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'api');
  const answer: unknown = await (await door.fetch('/api/stations')).json();
  expect(ajv.validate('api#/components/schemas/StationPage', answer)).toBe(true);
  expect(ajv.validate('api#/components/schemas/Station', answer)).toBe(false);
});

test('fields carry the descriptions of the contract', () => {
  const parameters = document.paths['/api/stations']?.['get']?.parameters ?? [];
  expect(parameters.find(({ name }) => name === 'search')?.description).toBe(
    'Part of id, vendor, model or serial number',
  );
});

test('the docs page loads nothing from elsewhere', async () => {
  const page = await (await door.fetch('/docs')).text();
  const sources = [...page.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, source]) => source ?? '');
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) {
    const answer = await door.fetch(source);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
  }
});
