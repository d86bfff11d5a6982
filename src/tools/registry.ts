import type { Ledger } from '#ledger/ledger-types.ts';
import type { Log } from '#log.ts';
import { type CallContext, callTool } from './call-tool.ts';
import type { Pack } from './pack.ts';
import { type May, mayUse } from './policy.ts';
import { type McpTool, mcpToolOf, type Tool, type ToolAnswer } from './tool.ts';
import { toolProblems } from './tool-problems.ts';

export type RegisteredTool = Tool & { pack: string };

export type Registry = {
  addPack(pack: Pack): void;
  packs(): readonly Pack[];

  /** Adds one tool to a pack that is there; throws when its name is taken or it would not work with every agent. */
  register(tool: Tool, packName: string): void;
  unregister(name: string): boolean;
  /** By its name or an alias. */
  get(name: string): RegisteredTool | undefined;
  /** Ordered by name, so that an agent's prompt stays the same from one listing to the next. */
  listAll(): RegisteredTool[];
  listByCategory(category: string): RegisteredTool[];
  categories(): string[];
  /** What an address shows to a caller: of one pack everything, else the first level of each; always within policy. */
  listFor(caller: Pick<CallContext, 'actor' | 'pack'>): RegisteredTool[];

  /** Checks, runs and audits a call. What it throws is always a SigecError. */
  execute(name: string, given: unknown, context: CallContext): Promise<ToolAnswer>;
  toMcpFormat(tools?: readonly Tool[]): McpTool[];

  /** Ends calls that are under way and waits until each is written down; after the doors, before the ledger. */
  close(): Promise<void>;
};

export type RegistryNeeds = { ledger: Pick<Ledger, 'commit'>; may: May; log: Log };

export function createRegistry(needs: RegistryNeeds): Registry {
  const packs = new Map<string, Pack>();
  const tools = new Map<string, RegisteredTool>();
  const names = new Map<string, RegisteredTool>(); // every name and alias
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();

  function register(tool: Tool, packName: string): void {
    const pack = packs.get(packName);
    if (pack === undefined) throw new Error(`Tool ${tool.name} belongs to the pack ${packName}, which is not there.`);
    const problems = toolProblems(tool, pack);
    if (problems.length > 0) throw new Error(`Tool ${tool.name}: ${problems.join('; ')}.`);
    const taken = [tool.name, ...tool.aliases].find((name) => names.has(name));
    if (taken !== undefined) throw new Error(`The tool name ${taken} is taken twice.`);
    const registered = { ...tool, pack: packName };
    tools.set(tool.name, registered);
    for (const name of [tool.name, ...tool.aliases]) names.set(name, registered);
  }

  function listAll(): RegisteredTool[] {
    return [...tools.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  async function execute(name: string, given: unknown, context: CallContext): Promise<ToolAnswer> {
    const signal = AbortSignal.any([context.signal, closing.signal]);
    const call = callTool(
      { ...needs, tool: names.get(name) },
      { name, given: given ?? {}, context: { ...context, signal } },
    );
    underWay.add(call);
    try {
      return await call;
    } finally {
      underWay.delete(call);
    }
  }

  return {
    addPack(pack) {
      if (packs.has(pack.name)) throw new Error(`The pack ${pack.name} is there twice.`);
      packs.set(pack.name, pack);
      for (const tool of pack.tools) register(tool, pack.name);
    },
    packs: () => [...packs.values()],
    register,
    unregister(name) {
      const tool = tools.get(name);
      for (const known of tool === undefined ? [] : [tool.name, ...tool.aliases]) names.delete(known);
      return tools.delete(name);
    },
    get: (name) => names.get(name),
    listAll,
    listByCategory: (category) => listAll().filter((tool) => tool.category === category),
    categories: () => [...new Set(listAll().map(({ category }) => category))].toSorted(),
    listFor: ({ actor, pack }) =>
      listAll()
        .filter((tool) =>
          pack === undefined ? tool.level === packs.get(tool.pack)?.levels[0].name : tool.pack === pack,
        )
        .filter((tool) => mayUse(needs.may, actor.principal, tool).isAllowed),
    execute,
    toMcpFormat: (some = listAll()) => some.map(mcpToolOf),
    async close() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}
