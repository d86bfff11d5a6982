import { createHash } from 'node:crypto';
import type { DeviceTier, DeviceTool, JudgeTool } from '#contract/devices/device.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { isOvertaken } from '#ledger/ledger-types.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { toolNamed } from '../tool-named.ts';
import { cleanJson, cleanText, commitChange, type DeviceNeeds } from './device-needs.ts';
import type { ListedTool } from './device-registry.ts';
import { mustReadDevice } from './device-store.ts';
import { judgedTool, listedTools, readTakenNames, readTools, type ToolRow, toDeviceTool } from './tool-store.ts';

/** `tier`: what it has until somebody judges it. `floor`: what nobody can go below. */
type ToolTier = { tier: DeviceTier; floor: DeviceTier };

// Another software, or data that it runs by: whoever chooses the address owns the device.
const replacesSoftware = /firmware|upgrade|assets/i;
const takesAway = /reboot|restart|reconfigure|wi-?fi|reset|factory|erase/i;
const movesOrOpens =
  /gate|door|(?<!c)lock|latch|relay|contactor|breaker|motor|servo|valve|pump|barrier|bollard|dog|chassis|robot|move|walk|drive|forward|backward|turn_(left|right)|spin|jump|open|close/i;

/** The firmware hides what is for its user alone and runs it for anybody, so the floor stands here. */
export function tierOf({ name, isForUsersOnly }: Pick<ListedTool, 'name' | 'isForUsersOnly'>): ToolTier {
  if (replacesSoftware.test(name)) return { tier: 'R3', floor: 'R3' };
  if (isForUsersOnly || takesAway.test(name)) return { tier: 'R2', floor: 'R2' };
  return { tier: movesOrOpens.test(name) ? 'R2' : 'R1', floor: 'R0' };
}

/** R0 < R1 < R2 < R3, which is how they are written. */
function stricterTier(one: DeviceTier, other: DeviceTier): DeviceTier {
  return one > other ? one : other;
}

/** Models take names of at most so many letters, digits, dashes and underscores. */
const maxCharacters = 64;

/** Over all that a device says of a tool, in an order that does not depend on how it was written. */
function toolHash({ name, description, inputSchema, isForUsersOnly }: ListedTool): string {
  const said = JSON.stringify(inOrder({ name, description, inputSchema, audience: isForUsersOnly ? ['user'] : [] }));
  return createHash('sha256').update(said).digest('hex').slice(0, 32);
}

/** device_lobby_light_light_set_rgb; where that is taken or too long, with something of a hash behind it. */
function toolNameOf(device: { id: string; name: string }, tool: string, isTaken: (name: string) => boolean): string {
  const name = `device_${slugOf(device.name) || slugOf(device.id)}_${slugOf(tool.replace(/^self\./, '')) || 'tool'}`;
  if (name.length <= maxCharacters && !isTaken(name)) return name;
  const mark = createHash('sha256').update(`${device.id}\0${tool}`).digest('hex').slice(0, 8);
  return `${name.slice(0, maxCharacters - mark.length - 1)}_${mark}`;
}

function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]));
}

const maxTools = 300;
const maxDescriptionCharacters = 4_000;
const maxSchemaCharacters = 16_000;
const maxNamed = 20;

/** What a device lists, kept as it is shown: cut to a size, its texts made visible. */
export async function keepTools(
  needs: DeviceNeeds,
  deviceId: string,
  listed: readonly ListedTool[],
): Promise<DeviceTool[]> {
  const device = await mustReadDevice(needs, deviceId);
  const before = new Map((await readTools(needs.pool, [device.id])).map((tool) => [tool.name, tool]));
  const seenAt = needs.clock.now();
  const fit = fitTools(listed);
  for (let isAgain = false; ; isAgain = true) {
    const names = await namesFor(needs, device, fit, isAgain);
    const tools = fit.map((tool, position): ToolRow => {
      const known = before.get(tool.name);
      const { tier } = tierOf(tool);
      return {
        ...tool,
        deviceId: device.id,
        toolName: names.get(tool.name) ?? tool.name,
        seenAt,
        position,
        isListed: true,
        tier: known === undefined ? tier : known.hash === tool.hash ? known.tier : stricterTier(known.tier, tier),
        acceptedHash: known?.acceptedHash ?? null,
        acceptedBy: known?.acceptedBy ?? null,
        acceptedAt: known?.acceptedAt ?? null,
        isRefused: known?.isRefused ?? false,
      };
    });
    try {
      await commitTools(needs, { deviceId: device.id, tools, before, dropped: listed.length - fit.length });
      return tools.map(toDeviceTool);
    } catch (error) {
      if (isAgain || !isOvertaken(error)) throw error; // another device took a name at the same moment
    }
  }
}

type ToolList = { deviceId: string; tools: readonly ToolRow[]; before: ReadonlyMap<string, ToolRow>; dropped: number };

