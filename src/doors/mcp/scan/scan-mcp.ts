import type { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { checkDefinitions } from './check-definitions.ts';
import {
  type Offer,
  type ScannedTool,
  scannedPrompt,
  scannedResource,
  scannedTemplate,
  scannedTool,
} from './definitions.ts';
import { type Finding, found, once } from './finding.ts';
import { foreignIdCalls } from './foreign-ids.ts';
import { type HostileCall, hostileCalls } from './hostile-calls.ts';
import { canary, foreignIds, hostileTexts } from './hostile-values.ts';
import { judgeReply } from './judge-reply.ts';
import { type Era, McpCaller, type Reply } from './mcp-caller.ts';
import { otherDoors } from './other-doors.ts';

export type ScanNeeds = {
  address: string;
  key?: string | undefined;
  /** Somebody else's key: what only that one may see must stay hidden from ours. */
  otherKey?: string | undefined;
  /** Also call tools that do not say that they only read. */
  isAll?: boolean;
  timeoutMs?: number;
  /** Of one tool, so that a scan of a large server ends. Where there would be more, they are chosen evenly. */
  maxCalls?: number;
  onProgress?(done: number, ofCalls: number): void;
  /** Ends the calls early; what was found until then is told. */
  signal?: AbortSignal;
};

export type ScanReport = {
  address: string;
  eras: Era[];
  counts: { tools: number; resources: number; prompts: number; calls: number; notJudged: number };
  /** Tools that were only read about, since they do not say that they only read. */
  notCalled: string[];
  findings: Finding[];
};

/** One hostile message: whom it is for, and what was bent. */
export type Shot = Omit<HostileCall, 'given'> & { where: string; method: string; params: Record<string, unknown> };

const atOnce = 4;
const longestWaitSeconds = 65;

/** Looks at any MCP server as somebody hostile would, and tells what was found. The same server gives the same report. */
export async function scanMcp(needs: ScanNeeds): Promise<ScanReport> {
  const { address, key, isAll = false, timeoutMs = 10_000, maxCalls = 400 } = needs;
  const opened = await openEras({ address, key, timeoutMs });
  const [main] = opened;
  if (main === undefined) throw new SigecError('NOT_FOUND', `${address} does not speak MCP, or not to this key.`);
  const offers = await Promise.all(opened.map(({ caller, opening }) => readOffer(caller, opening)));
  const offer = offers[0] as Offer;
  const called = offer.tools.filter((tool) => isAll || tool.annotations?.['readOnlyHint'] === true);
  const shots = [
    ...called.flatMap((tool) => evenly(shotsAt(tool), maxCalls)),
    ...resourceReads(offer),
    ...promptCalls(offer),
    ...(await foreignIdCalls({ needs: { address, key: needs.otherKey, timeoutMs }, own: main.caller, tools: called })),
  ];
  const fired = await fire(main.caller, shots, needs);
  const findings = [
    ...offers.flatMap(checkDefinitions),
    ...fired.findings,
    ...(await otherDoors({ address, key, timeoutMs }, main.caller.era)),
    ...(await changedLists(main.caller, offer)),
  ];
  await Promise.all(opened.map(({ caller }) => caller.close()));
  return {
    address,
    eras: opened.map(({ caller }) => caller.era),
    counts: {
      tools: offer.tools.length,
      resources: offer.resources.length + offer.templates.length,
      prompts: offer.prompts.length,
      calls: fired.calls,
      notJudged: fired.notJudged,
    },
    notCalled: offer.tools.filter((tool) => !called.includes(tool)).map(({ name }) => name),
    findings: once(findings),
  };
}

async function openEras(needs: { address: string; key: string | undefined; timeoutMs: number }) {
  const callers = (['modern', 'legacy'] as const).map((era) => new McpCaller(needs, era));
  const openings = await Promise.all(callers.map(async (caller) => ({ caller, reply: await caller.open() })));
  return openings.flatMap(({ caller, reply }) => (reply.kind === 'result' ? [{ caller, opening: reply.result }] : []));
}

function shotsAt(tool: ScannedTool): Shot[] {
  return hostileCalls(tool).map(({ given, ...call }) => ({
    ...call,
    where: `tool ${tool.name}`,
    method: 'tools/call',
    params: { name: tool.name, arguments: given },
  }));
}

function evenly<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_item, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

type Fired = { findings: Finding[]; calls: number; notJudged: number };

async function fire(caller: McpCaller, shots: readonly Shot[], { onProgress, signal }: ScanNeeds): Promise<Fired> {
  const fired: Fired = { findings: [], calls: 0, notJudged: 0 };
  const waiting = [...shots];
  let isGone = false;
  const isOver = () => isGone || signal?.aborted === true;
  const worker = async (): Promise<void> => {
    for (let shot = waiting.shift(); shot !== undefined && !isOver(); shot = waiting.shift()) {
      const reply = await patiently(caller, shot);
      fired.calls += 1;
      if (isTooOften(reply)) fired.notJudged += 1;
      else fired.findings.push(...judgeReply(shot.where, shot, reply));
      if ((reply.kind === 'broken' || reply.kind === 'silent') && !(await isAlive(caller))) {
        isGone = true;
        fired.findings.push(
          found('server-gone', shot.where, 'nothing answers any more', `${shot.argument}: ${shot.trick}`),
        );
      }
      onProgress?.(fired.calls, shots.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return fired;
}

/** Who is told to come later comes later, once. */
async function patiently(caller: McpCaller, { method, params }: Shot): Promise<Reply> {
  const reply = await caller.ask(method, params);
  if (reply.kind !== 'refused' || reply.status !== 429) return reply;
  const seconds = Math.min(reply.retryAfterSeconds ?? 5, longestWaitSeconds);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return caller.ask(method, params);
}

/** Also where it is told as the answer of a tool: such a call was never looked at. */
function isTooOften(reply: Reply): boolean {
  if (reply.kind === 'refused') return reply.status === 429;
  const isRefusal = reply.kind === 'error' || (reply.kind === 'result' && reply.result['isError'] === true);
  return isRefusal && /too many (?:requests|calls)|rate.?limit|may be called \d+ times/i.test(reply.text);
}

async function isAlive(caller: McpCaller): Promise<boolean> {
  const reply = await caller.ask('tools/list', {});
  return reply.kind !== 'broken' && reply.kind !== 'silent';
}

/** A definition that changes while it is looked at is one that can change after it was approved. */
async function changedLists(caller: McpCaller, before: Offer): Promise<Finding[]> {
  const after = await readOffer(caller, {});
  const was = new Map(before.tools.map((tool) => [tool.name, JSON.stringify(tool)]));
  const changed = after.tools.filter((tool) => was.get(tool.name) !== JSON.stringify(tool));
  return changed.map(({ name }) => found('list-changed', `tool ${name}`, 'another definition at the end of the scan'));
}

/** A server that never ends its list is read so far. */
const maxPages = 50;

/** Everything that a server lists; a list it does not have is empty. */
export async function readOffer(caller: McpCaller, opening: Record<string, unknown>): Promise<Offer> {
  const { instructions } = opening;
  return {
    era: caller.era,
    instructions: typeof instructions === 'string' ? instructions : '',
    tools: await listOf(caller, { method: 'tools/list', field: 'tools', shape: scannedTool }),
    resources: await listOf(caller, { method: 'resources/list', field: 'resources', shape: scannedResource }),
    templates: await listOf(caller, {
      method: 'resources/templates/list',
      field: 'resourceTemplates',
      shape: scannedTemplate,
    }),
    prompts: await listOf(caller, { method: 'prompts/list', field: 'prompts', shape: scannedPrompt }),
  };
}

type Listed<Shape extends z.ZodType> = { method: string; field: string; shape: Shape };

async function listOf<Shape extends z.ZodType>(
  caller: McpCaller,
  { method, field, shape }: Listed<Shape>,
): Promise<z.output<Shape>[]> {
  const all: z.output<Shape>[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const reply = await caller.ask(method, cursor === undefined ? {} : { cursor });
    if (reply.kind !== 'result') break;
    const entries = reply.result[field];
    for (const entry of Array.isArray(entries) ? entries : []) {
      const read = shape.safeParse(entry);
      if (read.success) all.push(read.data);
    }
    const { nextCursor } = reply.result;
    if (typeof nextCursor !== 'string' || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return all;
}

const strayUris = [
  'file:///etc/passwd',
  'file:///etc/hostname',
  `${canary}://x`,
  'http://169.254.169.254/latest/meta-data/',
  '',
];

/** Addresses that nobody listed, and those of templates with something hostile between the braces. */
export function resourceReads({ resources, templates }: Offer): Shot[] {
  if (resources.length + templates.length === 0) return [];
  const read = (where: string, uri: string, trick: Shot['trick']): Shot => ({
    where,
    trick,
    argument: 'uri',
    payload: uri,
    isForbidden: false,
    method: 'resources/read',
    params: { uri },
  });
  return [
    ...resources.slice(0, 20).map(({ uri }) => read(`resource ${uri}`, uri, 'usual')),
    ...strayUris.map((uri) => read('server', uri, 'path')),
    ...templates.flatMap(({ uriTemplate }) =>
      [...hostileTexts, ...foreignIds.map((id) => ['foreign-id', id] as const)].flatMap(([trick, text]) =>
        [text, encode(text)].map((value) =>
          read(
            `resource ${uriTemplate}`,
            uriTemplate.replaceAll(/\{[^}]*\}/g, () => value),
            trick,
          ),
        ),
      ),
    ),
  ];
}

/** A lone half of a character cannot be encoded; it is sent as it is. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text;
}

/** Prompts repeat what they are given: what hides in it must be gone by then. */
export function promptCalls({ prompts }: Offer): Shot[] {
  return prompts.flatMap(({ name, arguments: taken = [] }) => {
    const usual = Object.fromEntries(taken.map((each) => [each.name, 'x']));
    const get = (trick: Shot['trick'], argument: string, given: object, payload: string): Shot => ({
      where: `prompt ${name}`,
      trick,
      argument,
      payload,
      isForbidden: false,
      method: 'prompts/get',
      params: { name, arguments: given },
    });
    return [
      get('missing', '', {}, ''),
      ...taken.flatMap(({ name: argument }) =>
        hostileTexts.map(([trick, text]) => get(trick, argument, { ...usual, [argument]: text }, text)),
      ),
    ];
  });
}
