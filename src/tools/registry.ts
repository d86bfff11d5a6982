import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { OtherNodes } from '#base/other-nodes.ts';
import { RateLimiter } from '#base/rate-limiter.ts';
import { CallLimit } from '#ledger/audit/call-limit.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { FairReads } from '#principals/fair-reads.ts';
import { type Need, reachOf } from '#principals/may.ts';
import { actWithin } from '#principals/reach.ts';
import { corePack, isOffered } from './address.ts';
import { type CallFacts, callAudit } from './call-audit.ts';
import { callTool } from './call-tool.ts';
import type { CallContext } from './context.ts';
import { corePackOf, raiseLevelName } from './core/tool-tools.ts';
import { forgetExpired } from './disclosure/disclosure-store.ts';
import { type Disclosure, firstLevel, openDisclosure } from './disclosure/open-disclosure.ts';
import { forgetAnswers } from './once.ts';
import type { Pack } from './pack.ts';
import { type Approvals, type May, mayUse, needOf } from './policy.ts';
import { openPrompts, type Prompts } from './prompts.ts';
import { Proposals } from './proposals/proposals.ts';
import { openResources, type Resources, uriTemplate } from './read-resource.ts';
import { runStanding, type Standing } from './run-standing.ts';
import { AgentSessions } from './sessions/agent-sessions.ts';
import { type McpTool, mcpToolOf, type Tool, type ToolAnswer } from './tool.ts';
import { toolProblems } from './tool-problems.ts';

/** A list that agents see is no longer what it was: for everybody, or for one session. */
export type Change = { kind: 'tools' | 'resources' | 'prompts'; sessionId?: string };

/** Tells the doors when to say that a list has changed. Within this process; what concerns one session, its door tells the other nodes. */
class Changes {
  private readonly listeners = new Set<(change: Change) => void>();

