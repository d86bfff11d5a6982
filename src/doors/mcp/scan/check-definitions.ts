import { type Offer, type ScannedTool, textsIn } from './definitions.ts';
import { type Finding, found } from './finding.ts';
import { hiddenCharacters, instructionIn, secretIn } from './suspicious-text.ts';

const most = { description: 2_000, definition: 20_000, tools: 128 };

// What every model provider accepts; MCP itself would also allow dots and slashes.
const usualName = /^[A-Za-z0-9_-]{1,64}$/;

const changingVerb =
  /^(?:add|approve|apply|assign|cancel|change|clear|create|delete|deny|disable|drop|edit|enable|execute|grant|insert|install|kill|modify|move|patch|pay|post|publish|purge|put|refund|remove|rename|replace|reset|restart|revoke|run|send|set|start|stop|transfer|unlock|update|upload|write)(?:[_-]|[A-Z]|$)/;
const harmingVerb = /^(?:clear|delete|drop|kill|purge|remove|reset|revoke|stop|wipe)(?:[_-]|[A-Z]|$)/;

/** What is wrong with what a server says about itself, without calling anything. */
export function checkDefinitions(offer: Offer): Finding[] {
  const { tools, resources, templates, prompts, instructions } = offer;
  const described: [where: string, definition: unknown][] = [
    ['server', instructions],
    ...tools.map((tool): [string, unknown] => [`tool ${tool.name}`, tool]),
    ...resources.map((resource): [string, unknown] => [`resource ${resource.uri}`, resource]),
    ...templates.map((template): [string, unknown] => [`resource ${template.uriTemplate}`, template]),
    ...prompts.map((prompt): [string, unknown] => [`prompt ${prompt.name}`, prompt]),
  ];
  return [
    ...described.flatMap(([where, definition]) => checkTexts(where, definition)),
    ...tools.flatMap(checkTool),
    ...checkNames(
      'tool',
      tools.map(({ name }) => name),
    ),
    ...checkNames(
      'prompt',
      prompts.map(({ name }) => name),
    ),
    ...(tools.length > most.tools ? [found('too-many-tools', 'server', `${tools.length} tools`)] : []),
  ];
}

function checkTexts(where: string, definition: unknown): Finding[] {
  const texts = textsIn(definition);
  const size = JSON.stringify(definition).length;
  return [
    ...each(texts, hiddenCharacters).map((evidence) => found('hidden-characters', where, evidence)),
    ...each(texts, instructionIn).map((evidence) => found('instructions-in-text', where, evidence)),
    ...each(texts, secretIn).map((evidence) => found('secret-in-text', where, evidence)),
    ...(size > most.definition ? [found('too-long', where, `${size} characters`)] : []),
  ];
}

function each(texts: readonly string[], look: (text: string) => string | undefined): string[] {
  return texts.flatMap((text) => look(text) ?? []).slice(0, 3);
}

function checkTool(tool: ScannedTool): Finding[] {
  const { name, description = '', annotations } = tool;
  const where = `tool ${name}`;
  return [
    ...(description.trim().length < 10 ? [found('no-description', where, description)] : []),
    ...(description.length > most.description ? [found('too-long', where, `${description.length} characters`)] : []),
    ...(annotations === undefined || Object.keys(annotations).length === 0
      ? [found('no-annotations', where, name)]
      : []),
    ...(annotations?.['readOnlyHint'] === true && changingVerb.test(name)
      ? [found('reads-by-name-of-change', where, 'readOnlyHint: true')]
      : []),
    ...(annotations?.['destructiveHint'] === false && annotations['readOnlyHint'] !== true && harmingVerb.test(name)
      ? [found('harmless-by-name-of-harm', where, 'destructiveHint: false')]
      : []),
    ...checkSchema(tool),
  ];
}

function checkNames(kind: 'tool' | 'prompt', names: readonly string[]): Finding[] {
  const counts = Map.groupBy(names, (name) => name);
  const alike = Map.groupBy(counts.keys(), folded);
  return [
    ...[...counts].flatMap(([name, all]) =>
      all.length > 1 ? [found('duplicate-name', `${kind} ${name}`, `${all.length} times`)] : [],
    ),
    ...[...counts.keys()].flatMap((name) =>
      usualName.test(name) ? [] : [found('unusual-name', `${kind} ${name}`, name)],
    ),
    ...[...alike.values()].flatMap((some) =>
      some.length > 1 ? [found('confusable-name', `${kind} ${some[0]}`, some.join(', '))] : [],
    ),
  ];
}

// Letters of other alphabets that look like Latin ones, and the digits that pass for letters.
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
  ο: 'o',
  α: 'a',
  ν: 'v',
  ρ: 'p',
  τ: 't',
  '0': 'o',
  '1': 'l',
  i: 'l',
  '|': 'l',
};

/** Two names that come out equal are easily taken for one another. */
function folded(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase();
  return Array.from(plain)
    .map((letter) => lookalikes[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

type Schema = Record<string, unknown>;

/** What a schema leaves open, so that a model guesses and a server has to cope. */
function checkSchema({ name, inputSchema, outputSchema }: ScannedTool): Finding[] {
  const where = `tool ${name}`;
  if (inputSchema === undefined || inputSchema['type'] !== 'object')
    return [found('no-schema', where, JSON.stringify(inputSchema ?? null))];
  const properties = Object.entries((inputSchema['properties'] ?? {}) as Record<string, Schema>);
  return [
    ...(inputSchema['additionalProperties'] === false ? [] : [found('open-schema', where, 'additionalProperties')]),
    ...(outputSchema === undefined ? [found('no-output-schema', where, name)] : []),
    ...properties.flatMap(([argument, schema]) => checkArgument(where, argument, schema)),
    ...[inputSchema, outputSchema].flatMap((schema) =>
      remoteReferences(schema).map((reference) => found('remote-reference', where, reference)),
    ),
  ];
}

function checkArgument(where: string, argument: string, schema: Schema): Finding[] {
  return [
    ...(typeof schema['description'] === 'string' ? [] : [found('argument-not-described', where, argument)]),
    ...(isUnbounded(schema) ? [found('argument-without-bounds', where, argument)] : []),
  ];
}

function isUnbounded(schema: Schema): boolean {
  const has = (...words: string[]) => words.some((word) => schema[word] !== undefined);
  if (schema['type'] === 'string') return !has('maxLength', 'enum', 'const', 'pattern', 'format');
  return schema['type'] === 'array' && !has('maxItems', 'enum');
}

/** A host that follows them fetches what somebody else may change. */
function remoteReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(remoteReferences);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([word, inner]) =>
    word === '$ref' && typeof inner === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(inner)
      ? [inner]
      : remoteReferences(inner),
  );
}
