import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonSchema } from '../src/base/json-schema.ts';
import { untrustedText } from '../src/base/untrusted-text.ts';
import { corePack } from '../src/tools/address.ts';
import type { Pack } from '../src/tools/pack.ts';
import type { Listing, RegisteredTool } from '../src/tools/registry.ts';
import { needsApproval } from '../src/tools/tier.ts';
import { promptEstimate, tokenEstimate, toolProblems } from '../src/tools/tool-problems.ts';
import { packs, registryOfAllPacks } from './support/all-packs.ts';
import { actor } from './support/tool-registry.ts';

/** `prompt`: what a model pays for a list before it has done anything; `whole`: with the shapes of answers, which stay with its host. */
type Cost = { count: number; prompt: number; whole: number };

const most = {
  perTool: 900,
  first: { count: 40, prompt: 6_000, whole: 14_000 },
  pack: { count: 70, prompt: 25_000, whole: 40_000 },
};

const registry = registryOfAllPacks();
afterAll(() => registry.close());
const tools = registry.listAll();

test('all packs are here', () => {
  const folders = readdirSync(join(import.meta.dirname, '..', 'src', 'packs'), { withFileTypes: true });
  expect(Object.keys(packs)).toEqual(folders.filter((each) => each.isDirectory()).map(({ name }) => name));
});

test('every tool works with every agent', () => {
  const levels = (name: string) => Object.values(packs).find((pack) => pack.name === name)?.levels ?? coreLevels;
  expect(tools.flatMap((tool) => toolProblems(tool, { levels: levels(tool.pack) }))).toEqual([]);
  const names = tools.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(
    names.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)),
    'names in small letters',
  ).toEqual([]);
  expect(new Set(names.map((name) => name.replaceAll('_', ''))).size, 'no two are confused').toBe(names.length);
});

test('what tools say of themselves is said once, in visible characters', () => {
  for (const field of ['title', 'description'] as const) {
    const texts = tools.map((tool) => tool[field].toLowerCase());
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
  for (const { name, title, description } of tools) {
    expect([name, untrustedText(title, 80)]).toEqual([name, title]);
    expect([name, untrustedText(description, 1200)]).toEqual([name, description]);
    expect(description.toLowerCase(), `${name} does not begin by its title`).not.toMatch(
      new RegExp(`^${title.toLowerCase().replaceAll(/\W/g, '.')}[.:]`),
    );
  }
});

test('every argument is described, on every depth, and every name of a field is in small letters', () => {
  const undescribed = tools.flatMap(({ name, inputSchema }) =>
    fieldsOf(inputSchema).flatMap(({ path, schema }) =>
      typeof schema['description'] === 'string' && schema['description'].length > 1 ? [] : [`${name} ${path}`],
    ),
  );
  expect(undescribed.filter((path) => path.split('.').length === 1)).toEqual([]);
  const odd = tools.flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties)
      .filter((field) => !/^[a-z][a-z0-9_]*$/.test(field))
      .map((field) => `${name} ${field}`),
  );
  expect(odd).toEqual([]);
});

test('examples work, and every tool that takes something has one', () => {
  for (const tool of tools) for (const example of tool.examples) expect(() => tool.prepare(example)).not.toThrow();
  const without = tools.filter(
    ({ pack, inputSchema, examples }) =>
      pack !== corePack && (inputSchema.required ?? []).length > 0 && examples.length === 0,
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('tools that other tools speak of are there', () => {
  const known = new Set(registry.listAll().flatMap(({ name, aliases }) => [name, ...aliases]));
  const verbs = [...new Set([...known].map((name) => name.split('_')[0]))].join('|');
  const spoken = new RegExp(`\\b(?:${verbs})_[a-z_]+\\b`, 'g');
  const fields = new Set(
    tools.flatMap(({ inputSchema, outputSchema }) => [...namesIn(inputSchema), ...namesIn(outputSchema)]),
  );
  const missing = tools.flatMap(({ name, description }) =>
    [...description.matchAll(spoken)].flatMap(([word]) =>
      known.has(word) || fields.has(word) ? [] : [`${name}: ${word}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('what needs a person says so by its answer, and what reads says that it reads', () => {
  for (const { name, tier, outputSchema, annotations } of tools) {
    expect([name, 'proposal_id' in outputSchema.properties && 'effect' in outputSchema.properties]).toEqual([
      ...[name, needsApproval(tier) || ['apply_proposal', 'get_proposal', 'cancel_proposal'].includes(name)],
    ]);
    if (tier !== 'R0') expect([name, annotations.readOnlyHint]).toEqual([name, false]);
  }
});

test('what is listed first is of the first level', () => {
  for (const { essentials = [], levels, tools: own } of Object.values<Pack>(packs))
    expect(own.filter(({ name }) => essentials.includes(name)).map(({ level }) => level)).toEqual(
      essentials.map(() => levels[0].name),
    );
});

test('lists cost a model little', async () => {
  const lists: [address: string, Omit<Listing, 'actor'>][] = [['/mcp', {}], ...Object.keys(packs).flatMap(addressesOf)];
  const costs: Record<string, Cost> = { core: costOf(tools.filter(({ pack }) => pack === corePack)) };
  for (const [address, listing] of lists)
    costs[address] = costOf(await registry.listFor({ actor: actor({ role: 'administrator' }), ...listing }));
  for (const [address, { count, prompt, whole }] of Object.entries(costs))
    console.info(`${address}: ${count} tools, ${prompt} tokens for a model, ${whole} on the wire`);
  const dear = tools.map((tool) => [tool.name, tokenEstimate(tool)] as const).toSorted(([, a], [, b]) => b - a);
  const dearest = dear.slice(0, 8).map(([name, tokens]) => `${name} ${tokens}`);
  console.info(`the dearest: ${dearest.join(', ')}`);

  expect(dear.filter(([, tokens]) => tokens > most.perTool)).toEqual([]);
  const tooDear = Object.entries(costs).filter(([address, { count, prompt, whole }]) => {
    const limit = address.startsWith('/mcp/x/') ? most.pack : most.first;
    return count > limit.count || prompt > limit.prompt || whole > limit.whole;
  });
  expect(tooDear).toEqual([]);
});

const coreLevels: Pack['levels'] = [{ name: 'core', about: '' }];

function addressesOf(pack: string): [address: string, Omit<Listing, 'actor'>][] {
  return [
    [`/mcp/x/${pack}`, { pack }],
    [`/mcp/x/${pack}/readonly`, { pack, isReadOnly: true }],
  ];
}

function costOf(some: readonly RegisteredTool[]): Cost {
  const sum = (estimate: (tool: RegisteredTool) => number) => some.reduce((total, tool) => total + estimate(tool), 0);
  return { count: some.length, prompt: sum(promptEstimate), whole: sum(tokenEstimate) };
}

type Field = { path: string; schema: JsonSchema };

function fieldsOf(schema: JsonSchema, path = ''): Field[] {
  const inner = (schema['items'] ?? {}) as JsonSchema;
  const own = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return [
    ...own.flatMap(([name, each]) => [{ path: `${path}${name}`, schema: each }, ...fieldsOf(each, `${path}${name}.`)]),
    ...(typeof inner === 'object' && 'properties' in inner ? fieldsOf(inner, path) : []),
  ];
}

function namesIn(schema: JsonSchema): string[] {
  return fieldsOf(schema).map(({ path }) => path.split('.').at(-1) as string);
}
