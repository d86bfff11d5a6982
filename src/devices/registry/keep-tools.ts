import type { DeviceTool } from '#contract/devices/device.ts';
import { isOvertaken } from '#ledger/overtaken.ts';
import { type BookNeeds, commitChange } from './book-needs.ts';
import { cleanJson, cleanText } from './clean-text.ts';
import type { ListedTool } from './device-book.ts';
import { mustReadDevice } from './must-read-device.ts';
import { stricterTier, tierOf } from './tier-of.ts';
import { toolHash, toolNameOf } from './tool-identity.ts';
import { listedTools, readTakenNames, readTools, type ToolRow, toDeviceTool } from './tool-store.ts';

const maxTools = 300;
const maxDescriptionCharacters = 4_000;
const maxSchemaCharacters = 16_000;
/** Names in an event. */
const maxNamed = 20;

/** What a device lists, kept as it is shown: cut to a size, its texts made visible. */
export async function keepTools(
  needs: BookNeeds,
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
        ...{ deviceId: device.id, toolName: names.get(tool.name) ?? tool.name, seenAt, position, isListed: true },
        tier: known === undefined ? tier : known.hash === tool.hash ? known.tier : stricterTier(known.tier, tier),
        ...{ acceptedHash: known?.acceptedHash ?? null, acceptedBy: known?.acceptedBy ?? null },
        ...{ acceptedAt: known?.acceptedAt ?? null, isRefused: known?.isRefused ?? false },
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
async function commitTools(needs: BookNeeds, { deviceId, tools, before, dropped }: ToolList): Promise<void> {
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

/** A name for each, as others have not got it. */
export async function namesFor(
  { pool }: Pick<BookNeeds, 'pool'>,
  device: { id: string; name: string },
  tools: readonly { name: string }[],
  isContested = false,
): Promise<Map<string, string>> {
  const wished = tools.map(({ name }) => toolNameOf(device, name, () => false));
  const taken = await readTakenNames(pool, {
    ...{ deviceId: device.id, names: wished },
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