  publish(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  /** Returns what ends it. Listeners must not throw. */
  subscribe(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

export type RegisteredTool = Tool & { pack: string; within?: Pack['within'] };

/** What an address shows: all of one pack or the first levels of all, and what a session has reached. */
export type Listing = Pick<CallContext, 'actor' | 'pack' | 'isReadOnly' | 'sessionId'>;

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
  /** What this caller may use at all, wherever it is shown. */
  listAllowed(actor: Actor): RegisteredTool[];
  /** What an address shows to a caller; always within policy. */
  listFor(listing: Listing): Promise<RegisteredTool[]>;

  /** Checks, runs and audits a call. What it throws is always a SigecError. */
  execute(name: string, given: unknown, context: CallContext): Promise<ToolAnswer>;
  /** Writes down a call that its door has ended before it was run; it counts like any other. */
  note(name: string, given: unknown, context: CallContext, ended: Pick<CallFacts, 'did' | 'error'>): Promise<void>;
  /** Carries out an approved proposal. */
  apply(proposalId: string, context: CallContext): Promise<ToolAnswer>;
  /** Runs a tool that a standing approval covers, which whoever calls has checked. */
  runStanding(name: string, given: unknown, context: CallContext, standing: Standing): Promise<ToolAnswer>;
  toMcpFormat(tools?: readonly Tool[]): McpTool[];

  readonly resources: Resources;
  readonly prompts: Prompts;
  /** When a list is no longer what it was. */
  readonly changes: Changes;

  readonly proposals: Proposals;
  readonly disclosure: Disclosure;
  /** Which sessions of agents there are, over all nodes. */
  readonly sessions: AgentSessions;

  /** Ends calls that are under way and waits until each is written down; after the doors, before the ledger. */
  close(): Promise<void>;
};

export type RegistryNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  may: May;
  clock: Clock;
  log: Log;
  /** Seals the arguments of what waits for approval. */
  installationKey: Buffer;
  /** Whether a person may approve what their own assistant proposed; absent: they may. */
  approvals?: Approvals | undefined;
  /** Reading by turns, together with what the other doors read; absent: among the callers of tools alone. */
  reads?: FairReads;
  /** How many calls and readings one principal may make in a minute, of whatever tools and whatever comes of them. */
  callsPerMinute: number;
  /** Nodes that count calls together; absent: there are none. */
  others?: OtherNodes | undefined;
};

const keepAnswersMs = 24 * 3_600_000;
/** Longer than a door leaves a session idle. */
const keepSessionsMs = 6 * 3_600_000;

export function createRegistry(needs: RegistryNeeds): Registry {
  const { pool, clock, may } = needs;
  const packs = new Map<string, Pack>();
  const tools = new Map<string, RegisteredTool>();
  const names = new Map<string, RegisteredTool>(); // every name and alias
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const limiter = new RateLimiter(clock, { ...(needs.others && { others: needs.others }), subject: 'tool-calls' });
  const calls = new CallLimit({
    ledger: needs.ledger,
    clock,
    log: needs.log,
    perMinute: needs.callsPerMinute,
    others: needs.others,
    action: 'tools:too-many',
    details: ({ refused }) => ({ error: 'TOO_MANY_REQUESTS', refused, perMinute: needs.callsPerMinute }),
  });
  const sessions = new AgentSessions(pool);
  const proposals = new Proposals({ ...needs, admit, toolNamed: (name) => tools.get(name) });
  const changes = new Changes();
  const disclosure = openDisclosure({
    pool,
    clock,
    onChange: (sessionId) => changes.publish({ kind: 'tools', sessionId }),
    packs: () => registry.packs(),
    toolsOf: (pack, actor) => registry.listAllowed(actor).filter((tool) => tool.pack === pack),
  });
  const forgetting = every({
    task: 'forget old answers and sessions of tools',
    everyMs: 3_600_000,
    log: needs.log,
    async run() {
      const now = clock.now();
      await forgetAnswers(pool, new Date(now.getTime() - keepAnswersMs));
      await forgetExpired(pool, now);
      await sessions.forgetIdle(keepSessionsMs);
    },
  });

  function register(tool: Tool, packName: string): void {
    const pack = packs.get(packName);
    if (pack === undefined) throw new Error(`Tool ${tool.name} belongs to the pack ${packName}, which is not there.`);
    const problems = toolProblems(tool, pack);
    if (problems.length > 0) throw new Error(`Tool ${tool.name}: ${problems.join('; ')}.`);
    const own = [tool.name, ...tool.aliases];
    const taken = own.find((name, index) => names.has(name) || own.indexOf(name) !== index);
    if (taken !== undefined) throw new Error(`The tool name ${taken} is taken twice.`);
    const registered = { ...tool, pack: packName, ...(pack.within !== undefined && { within: pack.within }) };
    tools.set(tool.name, registered);
    for (const name of [tool.name, ...tool.aliases]) names.set(name, registered);
    changes.publish({ kind: 'tools' });
  }

  function listAll(): RegisteredTool[] {
    return [...tools.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Before anything else, since whatever follows is written into the audit; what is beyond it has no entry of its own. */
  function admit(actor: Actor): void {
    const retryAfterSeconds = calls.count({ principal: actorName(actor), door: actor.door });
    if (retryAfterSeconds === undefined) return;
    const sentence = `No more than ${needs.callsPerMinute} calls are answered in a minute. Try again in ${retryAfterSeconds} seconds.`;
    throw new SigecError('TOO_MANY_REQUESTS', sentence, { details: { retryAfterSeconds } });
  }

  /** One call or reading, which ends when we do. */
  async function counted<Result>(
    context: CallContext,
    work: (context: CallContext) => Promise<Result>,
    need: Pick<Need, 'access' | 'scope'> = { access: 'read' },
  ): Promise<Result> {
    admit(context.actor);
    const patient = { ...context, signal: AbortSignal.any([context.signal, closing.signal]) };
    const call = actWithin(reachOf(context.actor.principal, need), () => work(patient));
    underWay.add(call);
    try {
      return await call;
    } finally {
      underWay.delete(call);
    }
  }

  /** The level up to which the tools of each pack are shown; a session is asked for once, however many tools there are. */
  async function reachedIn(pack: Pack, { actor, pack: only, sessionId }: Listing): Promise<(tool: Tool) => boolean> {
    const isEssential = ({ name }: Tool) => only !== undefined || (pack.essentials?.includes(name) ?? true);
    const [{ name: first }] = pack.levels;
    if (sessionId !== undefined) {
      const context = await disclosure.contextOf(pack.name, { sessionId, actor });
      const isListed = (tool: Tool) =>
        context.level !== first || context.unlocked.includes(tool.name) || isEssential(tool);
      return (tool) => disclosure.canAccess({ ...tool, pack: pack.name }, context) && isListed(tool);
    }
    if (only !== undefined) return () => true;
    const reached = pack.levels.indexOf(firstLevel(pack, actor));
    return (tool) =>
      pack.levels.findIndex(({ name }) => name === tool.level) <= reached && (reached > 0 || isEssential(tool));
  }

  /** A list that a model can still read: of a pack's tools from outside all, or none. */
  function withoutCrowds(shown: readonly RegisteredTool[]): RegisteredTool[] {
    const foreign = shown.filter(({ source }) => source !== 'built-in');
    const crowded = [...packs.values()].filter(
      ({ name, maxForeignListed = Infinity }) => foreign.filter(({ pack }) => pack === name).length > maxForeignListed,
    );
    return shown.filter(({ source, pack }) => source === 'built-in' || crowded.every(({ name }) => name !== pack));
  }

  const reads = needs.reads ?? new FairReads();
  const shared = { ...needs, reads, limiter, packs: () => [...packs.values()] };
  const resources = openResources(shared);
  const prompts = openPrompts({
    ...shared,
    mayUseSomeOf: (pack, { actor }) => registry.listAllowed(actor).some((tool) => tool.pack === pack),
  });

  const registry: Registry = {
    proposals,
    disclosure,
    sessions,
    changes,
    resources: {
      ...resources,
      changedBy: (event) => actWithin('whole', () => resources.changedBy(event)), // for all who listen, each told of what they may read
      isReadable: (uri, context) => counted(context, (inner) => resources.isReadable(uri, inner)),
      list: (after, context) => counted(context, (inner) => resources.list(after, inner)),
      read: (uri, context) => counted(context, (inner) => resources.read(uri, inner)),
      complete: (template, asked, context) => counted(context, (inner) => resources.complete(template, asked, inner)),
    },
    prompts: {
      ...prompts,
      render: (name, given, context) => counted(context, (inner) => prompts.render(name, given, inner)),
      complete: (name, asked, context) => counted(context, (inner) => prompts.complete(name, asked, inner)),
    },
    addPack(pack) {
      if (packs.has(pack.name)) throw new Error(`The pack ${pack.name} is there twice.`);
      for (const { uriTemplate: template } of pack.resources ?? []) uriTemplate(template); // throws when it is none
      packs.set(pack.name, pack);
      for (const tool of pack.tools) register(tool, pack.name);
      changes.publish({ kind: 'resources' });
      changes.publish({ kind: 'prompts' });
    },
    packs: () => [...packs.values()].filter(({ name }) => name !== corePack),
    register,
    unregister(name) {
      const tool = tools.get(name);
      for (const known of tool === undefined ? [] : [tool.name, ...tool.aliases]) names.delete(known);
      const wasThere = tools.delete(name);
      if (wasThere) changes.publish({ kind: 'tools' });
      return wasThere;
    },
    get: (name) => names.get(name),
    listAll,
    listByCategory: (category) => listAll().filter((tool) => tool.category === category),
    categories: () => [...new Set(listAll().map(({ category }) => category))].toSorted(),
    listAllowed: (actor) => listAll().filter((tool) => mayUse(may, actor.principal, tool).isAllowed),
    async listFor(listing) {
      const offered = registry.listAllowed(listing.actor).filter((tool) => isOffered(tool, listing));
      const reached = new Map<string, (tool: Tool) => boolean>([
        [corePack, ({ name }) => name !== raiseLevelName || listing.sessionId !== undefined],
      ]);
      for (const pack of registry.packs())
        if (offered.some((tool) => tool.pack === pack.name)) reached.set(pack.name, await reachedIn(pack, listing));
      return withoutCrowds(offered.filter((tool) => reached.get(tool.pack)?.(tool)));
    },
    execute: (name, given, context) =>
      counted(
        context,
        (inner) =>
          callTool(
            { ...needs, reads, limiter, proposals, disclosure, tool: names.get(name) },
            { name, given: given ?? {}, context: inner },
          ),
        needOf(names.get(name)),
      ),
    note: (name, given, context, ended) =>
      counted(context, async ({ actor }) => {
        const facts = { actor, tool: names.get(name), name, given: given ?? {}, subject: null, ...ended };
        await needs.ledger.commit({ audit: [callAudit(facts)] });
      }),
    apply: (id, context) => counted(context, (inner) => proposals.apply(id, inner), { access: 'operate' }),
    runStanding: (name, given, context, standing) =>
      counted(
        context,
        (inner) =>
          runStanding(
            { ...needs, limiter, tool: names.get(name) },
            { name, given: given ?? {}, context: inner, standing },
          ),
        needOf(names.get(name)),
      ),
    toMcpFormat: (some = listAll()) => some.map(mcpToolOf),
    async close() {
      await forgetting.close();
      closing.abort();
      await Promise.allSettled(underWay);
      await proposals.close();
      await calls.close();
    },
  };
  registry.addPack(corePackOf(registry));
  return registry;
}
