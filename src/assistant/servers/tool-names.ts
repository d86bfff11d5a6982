import { createHash } from 'node:crypto';
import type { AgentTool } from './agent-tool.ts';

/** What every provider takes. */
const maxCharacters = 64;

/**
 * Names for models. A tool of our own system keeps its name, by which prompts speak of it. A foreign one has its server in front of it, always: so
 * it can stand in nobody's place, and is called the same when another server comes.
 */
export function withNames(tools: readonly Omit<AgentTool, 'name'>[]): AgentTool[] {
  const taken = new Set<string>();
  const ownFirst = tools.toSorted((one, other) => Number(one.isForeign) - Number(other.isForeign));
  const named = new Map(
    ownFirst.map((tool) => {
      const plain = fit(tool.isForeign ? `${tool.server}__${tool.tool}` : tool.tool);
      const name = taken.has(plain) ? marked(`${tool.server}__${tool.tool}`, `${tool.server}/${tool.tool}`) : plain;
      taken.add(name);
      return [tool, { ...tool, name }];
    }),
  );
  return tools.flatMap((tool) => named.get(tool) ?? []);
}

function fit(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '_');
  return plain.length <= maxCharacters && plain !== '' ? plain : marked(plain, name);
}

/** What would be too long, or the same as another, ends with a few characters of its hash. */
function marked(name: string, whole: string): string {
  const mark = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  return `${name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxCharacters - mark.length - 1)}_${mark}`;
}
