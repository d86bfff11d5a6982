import MiniSearch from 'minisearch';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { corePack, isOffered } from '../address.ts';
import { UnknownTool } from '../call-tool.ts';
import type { Pack } from '../pack.ts';
import { longestTaskMs } from '../proposals/proposal-life.ts';
import type { RegisteredTool, Registry } from '../registry.ts';
import { needsApproval } from '../tier.ts';
import { defineTool, mcpToolOf, type Tool } from '../tool.ts';
import { applyProposal, cancelProposal, getProposal, listProposals } from './proposal-tools.ts';

export const raiseLevelName = 'raise_level';

/** Listed where there is a session: elsewhere the address and the key say what is shown. */
export function raiseLevel(registry: Registry): Tool {
  return defineTool({
    name: raiseLevelName,
    title: 'Show more tools',
    description:
      'Raises the level of this session in a pack, so that more of its tools are listed. It allows nothing that the key does not allow. Use it when a tool that you need belongs to a higher level.',
    category: 'tools',
    level: 'core',
    tier: 'R0',
    scope: null,
    annotations: { readOnlyHint: false, idempotentHint: true },
    input: z.object({
      pack: z.string().min(1).max(64).describe('Such as charging'),
      level: z.string().min(1).max(64).describe('Such as operate; a wrong one is answered with those there are'),
    }),
    output: z.object({ pack: z.string(), level: z.string(), new_tools: z.array(z.string()) }),
    examples: [{ pack: 'charging', level: 'operate' }],
    async run({ pack, level }, { sessionId, actor }) {
      if (sessionId === undefined) {
        const sentence =
          'There is no session here: the address and the key say what is listed. Use search_tools and call_tool.';
        throw new SigecError('CONFLICT', sentence);
      }
      const { newTools } = await registry.disclosure.upgrade(pack, level, { sessionId, actor });
      return { text: `More tools are listed now: ${newTools.length}.`, data: { pack, level, new_tools: newTools } };
    },
  });
}

type Indexed = Record<'id' | 'name' | 'title' | 'description' | 'category' | 'words', string>;

export function searchTools(registry: Registry): Tool {
  const index = new ToolIndex();
  return defineTool({
    name: 'search_tools',
    title: 'Find a tool',
    description:
      'Finds tools by what they do, also those that are not in the list of tools. Use it before you say that something cannot be done; then read one with describe_tool and use it with call_tool.',
    category: 'tools',
    level: 'core',
    tier: 'R0',
    scope: null,
    input: z.object({
      query: z.string().min(1).max(200).describe('A few words, in English: "reset station", "refund session"'),
      limit: z.int().min(1).max(20).default(8).describe('How many at most'),
    }),
    output: z.object({
      tools: z.array(
        z.object({ name: z.string(), title: z.string(), pack: z.string(), tier: z.string(), description: z.string() }),
      ),
    }),
    examples: [{ query: 'why did a session end' }],
    run({ query, limit }, context) {
      const usable = registry.listAllowed(context.actor).filter((tool) => isOffered(tool, context));
      const byName = new Map(usable.map((tool) => [tool.name, tool]));
      const fitting = index.search(registry.listAll(), query).flatMap((name) => byName.get(name) ?? []);
      const found = fitting.slice(0, limit);
      const tools = found.map(({ name, title, pack, tier, description }) => ({ name, title, pack, tier, description }));
      const text =
        tools.length === 0
          ? 'No tool fits these words. Try others, or fewer.'
          : `${tools.length} tools fit, the best first.`;
      return Promise.resolve({ text, data: { tools } });
    },
  });
}

/** Kept from one question to the next and brought up to date by what has changed: devices bring thousands of tools, and take them away. */
class ToolIndex {
  private readonly words = new MiniSearch<Indexed>({
    fields: ['name', 'title', 'category', 'description', 'words'],
    tokenize: (text) =>
      text
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{M}/gu, '') // with accents or without
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    searchOptions: { boost: { name: 3, title: 2, words: 2 }, prefix: true, fuzzy: 0.2 },
  });
  private known = new Map<string, RegisteredTool>();

  search(tools: readonly RegisteredTool[], query: string): string[] {
    const now = new Map(tools.map((tool) => [tool.name, tool]));
    for (const [name, tool] of this.known) if (now.get(name) !== tool) this.words.discard(name);
    this.words.addAll(tools.filter((tool) => this.known.get(tool.name) !== tool).map(indexed));
    this.known = now;
    return this.words.search(query).map(({ id }) => id as string);
  }
}

