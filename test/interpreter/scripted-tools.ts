import type { Message } from '../../src/assistant/conversation/message.ts';
import type { Mind } from '../../src/assistant/conversation/mind.ts';
import { lookups } from '../../src/assistant/interpreter/names/directory.ts';
import type { AgentTool } from '../../src/assistant/servers/servers.ts';
import { bookshopPack } from '../../src/packs/bookshop/pack.ts';
import { chargingPack } from '../../src/packs/charging/pack.ts';
import { devicesPack } from '../../src/packs/devices/pack.ts';
import { moneyPack } from '../../src/packs/money/pack.ts';
import { vehiclesPack } from '../../src/packs/vehicles/pack.ts';
import { corePackOf } from '../../src/tools/core/tool-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';

/** The definitions of the product's own tools. Nothing behind them is there: they are asked only whether they would take a call. */
const needsNothing = {} as never;
export const definitions = new Map<string, Tool>(
  [
    chargingPack(needsNothing),
    moneyPack(needsNothing),
    vehiclesPack(needsNothing),
    devicesPack(needsNothing),
    bookshopPack(needsNothing),
    corePackOf(needsNothing),
  ]
    .flatMap(({ tools }) => tools)
    .map((tool) => [tool.name, tool]),
);

type Made = { tool: string; given: Record<string, unknown> };
type Data = Record<string, unknown>;
/** What a tool answers: data, or the sentence of an error. */
export type Script = Record<string, (given: Data) => Data | string | Promise<Data | string>>;

/** A conversation with a mind over tools that take only what the real ones take, and answer as the script says. */
export function conversation(mind: Mind, script: Script, { hidden = [] as string[] } = {}) {
  const messages: Message[] = [];
  const made: Made[] = [];
  /** With those that only look up what has a name here, which nobody has to expect. */
  const asked: Made[] = [];
  const tools = agentTools(hidden);

  async function say(text: string): Promise<string> {
    messages.push({ role: 'user', text });
    for (let steps = 0; steps < 12; steps += 1) {
      let spoken = '';
      const calls = [];
      for await (const thought of mind.think({ system: '', messages, tools, signal: new AbortController().signal })) {
        if (thought.type === 'text') spoken += thought.text;
        if (thought.type === 'call') calls.push(thought.call);
      }
      messages.push({ role: 'assistant', text: spoken, calls });
      if (calls.length === 0) return spoken;
      for (const { id, name, arguments: given } of calls) {
        const { text: answer, isError } = await answerTo(name, given);
        messages.push({ role: 'tool', callId: id, name, text: answer, isError });
      }
    }
    throw new Error('It went on calling tools.');
  }

  async function answerTo(name: string, given: Data): Promise<{ text: string; isError: boolean }> {
    const listed = tools.find((tool) => tool.name === name);
    if (listed === undefined) throw new Error(`${name} is not listed.`);
    if (listed.tool !== 'call_tool') return await run(listed.tool, given);
    definitions.get('call_tool')?.prepare(given);
    const { name: tool, arguments: inner } = given as { name: string; arguments: Data };
    const { text, isError, data } = await run(tool, inner);
    return isError ? { text, isError } : { text: `${text}\n${JSON.stringify({ tool, text, data })}`, isError };
  }

  async function run(tool: string, given: Data): Promise<{ text: string; isError: boolean; data?: Data }> {
    definitions.get(tool)?.prepare(given); // throws where the real one would refuse the arguments
    asked.push({ tool, given });
    const isLookup = lookups.some((each) => each.tool === tool && JSON.stringify(each.given) === JSON.stringify(given));
    if (!isLookup) made.push({ tool, given });
    const answer = (await script[tool]?.(given)) ?? (isLookup ? {} : undefined);
    if (answer === undefined) throw new Error(`Nobody expected ${tool}.`);
    if (typeof answer === 'string') return { text: answer, isError: true };
    return { text: `A sentence of ${tool}.\n${JSON.stringify(answer)}`, isError: false, data: answer };
  }

  return { say, made, asked, messages };
}

/** As the client of our own server sees them; names carry the server, as they do where two have the same. */
function agentTools(hidden: readonly string[]): AgentTool[] {
  return [...definitions.values()]
    .filter(({ name }) => !hidden.includes(name))
    .map(({ name, title, description, inputSchema, contentHash, tier }) => ({
      name: `sigec__${name}`,
      server: 'sigec',
      tool: name,
      title,
      description,
      isForeign: false,
      hash: contentHash,
      inputSchema: inputSchema as Record<string, unknown>,
      risk: tier === 'R0' ? 'reads' : tier === 'R1' ? 'changes' : 'proposes',
    }));
}
