import MiniSearch from 'minisearch';
import { z } from 'zod';
import { isOffered } from '../address.ts';
import type { RegisteredTool, Registry } from '../registry.ts';
import { defineTool, type Tool } from '../tool.ts';

type Indexed = { id: string; name: string; title: string; description: string; category: string };

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
    fields: ['name', 'title', 'category', 'description'],
    tokenize: (text) =>
      text
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    searchOptions: { boost: { name: 3, title: 2 }, prefix: true, fuzzy: 0.2 },
  });
  private known = new Map<string, RegisteredTool>();

  /** The names of those that fit, the best first. */
  search(tools: readonly RegisteredTool[], query: string): string[] {
    const now = new Map(tools.map((tool) => [tool.name, tool]));
    for (const [name, tool] of this.known) if (now.get(name) !== tool) this.words.discard(name);
    this.words.addAll(tools.filter((tool) => this.known.get(tool.name) !== tool).map(indexed));
    this.known = now;
    return this.words.search(query).map(({ id }) => id as string);
  }
}

/** Of tools from outside our description says of all the same. */
function indexed({ name, title, description, category, source }: RegisteredTool): Indexed {
  return { id: name, name, title, category, description: source === 'built-in' ? description : '' };
}