/** The same list once more is no news: devices list their tools at every connection. */
async function commitTools(needs: DeviceNeeds, { deviceId, tools, before, dropped }: ToolList): Promise<void> {
  const names = new Set(tools.map(({ name }) => name));
  const found = tools.filter(({ name }) => before.get(name)?.isListed !== true).map(({ name }) => name);
  const changed = tools
    .filter(({ name, hash }) => before.has(name) && before.get(name)?.hash !== hash)
    .map(({ name }) => name);
  const gone = [...before.values()]
    .filter(({ name, isListed }) => isListed && !names.has(name))
    .map(({ name }) => name);
  const isNews = found.length + changed.length + gone.length > 0;
  const isMoved = tools.some(({ name, toolName }) => before.get(name)?.toolName !== toolName);
  if (!isNews && !isMoved) return;
  await commitChange(needs, {
    kind: 'device-tools-listed',
    body: {
      deviceId,
      count: tools.length,
      new: found.slice(0, maxNamed),
      changed: changed.slice(0, maxNamed),
      gone: gone.slice(0, maxNamed),
      ...(dropped > 0 && { dropped }),
    },
    ...(dropped > 0 && { flags: ['tools-dropped'] }),
    writes: [listedTools(deviceId, tools, needs.clock.now())],
  });
}

type FitTool = ListedTool & { hash: string };

/** A name that no tool has, a schema that nobody could read: such a tool cannot be called with a clear conscience. */
function fitTools(listed: readonly ListedTool[]): FitTool[] {
  const fit = new Map<string, FitTool>();
  for (const tool of listed.slice(0, maxTools)) {
    const schema = cleanJson(tool.inputSchema, maxSchemaCharacters);
    if (!/^[\x21-\x7e]{1,120}$/.test(tool.name) || schema === undefined || fit.has(tool.name)) continue;
    const clean = {
      name: tool.name,
      description: cleanText(tool.description, maxDescriptionCharacters),
      inputSchema: schema as Record<string, unknown>,
      isForUsersOnly: tool.isForUsersOnly,
    };
    fit.set(tool.name, { ...clean, hash: toolHash(clean) }); // over what is shown, which is what somebody looks at
  }
  return [...fit.values()];
}

export async function namesFor(
  { pool }: Pick<DeviceNeeds, 'pool'>,
  device: { id: string; name: string },
  tools: readonly { name: string }[],
  isContested = false,
): Promise<Map<string, string>> {
  const wished = tools.map(({ name }) => toolNameOf(device, name, () => false));
  const taken = await readTakenNames(pool, {
    deviceId: device.id,
    names: wished,
    tools: tools.map(({ name }) => name),
  });
  const names = new Map<string, string>();
  for (const { name } of tools) {
    const toolName = toolNameOf(device, name, (wish) => isContested || taken.has(wish));
    names.set(name, toolName);
    taken.add(toolName);
  }
  return names;
}

/** Accepts a tool as it was looked at, or refuses it whatever it will say. */
export async function judgeTool(
  needs: DeviceNeeds,
  { deviceId, tool: wanted, judgement, actor }: { deviceId: string; tool: string; judgement: JudgeTool; actor: Actor },
): Promise<DeviceTool> {
  const { id } = await mustReadDevice(needs, deviceId);
  const listed = (await readTools(needs.pool, [id])).filter(({ isListed }) => isListed);
  const tool = toolNamed(listed, wanted);
  if (tool === undefined)
    throw problemOf('NOT_FOUND', sentenceOf('device-tool-not-known', { deviceId: id, tool: wanted.slice(0, 100) }));
  const { name } = tool;
  const hasChanged = sentenceOf('device-tool-changed', { deviceId: id, tool: name });
  if (tool.hash !== judgement.hash) throw problemOf('CONFLICT', hasChanged, { hash: tool.hash });
  const tier = judgement.tier ?? tool.tier;
  const { floor } = tierOf(tool);
  if (tier < floor)
    throw problemOf('INVALID_INPUT', sentenceOf('device-tool-floor', { tool: name, floor, tier }), {
      field: 'tier',
      accepts: (['R0', 'R1', 'R2', 'R3'] as const).filter((one) => one >= floor),
    });
  const isAccepted = judgement.verdict === 'accept';
  const judged: ToolRow = {
    ...tool,
    tier,
    acceptedHash: isAccepted ? tool.hash : null,
    acceptedBy: isAccepted ? actorName(actor) : null,
    acceptedAt: isAccepted ? needs.clock.now() : null,
    isRefused: !isAccepted,
  };
  await commitChange(needs, {
    kind: 'device-tool-judged',
    body: { deviceId: id, tool: name, verdict: judgement.verdict, tier, hash: tool.hash },
    writes: [judgedTool(judged)],
    actor,
  }).catch(whenOvertaken(hasChanged));
  return toDeviceTool(judged);
}
