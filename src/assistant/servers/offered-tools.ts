import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/client';
import { canonicalJson } from '#base/json.ts';
import { foreignLine, foreignText } from './foreign-text.ts';
import type { Pins } from './pins.ts';
import type { AgentTool, ServerSettings, ToolRisk } from './servers.ts';

export type OfferedTool = Omit<AgentTool, 'name'>;

export type Offer = {
  tools: OfferedTool[];
  changed: (OfferedTool & { isNew: boolean })[];
  hashes: Pins;
  /** Too large to be shown to a model, too many, or with a name that cannot be shown. */
  leftOut: number;
};

const most = { tools: 250, schemaCharacters: 50_000, description: 4_000, title: 100, name: 128, schemaText: 1_000 };

export function offerOf(settings: ServerSettings, listed: readonly Tool[], pins: Pins | undefined): Offer {
  const wanted = listed.filter(
    ({ name }) => settings.only?.includes(name) !== false && !settings.except?.includes(name),
  );
  const fitting = wanted
    .filter(({ name, inputSchema }) => isPlain(name) && JSON.stringify(inputSchema).length <= most.schemaCharacters)
    .slice(0, most.tools);
  const all = fitting.map((tool) => offered(settings, tool));
  const hashes = Object.fromEntries(all.map(({ tool, hash }) => [tool, hash]));
  const leftOut = wanted.length - fitting.length;
  if (settings.isOwn || pins === undefined) return { tools: all, changed: [], hashes, leftOut };
  const isAccepted = ({ tool, hash }: OfferedTool) => Object.hasOwn(pins, tool) && pins[tool] === hash;
  return {
    tools: all.filter(isAccepted),
    changed: all
      .filter((tool) => !isAccepted(tool))
      .map((tool) => ({ ...tool, isNew: !Object.hasOwn(pins, tool.tool) })),
    hashes,
    leftOut,
  };
}

export function offered({ name: server, isOwn }: ServerSettings, tool: Tool): OfferedTool {
  const { name, description = '', inputSchema } = tool;
  const title = tool.title ?? tool.annotations?.title ?? name;
  return {
    server,
    tool: name,
    title: foreignLine(title, most.title),
    description: foreignText(description, most.description),
    inputSchema: isOwn ? inputSchema : (visibleTexts(inputSchema) as AgentTool['inputSchema']),
    risk: riskOf(tool, isOwn),
    isForeign: !isOwn,
    hash: toolHash(tool),
  };
}

/** Names are shown to people as they are: nothing may hide in them. */
function isPlain(name: string): boolean {
  return name !== '' && foreignLine(name, most.name) === name;
}

/** A foreign server that says of a tool that it only reads may lie, so its hints count for nothing. */
function riskOf({ annotations, outputSchema }: Tool, isOwn: boolean): ToolRisk {
  if (!isOwn) return 'unknown';
  if (annotations?.readOnlyHint === true) return 'reads';
  // What every tool of ours answers that waits for a person.
  const answered = outputSchema?.['properties'];
  const isProposal =
    typeof answered === 'object' && answered !== null && 'status' in answered && 'proposal_id' in answered;
  return isProposal ? 'proposes' : 'changes';
}

/** Models read the texts of a schema like any other; the rest of it is data, and left as it is. */
export function visibleTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(visibleTexts);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const isText = typeof value === 'string' && (key === 'description' || key === 'title' || key === '$comment');
      return [key, isText ? foreignText(value, most.schemaText) : visibleTexts(value)];
    }),
  );
}

/** Of everything that a server says about a tool, whatever the order of its keys. */
export function toolHash({ name, title, description, inputSchema, outputSchema, annotations }: Tool): string {
  return createHash('sha256')
    .update(canonicalJson({ name, title, description, inputSchema, outputSchema, annotations }))
    .digest('hex');
}
