import type { Pack } from './pack.ts';
import { mcpToolOf, type Tool } from './tool.ts';

// What every model provider accepts; MCP itself would also allow dots.
const validName = /^[A-Za-z0-9_-]{1,64}$/;

/** What keeps a tool from working with every agent; a registry refuses a tool that has any. */
export function toolProblems(tool: Tool, { levels }: Pick<Pack, 'levels'>): string[] {
  const names = [tool.name, ...tool.aliases];
  return [
    ...names
      .filter((name) => !validName.test(name))
      .map((name) => `the name ${name} does not match ${validName.source}`),
    ...(tool.title.trim() === '' ? ['the title is missing'] : []),
    ...(tool.description.trim().length < 40 ? ['the description does not say when to use it and what comes back'] : []),
    ...(levels.some(({ name }) => name === tool.level) ? [] : [`the level ${tool.level} is none of its pack`]),
    ...[tool.inputSchema, tool.outputSchema].flatMap((schema) =>
      ['anyOf', 'oneOf', 'allOf'].filter((word) => word in schema).map((word) => `a schema has ${word} at its top`),
    ),
    ...Object.entries(tool.inputSchema.properties)
      .filter(([, schema]) => typeof schema['description'] !== 'string')
      .map(([field]) => `the argument ${field} is not described`),
  ];
}

/** About how many tokens a model pays for reading the tool's definition: four characters of JSON make one. */
export function tokenEstimate(tool: Tool): number {
  return Math.ceil(JSON.stringify(mcpToolOf(tool)).length / 4);
}
