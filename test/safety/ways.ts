import { isRecord } from '#base/json.ts';
import type { Act, Ask, Run } from './asking.ts';
import {
  type Answer,
  beginLegacy,
  callByLegacy,
  callByModern,
  callByRest,
  callBySeedPath,
  callByView,
  isSeedTool,
  type ToolDoor,
} from './doors.ts';
import { anythingButAccess, type NewLicence } from './judge.ts';
import type { CallerName, KnownProposal } from './lane.ts';
import type { Known } from './refusals.ts';
import { type Caller, isHarmless, mayCall, mayChange } from './rights.ts';
import type { Tool } from './world.ts';

export type ToolAsk = {
  tool: Pick<Tool, 'name'> & Partial<Tool>;
  given: unknown;
  by: CallerName;
  door?: ToolDoor;
  /** Of disclosure. */
  session?: string;
  isReadOnly?: boolean;
  act?: Act;
  known?: Known;
  after?(answer: Answer): void;
};

/** A call of a tool by any door that agents have. */
export function toolAsk(run: Run, ask: ToolAsk): Ask {
  const { lane, tally, random } = run;
  const { tool, given, by, act } = ask;
  const caller = lane.callers[by];
  const door = ask.door ?? doorFor(run, tool.name);
  tally.doors[door] += 1;
  const outer = door === 'inner' ? 'call_tool' : tool.name;
  // What is passed on is a call of its own, unless there is nobody to pass it on.
  const isPassedOn = door === 'inner' && !ask.isReadOnly && tool.name !== 'call_tool';
  const who = auditName(caller, door);
  const isCall = isRecord(given) && caller.isLive;
  const address = addressFor(run, ask);
  return {
    label: `${tool.name} by ${by} through ${door}`,
    caller,
    licence: harmlessLicence(run, ask, caller),
    ...(act && { act }),
    isForbidden: isFact(tool) && !mayCall(caller, tool),
    audited: isCall ? [`${who} tool:${outer}`] : [],
    auditedWithin: isCall && isPassedOn ? [`${who} tool:${tool.name}`] : [],
    known: { ...ask.known, ...(ask.isReadOnly && { isReadOnlyAddress: true }) },
    async send() {
      const { http, addresses } = lane.world;
      const call = { tool: tool.name, given, caller };
      const query = ask.session === undefined ? '' : `?session_id=${encodeURIComponent(ask.session)}`;
      switch (door) {
        case 'view':
          return callByView(http, addresses, call, query);
        case 'seed':
          return callBySeedPath(http, addresses, call);
        case 'legacy':
          return callByLegacy(http, addresses.mcp, call, await legacySession(run, caller));
        case 'inner':
          return unwrapped(
            await callByModern(http, address, {
              tool: 'call_tool',
              caller,
              given: { name: tool.name, arguments: given },
            }),
          );
        case 'modern':
          return callByModern(http, address, call, { canElicit: random.chance(0.2) });
      }
    },
    ...(ask.after && { after: ask.after }),
  };
}

function doorFor({ random }: Run, tool: string): ToolDoor {
  const dice = random.next();
  if (dice < 0.2 && isSeedTool(tool)) return 'seed';
  if (dice < 0.65) return 'view';
  return dice < 0.85 ? 'modern' : dice < 0.93 ? 'legacy' : 'inner';
}

function addressFor({ lane, random }: Run, { session, isReadOnly }: ToolAsk): string {
  const { mcp } = lane.world.addresses;
  if (isReadOnly) return `${mcp}/x/charging/readonly`;
  if (session !== undefined) return `${mcp}?session_id=${encodeURIComponent(session)}`;
  return random.chance(0.7) ? mcp : `${mcp}/x/charging`;
}

/** The trail names a key by its id, and whoever has none by the door. */
function auditName({ id }: Caller, door: ToolDoor): string {
  return id ?? `anonymous:${door === 'view' || door === 'seed' ? 'tools' : 'mcp'}`;
}

/** R1 asks stations what harms nobody, and is written down; nothing else of a tool has an effect by itself. */
function harmlessLicence({ lane }: Run, { tool, given }: ToolAsk, caller: Caller): NewLicence | undefined {
  if (!isFact(tool) || tool.tier !== 'R1' || !mayCall(caller, tool)) return undefined;
  return {
    why: `a call of ${tool.name}`,
    kind: 'harmless',
    by: caller,
    stations: lane.stationsIn(given),
    covers: isHarmless,
    writes: (table) => table === 'command' || table.endsWith('_request') || table.startsWith('log_'),
  };
}

function isFact(tool: ToolAsk['tool']): tool is Tool {
  return tool.tier !== undefined;
}

