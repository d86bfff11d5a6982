import { randomUUID } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import type { Actor } from '#principals/actor.ts';
import { UnknownTool } from '#tools/call-tool.ts';
import type { DisclosureContext } from '#tools/disclosure/open-disclosure.ts';
import type { RegisteredTool, Registry } from '#tools/registry.ts';
import type { PackChoice } from './pack-choice.ts';
import type { Route, ViewRequest } from './route.ts';

type Needs = { registry: Registry; packs: PackChoice };

/** What a session is shown of a pack, and how it comes to see more. A session begins when it is first named. */
export function sessionRoutes({ registry, packs }: Needs): Route[] {
  const { disclosure } = registry;
  const contextOf = ({ part: sessionId, query, actor }: ViewRequest) =>
    disclosure.contextOf(packs.forSession(query), { sessionId, actor });
  return [
    {
      method: 'POST',
      path: '/mcp/sessions',
      async handle(asked) {
        const context = await contextOf({ ...asked, part: randomUUID() });
        return { status: 201, body: shown(registry, context, asked.actor) };
      },
    },
    {
      method: 'GET',
      path: '/mcp/sessions/{id}/context',
      async handle(asked) {
        return { status: 200, body: shown(registry, await contextOf(asked), asked.actor) };
      },
    },
    {
      method: 'POST',
      path: '/mcp/sessions/{id}/upgrade',
      async handle(asked) {
        const level = await wordIn(asked, 'level');
        const { part: sessionId, actor } = asked;
        const { context, newTools } = await disclosure.upgrade(packs.forSession(asked.query), level, {
          sessionId,
          actor,
        });
        const { pack, level: reached } = context;
        return { status: 200, body: { session_id: sessionId, pack, new_level: reached, new_tools: newTools } };
      },
    },
    {
      method: 'POST',
      path: '/mcp/sessions/{id}/unlock',
      async handle(asked) {
        const tool = allowedTool(registry, await wordIn(asked, 'tool'), asked);
        const { part: sessionId, actor } = asked;
        const only = packs.ifNamed(asked.query);
        if (only !== undefined && tool.pack !== only) throw new UnknownTool(tool.name);
        return { status: 200, body: shown(registry, await disclosure.unlock(tool, { sessionId, actor }), actor) };
      },
    },
    {
      method: 'DELETE',
      path: '/mcp/sessions/{id}',
      async handle(asked) {
        const within = { sessionId: asked.part, actor: asked.actor };
        if (!(await disclosure.clear(within))) {
          await contextOf(asked); // refuses what is another principal's; what nobody had is begun,
          await disclosure.clear(within); // and gone again: to forget twice is no fault
        }
        return { status: 200, body: { session_id: asked.part, cleared: true } };
      },
    },
  ];
}

function shown(registry: Registry, context: DisclosureContext, actor: Actor): object {
  const { sessionId, pack, level, unlocked, interactions, expiresAt } = context;
  const available = registry
    .listAllowed(actor)
    .filter((tool) => tool.pack === pack && registry.disclosure.canAccess(tool, context));
  return {
    session_id: sessionId,
    pack,
    current_level: level,
    unlocked_tools: unlocked,
    interaction_count: interactions,
    available_tools: available.map(({ name }) => name),
    expires_at: expiresAt,
  };
}

/** What a key may not use cannot be unlocked for it, and is not confirmed to be there. */
function allowedTool(registry: Registry, named: string, { actor }: ViewRequest): RegisteredTool {
  const wanted = registry.get(named);
  const tool = registry.listAllowed(actor).find(({ name }) => name === wanted?.name);
  if (tool === undefined) throw new UnknownTool(named);
  return tool;
}

async function wordIn(asked: ViewRequest, field: 'level' | 'tool'): Promise<string> {
  const { [field]: word, ...more } = await asked.body();
  if (typeof word === 'string' && word !== '' && word.length <= 64 && Object.keys(more).length === 0) return word;
  throw new SigecError('INVALID_INPUT', `The body takes one field, ${field}: a text of 1 to 64 characters.`, {
    details: { field },
  });
}