/** Of tools from outside our description says of all the same. */
function indexed({ name, title, description, category, source, searchWords: words }: RegisteredTool): Indexed {
  return { id: name, name, title, category, description: source === 'built-in' ? description : '', words };
}

export function describeTool(registry: Registry): Tool {
  return defineTool({
    name: 'describe_tool',
    title: 'Read what a tool takes',
    description:
      'Gives the whole definition of one tool: what it is for, its arguments, its answer, its tier and who has to approve it. Use it before the first call_tool of a tool that is not listed.',
    category: 'tools',
    level: 'core',
    tier: 'R0',
    scope: null,
    input: z.object({ name: z.string().min(1).max(64).describe('As search_tools returns it') }),
    output: z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      pack: z.string(),
      level: z.string(),
      category: z.string(),
      tier: z.string(),
      needs_approval: z.boolean(),
      source: z.string(),
      content_hash: z.string(),
      input_schema: z.record(z.string(), z.unknown()),
      output_schema: z.record(z.string(), z.unknown()),
      annotations: z.record(z.string(), z.boolean()),
    }),
    examples: [{ name: 'reset_charge_point' }],
    run({ name }, context) {
      const wanted = registry.get(name);
      const tool = registry.listAllowed(context.actor).find((each) => each.name === wanted?.name);
      if (tool === undefined || !isOffered(tool, context)) throw new UnknownTool(name);
      const { inputSchema, outputSchema, ...seen } = mcpToolOf(tool);
      const { pack, level, category, tier, source, contentHash } = tool;
      const data = {
        ...seen,
        pack,
        level,
        category,
        tier,
        source,
        needs_approval: needsApproval(tier),
        content_hash: contentHash,
        input_schema: inputSchema,
        output_schema: outputSchema,
      };
      return Promise.resolve({ text: `${tool.title}, of tier ${tier}.`, data });
    },
  });
}

/** Passes a call on. Policy, approval, limits and audit are those of the tool it names, and of this one. */
export function callAnyTool(registry: Registry): Tool {
  return defineTool({
    name: 'call_tool',
    title: 'Call a tool by its name',
    description:
      'Calls a tool that search_tools found, with the arguments that describe_tool shows. The same rules hold as if it were called directly: what needs a person comes back as a proposal. Call tools that are listed by themselves.',
    category: 'tools',
    level: 'core',
    tier: 'R0',
    scope: null,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    timeoutMs: 600_000,
    taskMs: longestTaskMs,
    input: z.object({
      name: z.string().min(1).max(64).describe('As search_tools returns it'),
      arguments: z.record(z.string(), z.unknown()).default({}).describe('As its input_schema says'),
    }),
    output: z.object({ tool: z.string(), text: z.string(), data: z.record(z.string(), z.unknown()) }),
    examples: [{ name: 'list_charge_points', arguments: { status: 'faulted' } }],
    subject: ({ name }) => name,
    async run({ name, arguments: given }, context) {
      if (registry.get(name)?.name === 'call_tool')
        throw new SigecError('INVALID_INPUT', 'call_tool does not call itself. Name the tool that is meant.');
      const { text, data, ...images } = await registry.execute(name, given, { ...context, isFound: true });
      return { text, data: { tool: registry.get(name)?.name ?? name, text, data }, ...images };
    },
  });
}

export function corePackOf(registry: Registry): Pack {
  return {
    name: corePack,
    within: 'sites',
    title: 'Tools',
    instructions: '',
    levels: [{ name: 'core', about: 'Always there' }],
    tools: [
      searchTools(registry),
      describeTool(registry),
      callAnyTool(registry),
      raiseLevel(registry),
      ...[listProposals, getProposal, applyProposal, cancelProposal].map((make) => make(registry)),
    ],
  };
}