async function legacySession({ lane }: Run, caller: Caller): Promise<string | undefined> {
  const { http, addresses } = lane.world;
  if (!lane.legacy.has(caller)) lane.legacy.set(caller, await beginLegacy(http, addresses.mcp, caller));
  const session = lane.legacy.get(caller);
  if (session === undefined && caller.isLive) throw new Error(`${lane.nameOf(caller)} was given no session.`);
  return session;
}

function unwrapped(answer: Answer): Answer {
  const { data, text } = answer.data as { data?: Record<string, unknown>; text?: string };
  return { ...answer, data: data ?? answer.data, text: text ?? answer.text };
}

export type RestAsk = {
  method?: 'POST' | 'DELETE' | 'PUT';
  path: string;
  body?: unknown;
  by: CallerName;
  least: 'operator' | 'administrator';
  scope: string;
  /** Messages that it may send. */
  sends?: readonly string[];
  writes?(table: string): boolean;
  after?(answer: Answer): void;
};

/** A change asked for over REST, where people and programs need nobody's approval. */
export function restAsk({ lane, tally }: Run, ask: RestAsk): Ask {
  const { method = 'POST', path, body, by, least, scope, sends = [], writes } = ask;
  const caller = lane.callers[by];
  const isRight = mayChange(caller, least, scope);
  tally.doors.rest += 1;
  return {
    label: `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')} by ${by}`,
    caller,
    isForbidden: !isRight,
    audited: isRight ? [] : refusedOverRest(caller),
    licence: isRight
      ? {
          why: `${method} ${path}`,
          kind: 'direct',
          by: caller,
          stations: new Set(lane.stations.map(({ stationId }) => stationId).filter((id) => path.includes(`/${id}/`))),
          covers: (action) => sends.includes(action) || isHarmless(action),
          maxPerStation: 1,
          writes: writes ?? anythingButAccess,
        }
      : undefined,
    send: () => callByRest(lane.world.http, lane.world.addresses, { method, path, body, caller }),
    ...(ask.after && { after: ask.after }),
  };
}

/** Those whom we know are written down when they are refused; strangers are not. */
function refusedOverRest({ id, isLive }: Caller): string[] {
  return id !== undefined && isLive ? [`${id} rest:refused`] : [];
}

type Decided = {
  kind: Exclude<Act['kind'], 'cancel'>;
  proposal: KnownProposal;
  by: CallerName;
  /** Whether it names another hash than the one that was shown; undefined: now and then. */
  isMistaken?: boolean;
};

/** What somebody decides about a proposal over REST, from the console's, the terminal's or a program's door. */
export function decision({ lane, tally, random }: Run, { kind, proposal, by, ...more }: Decided): Ask {
  const caller = lane.callers[by];
  const act = kind === 'approve-apply' ? 'approve' : kind;
  const path = `/api/proposals/${encodeURIComponent(proposal.id)}/${act}`;
  const isMistaken = act === 'approve' && (more.isMistaken ?? random.chance(0.05));
  const hash = isMistaken ? { hash: 'f'.repeat(64) } : {};
  const body =
    kind === 'deny' ? { why: `L${lane.index}-no` } : { ...hash, ...(kind === 'approve-apply' && { apply: true }) };
  tally.doors.proposals += 1;
  const isKnown = !proposal.isMadeUp;
  const isAccepted = mayChange(caller, 'operator', 'proposals:decide');
  const step = isKnown ? [`${caller.id} proposal:${act}`] : [];
  return {
    label: `${kind} of ${proposal.tool.name} by ${by}`,
    caller,
    audited: isAccepted ? step : refusedOverRest(caller),
    act: { kind, proposal, isMistaken, isOverRest: true },
    known: { proposal: isKnown ? 'foreign' : 'unknown' },
    send: () =>
      callByRest(lane.world.http, lane.world.addresses, {
        path,
        body,
        caller,
        ...(random.chance(0.3) && { headers: { 'x-sigec-door': 'terminal' } }),
      }),
  };
}

/** The tools of proposals, by any door of agents. */
export function proposalAsk(
  run: Run,
  { kind, proposal, by }: { kind: 'apply' | 'cancel'; proposal: KnownProposal; by: CallerName },
): Ask {
  const caller = run.lane.callers[by];
  const isOwn = caller === proposal.by || caller === proposal.approvedBy;
  const isKnown = !proposal.isMadeUp;
  return toolAsk(run, {
    tool: { name: `${kind}_proposal` },
    given: { proposal_id: proposal.id },
    by,
    act: { kind, proposal },
    known: { proposal: !isKnown ? 'unknown' : isOwn ? 'own' : 'foreign' },
  });
}

export const pickTool = ({ lane, random }: Pick<Run, 'lane' | 'random'>, isWanted: (tool: Tool) => boolean): Tool =>
  random.pick(lane.world.tools.filter(isWanted));
