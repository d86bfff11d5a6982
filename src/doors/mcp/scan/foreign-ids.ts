import type { ScannedTool } from './definitions.ts';
import { hostileCalls } from './hostile-calls.ts';
import { type CallerNeeds, McpCaller } from './mcp-caller.ts';
import type { Shot } from './scan-mcp.ts';

type Needs = { needs: CallerNeeds; own: McpCaller; tools: readonly ScannedTool[] };

const maxIds = 20;

/**
 * Ids that a tool shows to another key and not to ours, put into every argument of that name: a name is no right. Ids that we are shown
 * elsewhere count too, since knowing of something is not the same as being told about it.
 */
export async function foreignIdCalls({ needs, own, tools }: Needs): Promise<Shot[]> {
  if (needs.key === undefined) return [];
  const other = new McpCaller(needs, own.era);
  if ((await other.open()).kind !== 'result') return [];
  const foreign = await foreignIds({ other, own, tools });
  await other.close();
  return tools.flatMap((tool) =>
    argumentsFor(tool).flatMap(({ argument, given }) =>
      foreign
        .filter(({ field }) => field === argument)
        .map(({ id }): Shot => {
          const call = {
            trick: 'foreign-id' as const,
            argument,
            payload: id,
            isForbidden: false,
            isSomebodyElses: true,
          };
          const params = { name: tool.name, arguments: { ...given, [argument]: id } };
          return { ...call, where: `tool ${tool.name}`, method: 'tools/call', params };
        }),
    ),
  );
}

/** The arguments of a tool that take an id, each with the rest of a usual call. */
function argumentsFor(tool: ScannedTool): { argument: string; given: Record<string, unknown> }[] {
  const calls = hostileCalls(tool).filter(({ trick }) => trick === 'foreign-id');
  return calls.filter(({ argument }, index) => calls.findIndex((each) => each.argument === argument) === index);
}

type Id = { field: string; id: string };

/** Of tools that can be called without arguments. */
async function foreignIds({ other, own, tools }: Omit<Needs, 'needs'> & { other: McpCaller }): Promise<Id[]> {
  const foreign: Id[] = [];
  for (const { name, inputSchema } of tools) {
    if (Array.isArray(inputSchema?.['required']) && inputSchema['required'].length > 0) continue;
    const [theirs, ours] = await Promise.all([idsShown(other, name), idsShown(own, name)]);
    const known = new Set(ours.map(({ id }) => id));
    foreign.push(...theirs.filter(({ id }) => !known.has(id)));
  }
  return foreign.slice(0, maxIds);
}

async function idsShown(caller: McpCaller, name: string): Promise<Id[]> {
  const reply = await caller.ask('tools/call', { name, arguments: {} });
  return reply.kind === 'result' ? idsIn(reply.result['structuredContent']) : [];
}

function idsIn(value: unknown): Id[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    typeof inner === 'string' && /(?:^|_)id$|Id$/.test(field) ? [{ field, id: inner }] : idsIn(inner),
  );
}
