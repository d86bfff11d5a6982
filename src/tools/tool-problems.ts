import type { Pack } from './pack.ts';
import { needsApproval } from './tier.ts';
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
    ...(tool.tier !== 'R0' && tool.annotations.readOnlyHint ? ['its annotations say that it only reads'] : []),
    ...(needsApproval(tool.tier) && !tool.annotations.destructiveHint
      ? ['its annotations say that it destroys nothing']
      : []),
    ...[tool.inputSchema, tool.outputSchema].flatMap((schema) =>
      ['anyOf', 'oneOf', 'allOf'].filter((word) => word in schema).map((word) => `a schema has ${word} at its top`),
    ),
    ...Object.entries(tool.inputSchema.properties)
      .filter(([, schema]) => typeof schema['description'] !== 'string')
      .map(([field]) => `the argument ${field} is not described`),
  ];
}

/** About how many tokens a tool's whole definition is: four characters of JSON make one. */
export function tokenEstimate(tool: Tool): number {
  return tokensOf(mcpToolOf(tool));
}

/** Of these a model pays for name, description and arguments: the shape of the answer and the hints stay with its host. */
export function promptEstimate({ name, description, inputSchema }: Tool): number {
  return tokensOf({ name, description, inputSchema });
}

function tokensOf(definition: object): number {
  return Math.ceil(JSON.stringify(definition).length / 4);
}
