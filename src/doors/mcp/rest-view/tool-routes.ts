import { SigecError } from '#base/errors.ts';
import { isRecord } from '#base/json.ts';
import type { JsonAnswer } from '#doors/http-server/send-json.ts';
import { UnknownTool } from '#tools/call-tool.ts';
import { raiseLevelName } from '#tools/core/tool-tools.ts';
import type { RegisteredTool, Registry } from '#tools/registry.ts';
import { needsApproval } from '#tools/tier.ts';
import { WrongArguments } from './answer.ts';
import type { PackChoice } from './pack-choice.ts';
import { queryArguments } from './query-arguments.ts';
import { oneOf, type Route, type ViewRequest } from './route.ts';

type Needs = { registry: Registry; packs: PackChoice };

export function toolRoutes({ registry, packs }: Needs): Route[] {
  return [
    {
      method: 'GET',
      path: '/mcp/tools',
      async handle({ actor, query }) {
        const sessionId = oneOf(query, 'session_id');
        const tools = registry.toMcpFormat(await listed(sessionId, query, actor));
        return { status: 200, body: { tools, count: tools.length } };
      },
    },
    {
      method: 'POST',
      path: '/mcp/tools/{name}/call',
      isCall: true,
      async handle(asked) {
        const { arguments: given = {}, ...more } = await asked.body();
        const [unknown] = Object.keys(more);
        if (unknown !== undefined || !isRecord(given))
          throw new WrongArguments(
            new SigecError('INVALID_INPUT', 'The body takes one field, arguments, which is an object.'),
          );
        const scope = { sessionId: oneOf(asked.query, 'session_id'), pack: packs.ifNamed(asked.query) };
        return execute(registry, asked.part, given, { ...asked, ...scope });
      },
    },
  ];

  /** Within a session: what it has reached of one pack. Without: all that this key may use, of one pack or of all. */
  async function listed(
    sessionId: string | undefined,
    query: URLSearchParams,
    actor: ViewRequest['actor'],
  ): Promise<RegisteredTool[]> {
    const allowed = registry.listAllowed(actor);
    if (sessionId === undefined) {
      const only = packs.ifNamed(query);
      return allowed.filter(({ name, pack }) => (only === undefined ? name !== raiseLevelName : pack === only));
    }
    const wanted = await packs.forSession(query, { sessionId, actor });
    const context = await registry.disclosure.contextOf(wanted, { sessionId, actor });
    return allowed.filter((tool) => tool.pack === context.pack && registry.disclosure.canAccess(tool, context));
  }
}

/** The seed's own addresses of its tools. */
export function seedRoutes(registry: Registry): Route[] {
  return seedPaths.map(({ method, tool, pathArgument }) => ({
    method,
    path: pathArgument === undefined ? `/${tool}` : `/${tool}/{${pathArgument}}`,
    isCall: true,
    async handle(asked) {
      const given = method === 'POST' ? await asked.body() : readArguments(registry, tool, asked.query);
      const fromPath = pathArgument === undefined ? {} : { [pathArgument]: asked.part };
      return execute(registry, tool, { ...given, ...fromPath }, asked);
    },
  }));
}

function readArguments(registry: Registry, name: string, query: URLSearchParams): Record<string, unknown> {
  const tool = registry.get(name);
  if (tool === undefined) throw new UnknownTool(name);
  return queryArguments(query, tool.inputSchema);
}

type Calling = Pick<ViewRequest, 'actor' | 'signal'> & { sessionId?: string | undefined; pack?: string | undefined };

/** 202: it waits for a person, and `data` says which proposal it became. */
async function execute(
  registry: Registry,
  name: string,
  given: Record<string, unknown>,
  { actor, signal, sessionId, pack }: Calling,
): Promise<JsonAnswer> {
  try {
    const { data, images } = await registry.execute(name, given, { actor, signal, sessionId, pack });
    const tool = registry.get(name);
    const waits = tool !== undefined && needsApproval(tool.tier) && data['status'] === 'proposed';
    return { status: waits ? 202 : 200, body: { success: true, data, ...(images && { images }) } };
  } catch (thrown) {
    throw thrown instanceof SigecError && thrown.code === 'INVALID_INPUT' ? new WrongArguments(thrown) : thrown;
  }
}

/**
 * The tools under the addresses that they had in the first draft of the product. Reading takes its arguments from the path and the query,
 * acting from the body.
 */
const seedPaths: readonly { method: 'GET' | 'POST'; tool: string; pathArgument?: string }[] = [
  { method: 'POST', tool: 'reset_charge_point' },
  { method: 'POST', tool: 'update_charge_point_configuration' },
  { method: 'POST', tool: 'start_ocpp_transaction' },
  { method: 'POST', tool: 'stop_ocpp_transaction' },
  { method: 'POST', tool: 'set_connector_status' },
  { method: 'GET', tool: 'get_charge_point_status', pathArgument: 'charge_point_id' },
  { method: 'GET', tool: 'list_charge_points' },
  { method: 'GET', tool: 'list_connectors_by_status' },
  { method: 'GET', tool: 'get_transaction_details', pathArgument: 'transaction_id' },
];
